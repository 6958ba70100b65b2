import type { DataError } from '../../files/data-error.ts';
import { CONSTANT, constantValue, type Dataset } from '../../rows/dataset.ts';
import type { Lanes } from './blocks/reader.ts';
import { endRow, JoinedPieces, piecesBy, type TextReading } from './joined-pieces.ts';
import { LabelReader, requireNumbers, type Reader, type ReadOptions, requireExamples } from './reader.ts';
import { skipBlanks } from './pairs.ts';
import { TextParser } from './text-parser.ts';

/**
 * Reads svmlight (LIBSVM) text: one example a line, `label [qid:n] id:value id:value … # comment`.
 *
 * Ids are integers >= 0, in any order; an id that appears twice in a line is summed. Blank lines and comment lines are skipped;
 * blanks are spaces, tabs and carriage returns. The parser walks over blocks of bytes and makes no string unless it has to
 * complain or a number is long. Large files are taken apart by several threads (blocks/reader.ts).
 *
 * Source: T. Joachims, SVMlight, http://svmlight.joachims.org (input format).
 *
 * @throws DataError with line and byte column: a malformed token, a negative id, a value that is not finite in single precision, an
 * illegal label, or none unless labels are 'optional', a malformed qid, qid on some lines only, no example at all, a line without end,
 * more than fits the memory.
 */
export const svmlight: Reader = {
  extensions: ['.svm', '.svmlight', '.libsvm', '.txt', '.dat', '.data', '.binary', ''],
  read: (file, options) => readParts([file], options),
  async *pieces(file, options) {
    requireNumbers(file, options);
    yield* piecesBy(readingOf(file, options), EXAMPLE);
  },
};

/** One dataset from several files, row after row, under the name of the first. */
export async function readParts(files: readonly string[], options: ReadOptions, lanes?: Lanes): Promise<Dataset> {
  requireNumbers(files[0], options);
  const whole = new JoinedPieces();
  let before: TextReading<SvmlightParser>['before'];
  for (const file of files) before = await whole.read({ ...readingOf(file, options), before }, lanes);
  requireExamples(files.at(-1)!, whole.rows.length, EXAMPLE);
  return whole.finish(files[0]);
}

function readingOf(file: string, options: ReadOptions): TextReading<SvmlightParser> {
  return { file, parser: () => new SvmlightParser(file, options), options: { format: 'svmlight', file, options } };
}

const [TAB, LINE_FEED, RETURN, SPACE, HASH, ZERO, COLON, D, I, Q] = [0x09, 0x0a, 0x0d, 0x20, 0x23, 0x30, 0x3a, 0x64, 0x69, 0x71];
/** Feature j becomes column j + 1, which must fit 32 bits. */
const LARGEST_ID = 2 ** 32 - 2;
const EXAMPLE = 'at least one line "label id:value …"';
const LARGEST_GROUP = 2 ** 32 - 1;
const PAIR = `id:value with an integer id from 0 to ${LARGEST_ID} and a finite value`;

/** Takes svmlight text (svmlight.ts) apart, a block of complete lines at a time. */
export class SvmlightParser extends TextParser<Dataset> {
  readonly #joined = new JoinedPieces();
  readonly rows = this.#joined.rows;
  /** Those of the line at hand. */
  #label = NaN;
  #group: number | undefined = undefined;
  /** Value of the constant; 0 where there is none. */
  readonly #constant: number;

  constructor(file: string, { labels = 'real', constant, ...said }: ReadOptions) {
    super(file, new LabelReader(labels, said));
    this.#constant = constantValue(constant);
  }

  override piece(): Dataset {
    return this.#joined.piece(this.place.file);
  }

  protected override takeLines(bytes: Buffer): void {
    const { place } = this;
    let at = 0;
    while (at < bytes.length) {
      place.line++;
      place.start = at;
      at = skipBlanks(bytes, at);
      if (bytes[at] !== LINE_FEED && bytes[at] !== HASH) {
        at = this.#pairs(bytes, this.#groupAt(bytes, this.#labelAt(bytes, at)));
        this.#joined.push(this.#label, 1, this.#group);
      }
      at = bytes[at] === LINE_FEED ? at + 1 : bytes.indexOf(LINE_FEED, at) + 1;
    }
  }

  /** The label that begins at `at`; returns where the rest of the line begins. */
  #labelAt(bytes: Buffer, at: number): number {
    const written = this.decimals.scan(bytes, at);
    const end = this.decimals.end;
    if (!this.labels.required && (bytes[end] === COLON || bytes[end] === Q)) {
      this.#label = NaN;
      return at;
    }
    if (Number.isNaN(written) || !endsToken(bytes[end])) {
      throw this.#trouble(bytes, at, `a label (${this.labels.legal}) before the pairs`);
    }
    const label = this.labels.read(written);
    if (label === undefined) throw this.#trouble(bytes, at, `a label that is ${this.labels.legal}`);
    this.#label = label;
    return skipBlanks(bytes, end);
  }

  /** The group number that begins at `at`, if one does; returns where the pairs begin. */
  #groupAt(bytes: Buffer, at: number): number {
    const given = bytes[at] === Q && bytes[at + 1] === I && bytes[at + 2] === D && bytes[at + 3] === COLON;
    this.hasGroups ??= given;
    if (given !== this.hasGroups) throw this.#trouble(bytes, at, 'qid:n on every line or on none');
    if (!given) return at;
    const start = at + 4;
    const end = skipDigits(bytes, start);
    const group = Number(bytes.toString('latin1', start, end));
    if (end === start || group > LARGEST_GROUP || !endsToken(bytes[end])) {
      throw this.#trouble(bytes, at, `qid:n with an integer n from 0 to ${LARGEST_GROUP}`);
    }
    this.#group = group;
    return skipBlanks(bytes, end);
  }

  /**
   * One finished row from the pairs that begin at `at`; returns where they end.
   *
   * A row whose ids ascend is written where it stays. Any other is begun again by the walk that sums equal ids in double.
   */
  #pairs(bytes: Buffer, at: number): number {
    const begin = at;
    const pairs = this.pairs;
    pairs.length = 0;
    for (;;) {
      at = skipBlanks(bytes, pairs.scan(this.view, at));
      if (bytes[at] === LINE_FEED || bytes[at] === HASH) break;
      at = this.#pair(bytes, at);
    }
    return this.#endAscending() ? at : this.#anyPairs(bytes, begin);
  }

  /** Takes a pair of any kind; returns where it ends. */
  #pair(bytes: Buffer, at: number): number {
    const decimals = this.decimals;
    const colon = skipDigits(bytes, at);
    const id = decimals.scan(bytes, at);
    if (colon === at || bytes[colon] !== COLON || id > LARGEST_ID) throw this.#trouble(bytes, at, PAIR);
    const value = Math.fround(decimals.scan(bytes, colon + 1));
    if (!endsToken(bytes[decimals.end]) || !Number.isFinite(value)) throw this.#trouble(bytes, at, PAIR);
    this.pairs.push(id, value);
    return decimals.end;
  }

  /** Finishes the row of the scanned pairs, unless their ids do not ascend. */
  #endAscending(): boolean {
    const { ids, values: scanned, length } = this.pairs;
    const builder = this.rows;
    const { entries } = builder;
    let end = builder.nonZeros;
    if (end + length + 1 > entries.indices.length) entries.grow(end, end + length + 1);
    const { indices, values } = entries;
    const constant = this.#constant;
    let norm = constant * constant;
    if (constant !== 0) {
      indices[end] = CONSTANT;
      values[end] = constant;
      end++;
    }
    let columns = CONSTANT + 1;
    for (let k = 0; k < length; k++) {
      const id = ids[k];
      if (id + 1 < columns) return false;
      columns = id + 2;
      const value = scanned[k];
      if (value === 0) continue;
      indices[end] = id + 1;
      values[end] = value;
      norm += value * value;
      end++;
    }
    builder.endRowInPlace(end, columns, norm);
    return true;
  }

  /** The same for pairs of any kind. */
  #anyPairs(bytes: Buffer, at: number): number {
    const builder = this.rows;
    const decimals = this.decimals;
    if (this.#constant !== 0) builder.add(CONSTANT, this.#constant);
    while (bytes[at] !== LINE_FEED && bytes[at] !== HASH) {
      const colon = skipDigits(bytes, at);
      const id = decimals.scan(bytes, at);
      if (colon === at || bytes[colon] !== COLON || id > LARGEST_ID) throw this.#trouble(bytes, at, PAIR);
      const value = decimals.scan(bytes, colon + 1);
      if (!endsToken(bytes[decimals.end]) || !Number.isFinite(Math.fround(value))) throw this.#trouble(bytes, at, PAIR);
      builder.add(id + 1, value);
      at = skipBlanks(bytes, decimals.end);
    }
    endRow(builder, this.place, 'a line whose equal ids sum to a finite value');
    return at;
  }

  #trouble(bytes: Buffer, at: number, legal: string): DataError {
    let end = at;
    while (!endsToken(bytes[end])) end++;
    return this.place.trouble(bytes, at, end, legal, 'the end of the line');
  }
}

function skipDigits(bytes: Uint8Array, at: number): number {
  while (bytes[at] >= ZERO && bytes[at] <= ZERO + 9) at++;
  return at;
}

function endsToken(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB || byte === HASH;
}
