import { DataError } from '../../files/data-error.ts';
import { PACKED } from '../readers/reader.ts';
import { readText } from './utf8.ts';
import { count } from '../../numerics/display.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Characters of a record: one document. */
const LONGEST = 2 ** 27;
/** What is looked at to find the delimiter: so many records of the first so many characters. */
const SAMPLE = { records: 20, characters: 1 << 16 } as const;
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
 * The delimiter is the one among comma, tab and semicolon by which the first records have equally many cells, and most of them.
 *
 * Errors (DataError with the line): a quote that is never closed or has something behind it, a record without end; readText's.
 */
export async function* readRecords(file: string, delimiter?: string): AsyncGenerator<TableRecord> {
  const splitter = new Splitter(file, delimiter);
  for await (const piece of readText(file)) yield* splitter.split(piece, 'more to come');
  yield* splitter.split('', 'the end');
}

type Rest = 'more to come' | 'the end';

class Splitter {
  readonly #file: string;
  #delimiter: string | undefined;
  #text = '';
  #at = 0;
  #line = 1;
  /** Characters to hold before the record under way is looked at again: it may go on over many pieces. */
  #enough = 0;

  constructor(file: string, delimiter: string | undefined) {
    this.#file = file;
    this.#delimiter = delimiter;
  }

  *split(piece: string, rest: Rest): Generator<TableRecord> {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    if (rest === 'more to come' && this.#text.length < this.#enough) return;
    this.#delimiter ??= delimiterOf(this.#file, this.#text);
    for (;;) {
      const found = recordAt(this.#text, this.#at, this.#delimiter.charCodeAt(0), { rest, file: this.#file, line: this.#line });
      if (found === undefined) break;
      const { cells, end, lines } = found;
      if (cells.length > 1 || cells[0] !== '') yield { line: this.#line, cells };
      this.#at = end;
      this.#line += lines;
    }
    const held = this.#text.length - this.#at;
    if (held > LONGEST) throw this.#tooLong();
    this.#enough = 2 * held;
  }

  #tooLong(): DataError {
    const found = `a record of more than ${count(LONGEST)} characters`;
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
function recordAt(text: string, start: number, delimiter: number, { rest, file, line }: Circumstances): Found | undefined {
  const { length } = text;
  if (start >= length) return undefined;
  const isLast = rest === 'the end';
  const cells: string[] = [];
  let lines = 0;
  let at = start;
  for (;;) {
    let cell: string;
    if (at < length && text.charCodeAt(at) === QUOTE) {
      let close = text.indexOf('"', at + 1);
      let isDoubled = false;
      while (close >= 0 && close + 1 < length && text.charCodeAt(close + 1) === QUOTE) {
        isDoubled = true;
        close = text.indexOf('"', close + 2);
      }
      if (close < 0 || (close + 1 === length && !isLast)) {
        if (isLast) throw broken(file, line + lines, 'a quote that is never closed');
        return undefined;
      }
      cell = text.slice(at + 1, close);
      for (let k = cell.indexOf('\n'); k >= 0; k = cell.indexOf('\n', k + 1)) lines++;
      if (isDoubled) cell = cell.replaceAll('""', '"');
      at = close + 1;
      const unit = at < length ? text.charCodeAt(at) : LINE_FEED;
      if (unit !== delimiter && unit !== LINE_FEED && unit !== CARRIAGE_RETURN)
        throw broken(file, line + lines, `${JSON.stringify(text.slice(at, at + 20))} behind a closing quote`);
    } else {
      const from = at;
      while (at < length) {
        const unit = text.charCodeAt(at);
        if (unit === delimiter || unit === LINE_FEED) break;
        at++;
      }
      if (at === length && !isLast) return undefined;
      const isCut =
        text.charCodeAt(at - 1) === CARRIAGE_RETURN && at > from && (at === length || text.charCodeAt(at) === LINE_FEED);
      cell = text.slice(from, isCut ? at - 1 : at);
    }
    cells.push(cell);
    if (at < length && text.charCodeAt(at) === delimiter) {
      at++;
      continue;
    }
    if (at < length && text.charCodeAt(at) === CARRIAGE_RETURN) {
      at++;
      if (at < length && text.charCodeAt(at) !== LINE_FEED)
        throw broken(file, line + lines, 'a carriage return behind a closing quote, and no line feed');
    }
    if (at === length) return isLast ? { cells, end: at, lines } : undefined;
    return { cells, end: at + 1, lines: lines + 1 };
  }
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
function delimiterOf(file: string, text: string): string {
  const sample = text.slice(0, SAMPLE.characters);
  const delimiters = DELIMITERS[/\.tsv$/i.test(file.replace(PACKED, '')) ? '.tsv' : 'other'];
  let [best, most]: [string, number] = [delimiters[0], 1];
  for (const delimiter of delimiters) {
    const width = widthBy(file, sample, delimiter);
    if (width > most) [best, most] = [delimiter, width];
  }
  return best;
}

/** How many cells the first records have; 1 where they differ, or are none. */
function widthBy(file: string, text: string, delimiter: string): number {
  let at = 0;
  let width = 0;
  try {
    for (let n = 0; n < SAMPLE.records; n++) {
      const found = recordAt(text, at, delimiter.charCodeAt(0), { rest: 'more to come', file, line: 1 });
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
  return width === 0 ? text.split(delimiter).length : width;
}
