import { DataError } from '../../files/data-error.ts';
import { PACKED } from '../readers/reader.ts';
import { lineFeedsIn, readUtf8 } from './utf8.ts';
import { count } from '../../numerics/display.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** What is shown of what stands where nothing may. */
const BEHIND = { characters: 20, bytes: 80 } as const;
const NOTHING: Buffer = Buffer.alloc(0);
/** Bytes of a record: one document. */
const LONGEST = 2 ** 27;
/** What is looked at to find the delimiter: so many records of the first so many bytes. */
const SAMPLE = { records: 20, bytes: 1 << 16 } as const;
/** The first of those that fit equally well. */
const DELIMITERS = { '.tsv': ['\t', ';', ','], other: [',', '\t', ';'] } as const;

/** One record of a table: the line where it begins, from 1, and its cells. */
export interface TableRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of a table of text, RFC 4180: cells in double quotes may hold delimiters, line ends and quotes written twice. Lines
 * end in LF or CRLF; empty ones are left out; a quote inside a cell that does not begin with one is a character.
 *
 * Bytes are looked at, for none of theirs is part of another character; cells alone are made strings.
 *
 * The delimiter is the one among comma, tab and semicolon by which the first records have equally many cells, and most of them.
 *
 * @throws DataError with the line: a quote that is never closed or has something behind it, a record without end; readUtf8's.
 */
export async function* readRecords(file: string, delimiter?: string): AsyncGenerator<TableRecord> {
  for await (const records of recordsInPieces(file, delimiter)) yield* records;
}

/**
 * The same, those of a piece of the file at a time, which are to be taken before the next: an await a record costs more than the record.
 */
export async function* recordsInPieces(file: string, delimiter?: string): AsyncGenerator<Iterable<TableRecord>> {
  const splitter = new Splitter(file, delimiter);
  for await (const piece of readUtf8(file, () => splitter.lineHere())) yield splitter.split(piece, 'more to come');
  yield splitter.split(NOTHING, 'the end');
}

type Rest = 'more to come' | 'the end';

class Splitter {
  readonly #file: string;
  #delimiter: Buffer | undefined;
  #bytes = NOTHING;
  #at = 0;
  #line = 1;
  /** Bytes to hold before the record under way is looked at again: it may go on over many pieces. */
  #enough = 0;

  constructor(file: string, delimiter: string | undefined) {
    this.#file = file;
    this.#delimiter = delimiter === undefined ? undefined : encoded(delimiter);
  }

  /** The line that the next piece goes on with. */
  lineHere(): number {
    return this.#line + lineFeedsIn(this.#bytes.subarray(this.#at));
  }

  *split(piece: Buffer, rest: Rest): Generator<TableRecord> {
    const begun = this.#bytes.subarray(this.#at);
    this.#bytes = begun.length === 0 ? piece : Buffer.concat([begun, piece]);
    this.#at = 0;
    if (rest === 'more to come' && this.#bytes.length < this.#enough) return;
    this.#delimiter ??= encoded(delimiterOf(this.#file, this.#bytes));
    const circumstances = { rest, file: this.#file, line: this.#line };
    for (;;) {
      circumstances.line = this.#line;
      const found = recordAt(this.#bytes, this.#at, this.#delimiter, circumstances);
      if (found === undefined) break;
      const { cells, end, lines } = found;
      if (cells.length > 1 || cells[0] !== '') yield { line: this.#line, cells };
      this.#at = end;
      this.#line += lines;
    }
    const held = this.#bytes.length - this.#at;
    if (held > LONGEST) throw this.#tooLong();
    this.#enough = 2 * held;
  }

  #tooLong(): DataError {
    const found = `a record of more than ${count(LONGEST)} bytes`;
    return new DataError({ file: this.#file, line: this.#line, found, legal: 'shorter ones, and every quote closed' });
  }
}

interface Found {
  readonly cells: string[];
  readonly end: number;
  /** Line ends in it, its own included. */
  readonly lines: number;
}

interface Circumstances {
  readonly rest: Rest;
  readonly file: string;
  readonly line: number;
}

/** The record that begins here; undefined where there is none, or not all of it. */
function recordAt(bytes: Buffer, start: number, delimiter: Buffer, { rest, file, line }: Circumstances): Found | undefined {
  const { length } = bytes;
  if (start >= length) return undefined;
  const isLast = rest === 'the end';
  const cells: string[] = [];
  let lines = 0;
  let at = start;
  for (;;) {
    let cell: string;
    /** All bits of the cell. */
    let bits = 0;
    if (at < length && bytes[at] === QUOTE) {
      let close = at + 1;
      let isDoubled = false;
      let ends = 0;
      for (; close < length; close++) {
        const byte = bytes[close];
        bits |= byte;
        if (byte === LINE_FEED) ends++;
        else if (byte === QUOTE) {
          if (close + 1 === length || bytes[close + 1] !== QUOTE) break;
          isDoubled = true;
          close++;
        }
      }
      if (close + 1 >= length && !isLast) return undefined;
      if (close === length) throw broken(file, line + lines, 'a quote that is never closed');
      lines += ends;
      cell = decoded(bytes, at + 1, close, bits);
      if (isDoubled) cell = cell.replaceAll('""', '"');
      at = close + 1;
      const isEnd = at === length || bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN;
      if (!isEnd && !standsAt(bytes, at, delimiter)) {
        const behind = bytes.toString('utf8', at, at + BEHIND.bytes).slice(0, BEHIND.characters);
        throw broken(file, line + lines, `${JSON.stringify(behind)} behind a closing quote`);
      }
    } else {
      const from = at;
      while (at < length) {
        const byte = bytes[at];
        if (byte === LINE_FEED || (byte === delimiter[0] && standsAt(bytes, at, delimiter))) break;
        bits |= byte;
        at++;
      }
      if (at === length && !isLast) return undefined;
      const isCut = at > from && bytes[at - 1] === CARRIAGE_RETURN && (at === length || bytes[at] === LINE_FEED);
      cell = decoded(bytes, from, isCut ? at - 1 : at, bits);
    }
    cells.push(cell);
    if (at < length && standsAt(bytes, at, delimiter)) {
      at += delimiter.length;
      continue;
    }
    if (at < length && bytes[at] === CARRIAGE_RETURN) {
      at++;
      if (at < length && bytes[at] !== LINE_FEED)
        throw broken(file, line + lines, 'a carriage return behind a closing quote, and no line feed');
    }
    if (at === length) return isLast ? { cells, end: at, lines } : undefined;
    return { cells, end: at + 1, lines: lines + 1 };
  }
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

/** bytes[start, end) as text; bits: all of them together, which are those of ASCII or not. */
function decoded(bytes: Buffer, start: number, end: number, bits: number): string {
  return bytes.toString(bits < 0x80 ? 'latin1' : 'utf8', start, end);
}

function broken(file: string, line: number, found: string): DataError {
  return new DataError({
    file,
    line,
    found,
    legal: 'cells as in RFC 4180: quotes around a cell are closed, quotes in it are doubled',
  });
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
  let at = 0;
  let width = 0;
  try {
    for (let n = 0; n < SAMPLE.records; n++) {
      const found = recordAt(bytes, at, encoded(delimiter), { rest: 'more to come', file, line: 1 });
      if (found === undefined) break;
      at = found.end;
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
