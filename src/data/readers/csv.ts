import { DataError } from '../../files/data-error.ts';
import { decimal } from '../../numerics/decimals.ts';
import { Growing, tooLarge } from '../../rows/building/growing.ts';
import { CONSTANT, type Dataset, isImportance, LEGAL_IMPORTANCE } from '../../rows/dataset.ts';
import { namedLabels, severalClasses } from '../documents/classes.ts';
import { ColumnKinds, isMissing, nearNumberHint } from './column-kinds.ts';
import { type Columns, csvColumns, csvRows, HEADER_HINT, mayHoldIds } from './csv-columns.ts';
import { JoinedPieces } from './joined-pieces.ts';
import { LabelReader, type Reader, type ReadOptions, requireExamples } from './reader.ts';

/** Entries, from which on rows are handed over where they are read in pieces. */
const PIECE = 1 << 15;
/** Rows by which a hint judges what the columns of a table are. */
const SAMPLE = 2000;

/**
 * Reads tables of numbers (CSV, TSV): one example a row, one of the columns its label, the others features 1, 2, … in order.
 *
 * A column may hold importances (option `importanceColumn`), text (`textColumn`) or ids (`idColumn`), others may be left out
 * (`ignoreColumns`), and where labels are 'optional' or 'if-given' there may be none. A first column without a name that looks like labels, where labels
 * are 'optional', has to be said to be some or not. Quotes, escapes, encodings and line ends are csv-parse's. The
 * first row is a header if one of its cells is not a number and those that are may be names (documents/records.ts; option `header` decides
 * otherwise). Zeros are not stored. Every cell
 * must be a number: text, empty cells, NaN and values that are not finite in single precision are refused, because any number put
 * in their place would be a guess.
 *
 * @throws DataError with line and cell, counted from 1: the above, a row of another length, an unknown column, one that is named twice,
 * an illegal label or importance, broken quotes, no example at all.
 */
export const csv: Reader = {
  extensions: ['.csv', '.tsv'],
  async read(file, options) {
    const table = new Table(file, options);
    try {
      for await (const { record, line } of csvRows(file, options)) table.add(record, line);
      return table.finish();
    } catch (error) {
      throw tooLarge({ file }, await table.advised(error));
    }
  },
  async *pieces(file, options) {
    const table = new Table(file, options);
    try {
      for await (const { record, line } of csvRows(file, options)) {
        table.add(record, line);
        if (table.entries >= PIECE) yield table.piece();
      }
    } catch (error) {
      throw await table.advised(error);
    }
    table.requireExamples();
    if (table.entries > 0) yield table.piece();
  },
};

class Table {
  readonly #file: string;
  readonly #options: ReadOptions;
  readonly #labelReader: LabelReader;
  readonly #joined = new JoinedPieces();
  readonly #texts: string[] = [];
  readonly #ids: string[] = [];
  /** Labels as they are written, where they are names. */
  readonly #written: string[] = [];
  readonly #lines = new Growing(Uint32Array);
  readonly #hasNames: boolean;
  /** Whether the first row has cells that are no numbers. */
  #hasWords = false;
  #labelled = 0;
  /** Whether rows were handed over. */
  #isBegun = false;
  /** Unknown before the first row. */
  #columns: Columns | undefined;
  /** A cell of a feature that is no number; what the message advises depends on other rows of the table (advised). */
  #stray: { readonly cells: readonly string[]; readonly line: number; readonly k: number } | undefined;
  /** Reads the first column of a table without names as labels, for as long as it looks like them and nobody has said what it is. */
  #suspicion: LabelReader | undefined;

  constructor(file: string, options: ReadOptions) {
    this.#file = file;
    this.#options = options;
    this.#labelReader = new LabelReader(options.labels ?? 'real', options.classNames && { classNames: options.classNames });
    this.#hasNames = options.labels === 'class' || (options.classNames ?? options.classes ?? options.positive) !== undefined;
  }

  add(cells: readonly string[], line: number): void {
    if (this.#columns === undefined) {
      this.#columns = csvColumns(cells, { file: this.#file, line }, this.#options, this.#labelReader);
      this.#hasWords = cells.some((cell) => Number.isNaN(decimal(cell)));
      if (this.#columns.isHeader) return;
      const isSaid = this.#options.labelColumn !== undefined || this.#columns.roles[0] !== 'feature';
      if (this.#labelReader.tolerant && !isSaid) this.#suspicion = new LabelReader('sign');
    }
    const { roles } = this.#columns;
    const width = roles.length;
    if (cells.length !== width) {
      throw new DataError({ file: this.#file, line, found: `${cells.length} cells`, legal: `${width} cells in every row` });
    }
    if (this.#suspicion?.read(decimal(cells[0])) === undefined) this.#suspicion = undefined;
    this.#joined.rows.add(CONSTANT, 1);
    let id = 0;
    let [label, importance] = [NaN, 1];
    for (let k = 0; k < width; k++) {
      const role = roles[k];
      if (role === 'feature') this.#joined.rows.add(++id + 1, this.#number(cells, line, k));
      else if (role === 'label') label = this.#label(cells, line, k);
      else if (role === 'importance') importance = this.#importance(cells[k], line, k);
      else if (role === 'text') this.#texts.push(cells[k]);
      else if (role === 'id') this.#ids.push(cells[k]);
    }
    this.#joined.push(label, importance);
    this.#lines.push(line);
    this.#joined.rows.endRow();
  }

  /** Entries since the last piece, the constant's included: a row has one. */
  get entries(): number {
    return this.#joined.rows.nonZeros;
  }

  /** The rows since the last piece; those of the next are written over them. */
  piece(): Dataset {
    this.#isBegun = true;
    this.#texts.length = 0;
    this.#ids.length = 0;
    this.#lines.shared();
    return this.#joined.piece(this.#file, this.#width);
  }

  /** Columns of the rows: one for each feature, the constant's and the free one behind it. */
  get #width(): number {
    return this.#columns!.roles.filter((role) => role === 'feature').length + 2;
  }

  requireExamples(): void {
    const file = this.#file;
    if (!this.#isBegun) requireExamples(file, this.#joined.rows.length, 'at least one row of numbers');
    if (this.#suspicion !== undefined) throw labelsOrFeature(file);
  }

  finish(): Dataset {
    const file = this.#file;
    this.requireExamples();
    const { roles, names } = this.#columns!;
    const ids = roles.findIndex((role, k) => role === 'feature' && mayHoldIds(names[k]));
    return {
      ...this.#joined.finish(file, this.#width),
      ...this.#classesRead(),
      ...(roles.includes('text') && { texts: this.#texts }),
      ...(roles.includes('id') && { ids: this.#ids }),
      ...(roles.includes('label') && { labelled: this.#labelled }),
      ...(ids >= 0 && { idColumn: names[ids] || ids + 1 }),
    };
  }

  /** Names of classes are read when all are known. */
  #classesRead(): Partial<Pick<Dataset, 'labels' | 'classNames' | 'classes'>> {
    if (!this.#hasNames || this.#written.length === 0) return {};
    const { labels: choice = 'real', classNames } = this.#options;
    const column = { file: this.#file, written: this.#written, lines: this.#lines.shared() };
    if (choice === 'class') return severalClasses(column, classNames);
    if (classNames !== undefined) return severalClasses(column, classNames, 'where it is known');
    return namedLabels(column, choice, this.#options);
  }

  #label(cells: readonly string[], line: number, k: number): number {
    const cell = cells[k];
    if (cell !== '') this.#labelled++;
    if (this.#hasNames) {
      this.#written.push(cell);
      return NaN;
    }
    const label = this.#labelReader.read(decimal(cell));
    if (label !== undefined) return label;
    if (this.#labelReader.tolerant || (!this.#labelReader.required && cell === '')) return NaN;
    const legal = `a label that is ${this.#labelReader.legal}${this.#byDefault(cells)}${this.#headerHint()}`;
    throw this.#trouble(cell, line, k, legal);
  }

  /** Says which column was taken for the label where nobody did: a table without names may have it anywhere, mostly at its end. */
  #byDefault(cells: readonly string[]): string {
    if (this.#options.labelColumn !== undefined || this.#columns!.isHeader) return '';
    const last = JSON.stringify(cells.at(-1)!.slice(0, 40));
    return `, in the first column unless the label column is named: the last one, ${last} here, is --label-column ${cells.length}`;
  }

  /** Words in a first row that was taken for an example may be names after all. */
  #headerHint(): string {
    const isDetected = (this.#options.header ?? 'detect') === 'detect' && !this.#columns!.isHeader;
    return isDetected && !this.#isBegun && this.#joined.rows.length === 0 && this.#hasWords ? `; ${HEADER_HINT}` : '';
  }

  #importance(cell: string, line: number, k: number): number {
    const importance = decimal(cell);
    if (isImportance(importance)) return importance;
    throw this.#trouble(cell, line, k, LEGAL_IMPORTANCE);
  }

  #number(cells: readonly string[], line: number, k: number): number {
    const value = decimal(cells[k]);
    if (Number.isFinite(Math.fround(value))) return value;
    this.#stray = { cells, line, k };
    throw new Error('a cell that is no number');
  }

  /** The error itself; for a cell that is no number, one that says what to write, by the first rows of the file and that of the cell. */
  async advised(error: unknown): Promise<unknown> {
    if (this.#stray === undefined) return error;
    const { cells, line, k } = this.#stray;
    const kinds = new ColumnKinds(this.#columns!);
    let [rows, last] = [0, 0];
    for await (const row of csvRows(this.#file, this.#options)) {
      if (rows > 0 || !this.#columns!.isHeader) kinds.see(row.record);
      last = row.line;
      if (++rows === SAMPLE) break;
    }
    if (line > last) kinds.see(cells);
    return this.#trouble(cells[k], line, k, `a number that is finite in single precision${this.#hint(cells[k], k, kinds)}`);
  }

  /** A single word in a column of numbers is a slip, unless it is in the first row. */
  #hint(cell: string, k: number, kinds: ColumnKinds): string {
    if (isMissing(cell)) return `; to read missing values as nothing, pass ${kinds.hint()}`;
    const near = nearNumberHint(cell);
    if (near !== '') return near;
    const isFirst = !this.#isBegun && this.#joined.rows.length === 0;
    if (!isFirst && kinds.words(k) === 1) return ', as in the rows before';
    return `; to learn from a table with words, pass ${kinds.hint()}${this.#headerHint()}`;
  }

  #trouble(cell: string, line: number, k: number, legal: string): DataError {
    const { isHeader, names } = this.#columns!;
    const name = isHeader ? ` under ${JSON.stringify(names[k])}` : '';
    const found = `${cell === '' ? 'an empty cell' : JSON.stringify(cell.slice(0, 40))}${name}`;
    return new DataError({ file: this.#file, line, column: k + 1, found, legal });
  }
}

/** Taken for a feature, labels would be learned from; taken for labels, a feature would be lost. */
function labelsOrFeature(file: string): DataError {
  const found = 'a first column without a name that may hold labels: nothing but 1 and one of 0 and -1';
  const legal =
    '--label-column 1 if these are labels (they are not read), --label-column none if it is a feature; or a row of names';
  return new DataError({ file, found, legal });
}

/**
 * The names of a table's features, in their order, from its first row; undefined where that is an example.
 *
 * @throws DataError as the reader of tables does for a first row.
 */
export async function csvNames(file: string, options: ReadOptions): Promise<readonly string[] | undefined> {
  for await (const { record, line } of csvRows(file, options)) {
    const { roles, names, isHeader } = csvColumns(record, { file, line }, options, new LabelReader('optional'));
    return isHeader ? names.filter((_, k) => roles[k] === 'feature') : undefined;
  }
  return undefined;
}
