import { DataError } from '../../files/data-error.ts';
import { decimal } from '../../numerics/decimals.ts';
import { count } from '../../numerics/display.ts';
import { PACKED, type ReadOptions } from '../readers/reader.ts';
import { lineFeedsIn, readUtf8 } from './lines.ts';
import { MarkedBytes, marksOf, PLACE } from './marks.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** What is shown of what stands where nothing may. */
const BEHIND = { characters: 20, bytes: 80 } as const;
const NOTHING: Buffer = Buffer.alloc(0);
/** Bytes of a cell that is no string of its own. */
const SHARED_FROM = 64;
/** Bytes of a record: one document. */
const LONGEST = 2 ** 27;
/** What is looked at to find the delimiter: so many records of the first so many bytes. */
const SAMPLE = { records: 20, bytes: 1 << 16 } as const;
/** The first of those that fit equally well. */
const DELIMITERS = { '.tsv': ['\t', ';', ',', '|'], other: [',', '\t', ';', '|'] } as const;

/** How a table is read, where that is not to be found out. */
export type TableOptions = Pick<ReadOptions, 'delimiter' | 'encoding'>;

/** One record of a table: the line where it begins, from 1, and its cells. */
export interface TableRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a table of text, RFC 4180: cells in double quotes may hold delimiters, line ends and quotes written twice. Lines
 * end in LF or CRLF; empty ones are left out; a quote inside a cell that does not begin with one is a character.
 *
 * Bytes are looked at, for none of theirs is part of another character, and only those at which a table is cut (marks.ts); cells alone
 * are made strings.
 *
 * The delimiter is the one among comma, tab, semicolon and | by which the first records have equally many cells, and most of them.
 *
 * @throws DataError with the line: a quote that is never closed or has something behind it, a record without end; readUtf8's.
 */
export async function* readRecords(file: string, options?: TableOptions): AsyncGenerator<TableRecord> {
  for await (const records of recordsInPieces(file, options)) yield* records;
}

/**
 * The same, those of a piece of the file at a time, which are to be taken before the next: an await a record costs more than the record.
 */
export async function* recordsInPieces(
  file: string,
  { delimiter, encoding }: TableOptions = {},
): AsyncGenerator<Iterable<TableRecord>> {
  const marked = new MarkedBytes();
  let cut = delimiter === undefined ? undefined : encoded(delimiter);
  /** Where the record under way begins. */
  let at = 0;
  let line = 1;
  /** Bytes to hold before the record under way is looked at again: it may go on over many pieces. */
  let enough = 0;
  function* split(piece: Buffer, rest: Rest): Generator<TableRecord> {
    marked.take(at, piece);
    at = 0;
    const { bytes } = marked;
    if (rest === 'more to come' && bytes.length < enough) return;
    cut ??= encoded(delimiterOf(file, bytes));
    const marks = marked.marks(QUOTE, LINE_FEED, cut.at(0) ?? QUOTE);
    const stretch: Stretch = { file, bytes, marks, delimiter: cut, rest };
    let mark = 0;
    for (;;) {
      const found = recordAt(stretch, at, mark, line);
      if (found === undefined) break;
      const { cells, end, lines } = found;
      if (cells.length > 1 || cells[0] !== '') yield { line, cells };
      at = end;
      line += lines;
      ({ mark } = found);
    }
    const held = bytes.length - at;
    if (held > LONGEST) {
      const found = `a record of more than ${count(LONGEST)} bytes`;
      throw new DataError({ file, line, found, legal: 'shorter ones, and every quote closed' });
    }
    enough = 2 * held;
  }
  const lineHere = (): number => line + lineFeedsIn(marked.bytes.subarray(at));
  for await (const piece of readUtf8(file, lineHere, encoding)) yield split(piece, 'more to come');
  yield split(NOTHING, 'the end');
}

type Rest = 'more to come' | 'the end';

/** A stretch of a table, and what cuts it. */
interface Stretch {
  readonly file: string;
  readonly bytes: Buffer;
  /** Quotes, line feeds, delimiters (marks.ts). */
  readonly marks: Uint32Array;
  readonly delimiter: Buffer;
  readonly rest: Rest;
  /** The bytes as characters, those of ASCII theirs; absent before they are asked for. */
  text?: string;
}

interface Found {
  readonly cells: string[];
  readonly end: number;
  /** The first mark from there on. */
  readonly mark: number;
  /** Line ends in it, its own included. */
  readonly lines: number;
}

/** The record that begins at byte `start`, with this mark the first from there on; undefined where there is none, or not all of it. */
function recordAt(stretch: Stretch, start: number, firstMark: number, line: number): Found | undefined {
  const { file, bytes, marks, delimiter, rest } = stretch;
  const { length } = bytes;
  if (start >= length) return undefined;
  const isLast = rest === 'the end';
  const cells: string[] = [];
  let lines = 0;
  let at = start;
  let mark = firstMark;
  for (;;) {
    let cell: string;
    /** Marks of the cell, with the bit that says whether it is of ASCII. */
    let bits = 0;
    if (at < length && bytes[at] === QUOTE) {
      const from = at + 1;
      let isDoubled = false;
      let ends = 0;
      for (mark++; ; mark++) {
        bits |= marks[mark];
        at = marks[mark] & PLACE;
        if (at === length) break;
        if (bytes[at] === LINE_FEED) ends++;
        else if (bytes[at] === QUOTE) {
          if (at + 1 === length || bytes[at + 1] !== QUOTE) break;
          isDoubled = true;
          mark++;
        }
      }
      if (at + 1 >= length && !isLast) return undefined;
      if (at === length) throw broken(file, line + lines, 'a quote that is never closed');
      lines += ends;
      cell = textOf(stretch, from, at, bits);
      if (isDoubled) cell = cell.replaceAll('""', '"');
      at++;
      mark++;
      requireEnd(stretch, at, line + lines);
    } else {
      const from = at;
      for (; ; mark++) {
        bits |= marks[mark];
        at = marks[mark] & PLACE;
        if (at === length || bytes[at] === LINE_FEED || standsAt(bytes, at, delimiter)) break;
      }
      if (at === length && !isLast) return undefined;
      const isCut = at > from && bytes[at - 1] === CARRIAGE_RETURN && (at === length || bytes[at] === LINE_FEED);
      cell = textOf(stretch, from, isCut ? at - 1 : at, bits);
    }
    cells.push(cell);
    if (at < length && standsAt(bytes, at, delimiter)) {
      at += delimiter.length;
      mark++;
      continue;
    }
    if (at < length && bytes[at] === CARRIAGE_RETURN) {
      at++;
      if (at < length && bytes[at] !== LINE_FEED)
        throw broken(file, line + lines, 'a carriage return behind a closing quote, and no line feed');
    }
    if (at === length) return isLast ? { cells, end: at, mark, lines } : undefined;
    return { cells, end: at + 1, mark: mark + 1, lines: lines + 1 };
  }
}

/** A closing quote stands before this byte. */
function requireEnd({ file, bytes, delimiter }: Stretch, at: number, line: number): void {
  if (at === bytes.length || bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN || standsAt(bytes, at, delimiter)) return;
  const behind = bytes.toString('utf8', at, at + BEHIND.bytes).slice(0, BEHIND.characters);
  throw broken(file, line, `${JSON.stringify(behind)} behind a closing quote`);
}

/** The first character; more than one does not separate. */
function encoded(delimiter: string): Buffer {
  return Buffer.from(Array.from(delimiter).slice(0, 1).join(''));
}

/** Whether the delimiter stands here; an empty one stands nowhere. */
function standsAt(bytes: Buffer, at: number, delimiter: Buffer): boolean {
  let k = 0;
  while (k < delimiter.length && bytes[at + k] === delimiter[k]) k++;
  return k > 0 && k === delimiter.length;
}

/** The cell bytes[start, end); bits: of its marks. A long one of ASCII is a part of the text of all, which stays for as long as it does. */
function textOf(stretch: Stretch, start: number, end: number, bits: number): string {
  const { bytes } = stretch;
  if (bits < 0) return bytes.toString('utf8', start, end);
  if (end - start < SHARED_FROM) return bytes.toString('latin1', start, end);
  stretch.text ??= bytes.toString('latin1');
  return stretch.text.slice(start, end);
}

function broken(file: string, line: number, found: string): DataError {
  const legal = 'cells as in RFC 4180: quotes around a cell are closed, quotes in it are doubled';
  return new DataError({ file, line, found, legal });
}

/** The delimiter by which the first records are a table; where nothing tells, a tab in .tsv files and a comma in others. */
export function delimiterOf(file: string, bytes: Buffer): string {
  const sample = bytes.subarray(0, SAMPLE.bytes);
  const delimiters = DELIMITERS[/\.tsv$/i.test(file.replace(PACKED, '')) ? '.tsv' : 'other'];
  let [best, most]: [string, number] = [delimiters[0], 1];
  for (const delimiter of delimiters) {
    const width = widthBy(file, sample, delimiter);
    if (width > most) [best, most] = [delimiter, width];
  }
  return best;
}

/** How many cells the first records have; 1 where they differ, or are none. */
function widthBy(file: string, bytes: Buffer, delimiter: string): number {
  const cut = encoded(delimiter);
  const marks = marksOf(bytes, QUOTE, LINE_FEED, cut.at(0) ?? QUOTE);
  const stretch: Stretch = { file, bytes, marks, delimiter: cut, rest: 'more to come' };
  let [at, mark] = [0, 0];
  let width = 0;
  try {
    for (let n = 0; n < SAMPLE.records; n++) {
      const found = recordAt(stretch, at, mark, 1);
      if (found === undefined) break;
      [at, mark] = [found.end, found.mark];
      if (found.cells.length === 1 && found.cells[0] === '') continue;
      if (width === 0) width = found.cells.length;
      else if (width !== found.cells.length) return 1;
    }
  } catch (error) {
    if (error instanceof DataError) return 1;
    throw error;
  }
  return width === 0 ? bytes.toString().split(delimiter).length : width;
}

/**
 * Whether the first row of a table may be names. Numbers among them are names only where they count upwards in whole numbers, as
 * columns without names are numbered and years are; any others are those of an example, which must not be lost.
 *
 * @example
 * mayBeNames(['0', '1', '2', 'label']) // => true
 * mayBeNames(['39', 'State-gov', '77516', 'Bachelors', '13', '<=50K']) // => false
 */
export function mayBeNames(cells: readonly string[]): boolean {
  const numbers = cells.map(decimal).filter((number) => !Number.isNaN(number));
  return numbers.every((number, k) => Number.isInteger(number) && number >= 0 && (k === 0 || number > numbers[k - 1]));
}
