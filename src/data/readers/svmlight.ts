import { DataError } from '../../files/data-error.ts';
import { CONSTANT } from '../../rows/dataset.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { DecimalScanner, POWERS } from '../../numerics/decimals.ts';
import { Growing } from '../../rows/growing.ts';
import { LabelReader, requireNumbers } from './labels.ts';
import { readLines } from './lines.ts';
import { datasetName } from './reader.ts';
import type { ReadOptions, Reader } from './reader.ts';
import { SizeError, tooLarge } from '../../rows/room.ts';
import { SparseRowsBuilder } from '../../rows/sparse-rows-builder.ts';

const [TAB, LINE_FEED, RETURN, SPACE, HASH, MINUS, DOT, ZERO, COLON, D, I, Q] = [
  0x09, 0x0a, 0x0d, 0x20, 0x23, 0x2d, 0x2e, 0x30, 0x3a, 0x64, 0x69, 0x71,
];
/** So many digits fit 32 bits. */
const MOST_DIGITS = 9;
/** Feature j becomes column j + 1, which must fit 32 bits. */
const LARGEST_ID = 2 ** 32 - 2;
const EXAMPLE = 'at least one line "label id:value …"';
const LARGEST_GROUP = 2 ** 32 - 1;
const PAIR = `id:value with an integer id from 0 to ${LARGEST_ID} and a finite value`;

/**
 * Reads svmlight (LIBSVM) text: one example a line, `label [qid:n] id:value id:value … # comment`.
 *
 * Ids are integers >= 0, in any order; an id that appears twice in a line is summed. Blank lines and comment lines are skipped;
 * blanks are spaces, tabs and carriage returns. The parser walks over blocks of bytes and makes no string unless it has to
 * complain or a number is long: a few hundred MB/s.
 *
 * Errors (DataError with line and byte column): a malformed token, a negative id, a value that is not finite in single
 * precision, an illegal label, or none unless labels are 'optional', a malformed qid, qid on some lines only, no example at all,
 * a line without end, more than fits the memory.
 *
 * Source: T. Joachims, SVMlight, http://svmlight.joachims.org (input format).
 */
export const svmlight: Reader = {
  extensions: ['.svm', '.svmlight', '.libsvm', '.txt', '.dat', '.data', '.binary', ''],
  read: (file, options) => readParts([file], options),
  async *pieces(file, options) {
    requireNumbers(file, options);
    const parser = new SvmlightParser(options);
    parser.start(file);
    for await (const block of readLines(file, { taken: () => parser.line })) {
      parser.parse(block);
      if (parser.rows > 0) yield { name: datasetName(file), ...parser.piece() };
    }
    parser.requireExamples();
  },
};

/** One dataset from several files, row after row, under the name of the first. */
export async function readParts(files: readonly string[], options: ReadOptions): Promise<Dataset> {
  requireNumbers(files[0], options);
  const parser = new SvmlightParser(options);
  for (const file of files) {
    parser.start(file);
    for await (const block of readLines(file, { taken: () => parser.line })) parser.parse(block);
  }
  return { name: datasetName(files[0]), ...parser.finish() };
}

class SvmlightParser {
  readonly #labelReader: LabelReader;
  readonly #builder = new SparseRowsBuilder();
  readonly #decimals = new DecimalScanner();
  readonly #labels = new Growing(Float64Array);
  readonly #groups = new Growing(Uint32Array);
  #file = '';
  #line = 0;
  #lineStart = 0;
  /** Rows that were handed over in pieces. */
  #before = 0;
  /** Whether the first row is of a group. */
  #hasGroups = false;

  constructor({ labels = 'real', ...said }: ReadOptions) {
    this.#labelReader = new LabelReader(labels, said);
  }

  /** Lines of the file that were taken. */
  get line(): number {
    return this.#line;
  }

  /** What comes from here on is the text of this file. */
  start(file: string): void {
    this.#file = file;
    this.#line = 0;
  }

  /** Takes a block of complete lines. */
  parse(bytes: Buffer): void {
    try {
      this.#lines(bytes);
    } catch (error) {
      throw tooLarge({ file: this.#file, line: this.#line }, error);
    }
  }

  /** Rows since the last piece. */
  get rows(): number {
    return this.#labels.length;
  }

  /** The rows since the last piece; those of the next are written over them. */
  piece(): Omit<Dataset, 'name'> {
    this.#before += this.#labels.length;
    return this.#with(this.#builder.piece());
  }

  finish(): Omit<Dataset, 'name'> {
    this.requireExamples();
    try {
      return this.#with(this.#builder.build());
    } catch (error) {
      throw tooLarge({ file: this.#file }, error);
    }
  }

  requireExamples(): void {
    if (this.#before + this.#labels.length === 0) throw new DataError({ file: this.#file, found: 'no examples', legal: EXAMPLE });
  }

  #with(rows: Dataset['rows']): Omit<Dataset, 'name'> {
    return { rows, labels: this.#labels.shared(), ...(this.#hasGroups && { groups: this.#groups.shared() }) };
  }

  #lines(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      this.#line++;
      this.#lineStart = at;
      at = skipBlanks(bytes, at);
      if (bytes[at] !== LINE_FEED && bytes[at] !== HASH) at = this.#pairs(bytes, this.#group(bytes, this.#label(bytes, at)));
      at = bytes[at] === LINE_FEED ? at + 1 : bytes.indexOf(LINE_FEED, at) + 1;
    }
  }

  /** The label that begins at `at`; returns where the rest of the line begins. */
  #label(bytes: Buffer, at: number): number {
    const written = this.#decimals.scan(bytes, at);
    const end = this.#decimals.end;
    if (!this.#labelReader.required && (bytes[end] === COLON || bytes[end] === Q)) {
      this.#labels.push(NaN);
      return at;
    }
    if (Number.isNaN(written) || !endsToken(bytes[end])) {
      throw this.#trouble(bytes, at, `a label (${this.#labelReader.legal}) before the pairs`);
    }
    const label = this.#labelReader.read(written);
    if (label === undefined) throw this.#trouble(bytes, at, `a label that is ${this.#labelReader.legal}`);
    this.#labels.push(label);
    return skipBlanks(bytes, end);
  }

  /** The group number that begins at `at`, if one does; returns where the pairs begin. */
  #group(bytes: Buffer, at: number): number {
    const given = bytes[at] === Q && bytes[at + 1] === I && bytes[at + 2] === D && bytes[at + 3] === COLON;
    if (this.#before + this.#labels.length === 1) this.#hasGroups = given;
    if (given !== this.#hasGroups) throw this.#trouble(bytes, at, 'qid:n on every line or on none');
    if (!given) return at;
    const start = at + 4;
    const end = skipDigits(bytes, start);
    const group = Number(bytes.toString('latin1', start, end));
    if (end === start || group > LARGEST_GROUP || !endsToken(bytes[end])) {
      throw this.#trouble(bytes, at, `qid:n with an integer n from 0 to ${LARGEST_GROUP}`);
    }
    this.#groups.push(group);
    return skipBlanks(bytes, end);
  }

  /**
   * One finished row from the pairs that begin at `at`; returns where they end.
   *
   * Ordinary pairs, ascending ids and few digits, are taken in one walk and written where they stay; a row with a pair of another
   * kind is begun again, by the walk that knows all kinds and complains of what is none.
   */
  #pairs(bytes: Buffer, at: number): number {
    const begin = at;
    const builder = this.#builder;
    const decimals = this.#decimals;
    const { entries } = builder;
    let end = builder.nonZeros;
    if (end === entries.indices.length) entries.grow(end);
    let { indices, values } = entries;
    indices[end] = CONSTANT;
    values[end] = 1;
    end++;
    let norm = 1;
    let last = CONSTANT;
    while (bytes[at] !== LINE_FEED && bytes[at] !== HASH) {
      let k = at;
      let id = 0;
      for (let digit = bytes[k] - ZERO; digit >>> 0 <= 9; digit = bytes[++k] - ZERO) id = (id * 10 + digit) | 0;
      if (bytes[k] !== COLON || k === at || k > at + MOST_DIGITS || id < last) return this.#anyPairs(bytes, begin);
      const start = ++k;
      const negative = bytes[k] === MINUS;
      if (negative) k++;
      const first = k;
      let mantissa = 0;
      for (let digit = bytes[k] - ZERO; digit >>> 0 <= 9; digit = bytes[++k] - ZERO) mantissa = (mantissa * 10 + digit) | 0;
      // Zeros before the point count for nothing; but of many digits, 32 bits may hold 0 as well.
      let digits = mantissa === 0 && k - first <= MOST_DIGITS ? 0 : k - first;
      let fraction = 0;
      if (bytes[k] === DOT) {
        const point = ++k;
        for (let digit = bytes[k] - ZERO; digit >>> 0 <= 9; digit = bytes[++k] - ZERO) mantissa = (mantissa * 10 + digit) | 0;
        fraction = k - point;
        digits += fraction;
      }
      let value: number;
      if (digits > 0 && digits <= MOST_DIGITS && endsToken(bytes[k])) {
        value = Math.fround(negative ? -(mantissa / POWERS[fraction]) : mantissa / POWERS[fraction]);
      } else {
        value = decimals.scanSingle(bytes, start);
        k = decimals.end;
        if (!endsToken(bytes[k]) || !Number.isFinite(value)) return this.#anyPairs(bytes, begin);
      }
      last = id + 1;
      if (value !== 0) {
        if (end === indices.length) {
          entries.grow(end);
          ({ indices, values } = entries);
        }
        indices[end] = last;
        values[end] = value;
        norm += value * value;
        end++;
      }
      at = skipBlanks(bytes, k);
    }
    builder.endRowInPlace(end, last + 1, norm);
    return at;
  }

  /** The same for pairs of any kind. */
  #anyPairs(bytes: Buffer, at: number): number {
    const builder = this.#builder;
    const decimals = this.#decimals;
    builder.add(CONSTANT, 1);
    while (bytes[at] !== LINE_FEED && bytes[at] !== HASH) {
      let k = at;
      let id = 0;
      let digit = bytes[k] - ZERO;
      while (digit >= 0 && digit <= 9) {
        id = id * 10 + digit;
        digit = bytes[++k] - ZERO;
      }
      if (k === at || bytes[k] !== COLON || id > LARGEST_ID) throw this.#trouble(bytes, at, PAIR);
      const value = decimals.scan(bytes, k + 1);
      if (!endsToken(bytes[decimals.end]) || !Number.isFinite(Math.fround(value))) throw this.#trouble(bytes, at, PAIR);
      builder.add(id + 1, value);
      at = skipBlanks(bytes, decimals.end);
    }
    this.#endRow();
    return at;
  }

  #endRow(): void {
    try {
      this.#builder.endRow();
    } catch (error) {
      if (!(error instanceof RangeError) || error instanceof SizeError) throw error;
      const found = `a line that cannot be stored (${error.message})`;
      throw new DataError({ file: this.#file, line: this.#line, found, legal: 'a line whose equal ids sum to a finite value' });
    }
  }

  #trouble(bytes: Buffer, at: number, legal: string): DataError {
    let end = at;
    while (!endsToken(bytes[end])) end++;
    const token = bytes.toString('utf8', at, Math.min(end, at + 40));
    const found = end === at ? 'the end of the line' : JSON.stringify(end > at + 40 ? `${token}…` : token);
    return new DataError({ file: this.#file, line: this.#line, column: at - this.#lineStart + 1, found, legal });
  }
}

function skipBlanks(bytes: Uint8Array, at: number): number {
  while (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === RETURN) at++;
  return at;
}

function skipDigits(bytes: Uint8Array, at: number): number {
  while (bytes[at] >= ZERO && bytes[at] <= ZERO + 9) at++;
  return at;
}

function endsToken(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB || byte === HASH;
}
