import { isMissing, LABEL_NAMES, nearNumberHint } from '../readers/column-kinds.ts';
import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { decimal } from '../../numerics/decimals.ts';
import { isImportance, LEGAL_IMPORTANCE, withImportances, type Dataset } from '../../rows/dataset.ts';
import { Growing, sharedFloat64, tooLarge } from '../../rows/building/growing.ts';
import { DocumentRows } from '../../text/document-rows.ts';
import type { TextSettings, Vectorizer } from '../../text/vectorizer.ts';
import { datasetName, type ReadOptions, type GuessColumns } from '../readers/reader.ts';
import { folded, namedLabels, severalClasses, type WrittenLabels } from './classes.ts';
import { jsonFields, lineFields, tableFields, type FieldReader, type Fields, type Wanted } from './fields.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { firstOf } from '../../files/printable.ts';
import { guessRows, type Guess } from '../../rows/guesses.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';

/** The name of a format of documents: a table, JSON lines, lines of text. */
export type DocumentFormat = 'csv' | 'jsonl' | 'text';

/** Each document's fields, by format. */
export const documentFormats: Record<DocumentFormat, FieldReader> = {
  csv: tableFields,
  jsonl: jsonFields,
  text: lineFields,
};

/** What a file of documents says besides rows and labels. */
export interface Documents extends Dataset {
  /** One a row: its columns of text, an empty line between two; absent where guesses are read without any. */
  readonly texts?: readonly string[];
  /** One a row, where there are any: its columns of numbers and categories, a line each. */
  readonly beside?: readonly string[];
  /** What made the rows, and makes rows of other documents; absent of guesses. */
  readonly vectorizer?: Vectorizer;
}

const NONE: readonly never[] = [];

/** All there is of a document that is a line. */
const LINE: Wanted = { use: 'text', columns: [], need: 'may' };

/** Columns of ids that are found by custom, in any case. */
const ID_NAMES = ['id'];

/**
 * Reads documents: rows of their words, of numbers and categories beside them (text/vectorizer.ts), with labels, ids and texts.
 *
 * Nothing but the columns that are named is learned from. A document without a word is a row without a word.
 *
 * @throws DataError with the line: no column of text, one that is not there, a cell of numbers that is none; no document at all; those
 * of classes.ts, fields.ts, records.ts and lines.ts.
 */
export async function readDocuments(file: string, format: DocumentFormat, options: ReadOptions): Promise<Documents> {
  const { fitted, guess } = options;
  const settings = settingsOf(file, format, options);
  const documents = new DocumentRows(settings, fitted);
  const wanted = format === 'text' ? [LINE] : wantedOf(settings, options);
  const [toNumbers, toCategories] = [settings.text.length, settings.text.length + settings.numbers.length];
  const beside = toCategories + settings.categories.length;
  const [hasNumbers, hasCategories] = [toCategories > toNumbers, beside > toCategories];
  /** Label, id, importance; a line has none. */
  const behind = format === 'text' ? wanted.length : beside;
  const [texts, ids, written]: [string[], string[], (string | undefined)[]] = [[], [], []];
  const guesses = guess && new Guesses(guess);
  const cells: string[] = [];
  const [importances, lines] = [new Growing(Float64Array), new Growing(Uint32Array)];
  let line = 0;
  let unused: readonly string[] = [];
  const unwanted = (names: readonly string[]): void => {
    // Who names some has seen that they are to be named, and a model knows its own.
    if (fitted === undefined && guess === undefined && beside === settings.text.length) unused = names;
  };
  try {
    for await (const piece of documentFormats[format](file, wanted, { ...options, unwanted })) {
      for (const fields of piece) {
        ({ line } = fields);
        const { values } = fields;
        const own = format === 'text' ? [values[0] ?? ''] : range(values, 0, toNumbers);
        const numbers = hasNumbers ? numbersIn(values, toNumbers, settings.numbers, { file, line }) : NONE;
        const categories = hasCategories ? range(values, toCategories, beside).map((each) => each.trim()) : NONE;
        if (guesses === undefined) documents.add({ texts: own, numbers, categories });
        else guesses.take(values);
        texts.push(own.length === 1 ? own[0] : own.join('\n\n'));
        if (hasNumbers || hasCategories) cells.push(range(values, toNumbers, beside).join('\n'));
        const id = values[behind + 1];
        const importance = options.importanceColumn === undefined ? undefined : values[behind + 2];
        written.push(values[behind]);
        if (id !== undefined) ids.push(id);
        importances.push(importance === undefined ? 1 : importanceIn(importance, { file, line }));
        lines.push(line);
      }
    }
    if (texts.length === 0) throw new DataError({ file, found: 'no documents', legal: 'one at least' });
    const places = { file, lines: lines.shared() };
    const labels = labelsOf({ ...places, written }, options);
    return {
      name: datasetName(file),
      ...(guesses === undefined ? documents.finish() : { rows: guesses.rows(places, labels.classNames ?? labels.classes) }),
      ...labels,
      ...withImportances(importances.shared()),
      ...((guess === undefined || settings.text.length > 0) && { texts }),
      ...(cells.length > 0 && { beside: cells }),
      ...(ids.length === texts.length && { ids }),
      ...(unused.length > 0 && { unused }),
      ...(written.some((label) => label !== undefined) && { labelled: written.filter((label) => folded(label) !== '').length }),
    };
  } catch (error) {
    throw tooLarge({ file, line }, error);
  }
}

function settingsOf(file: string, format: DocumentFormat, options: ReadOptions): TextSettings {
  const { text = [], numberColumns = [], categoryColumns = [], ngrams = 1, idf = 'pool', bits, fitted } = options;
  if (fitted !== undefined && (format === 'text' || hasColumns(fitted) || text.length > 0))
    return { ...fitted, text: options.text ?? fitted.text };
  if (format !== 'text' && options.guess === undefined && text.length + numberColumns.length + categoryColumns.length === 0) {
    const found = 'documents without a column of text';
    throw new DataError({ file, found, legal: 'the name of its column or key, as in --text abstract' });
  }
  return { text, numbers: numberColumns, categories: categoryColumns, ngrams, idf, ...(bits !== undefined && { bits }) };
}

/** Whether a vectorizer knows its columns: one of lines has none. */
function hasColumns({ text, numbers, categories }: TextSettings): boolean {
  return text.length + numbers.length + categories.length > 0;
}

/** Texts, numbers, categories, then label, id, importance, and last a guess and its confidence. */
function wantedOf({ text, numbers, categories }: TextSettings, options: ReadOptions): Wanted[] {
  const { labels = 'real', labelColumn, idColumn, importanceColumn, guess } = options;
  const must = (use: string, column: string | number): Wanted => ({ use, columns: [column], need: 'must' });
  const needsLabel = labels === 'sign' || labels === 'real' || labels === 'class';
  const free = (names: readonly string[]): Wanted['columns'] =>
    names.filter((name) => ![...text, ...numbers, ...categories].includes(name));
  const isSaid = labelColumn !== undefined && !(labelColumn === 'none' && !needsLabel);
  const label: Wanted = isSaid
    ? must('labels', labelColumn)
    : { use: 'labels', columns: labelColumn === 'none' ? [] : free(LABEL_NAMES), need: 'may' };
  return [
    ...text.map((column) => must('text', column)),
    ...numbers.map((column) => must('numbers', column)),
    ...categories.map((column) => must('categories', column)),
    label,
    idColumn === undefined
      ? { use: 'ids', columns: free(ID_NAMES), need: 'may' }
      : idColumn === 'none'
        ? { use: 'ids', columns: [], need: 'may' }
        : must('ids', idColumn),
    ...(importanceColumn === undefined ? [] : [must('importances', importanceColumn)]),
    ...(guess === undefined ? [] : [must('guesses', guess.column)]),
    ...(guess?.confidence === undefined ? [] : [must('confidences', guess.confidence)]),
  ];
}

/** Cells of these fields; an empty one for none. */
function range(values: Fields['values'], from: number, to: number): string[] {
  return values.slice(from, to).map((cell) => cell ?? '');
}

function numbersIn(values: Fields['values'], from: number, columns: TextSettings['numbers'], place: LineOfFile): number[] {
  return range(values, from, from + columns.length).map((cell, k) => numberIn(cell, columns[k], place));
}

/** NaN for a missing value: nothing is known, and nothing is learned from it. */
function numberIn(cell: string, column: string | number, place: LineOfFile): number {
  if (isMissing(cell)) return NaN;
  const number = decimal(cell.trim());
  if (Number.isFinite(Math.fround(number))) return number;
  const found = `${JSON.stringify(cell.slice(0, 40))} in the column ${JSON.stringify(column)} of numbers`;
  const hint = nearNumberHint(cell) || '; --category-columns takes names';
  throw new DataError({ ...place, found, legal: `a number that is finite in single precision, or a missing one${hint}` });
}

function importanceIn(cell: string, place: LineOfFile): number {
  const importance = decimal(cell.trim());
  if (isImportance(importance)) return importance;
  throw new DataError({ ...place, found: `the importance ${JSON.stringify(cell.slice(0, 40))}`, legal: LEGAL_IMPORTANCE });
}

/** Labels that may be missing and that nobody has named may be anything: then there are none. */
function labelsOf(
  column: Parameters<typeof namedLabels>[0],
  options: ReadOptions,
): Pick<Dataset, 'labels' | 'classes' | 'classNames'> {
  const { labels: choice = 'real', labelColumn, classes, positive } = options;
  const said = { ...(classes && { classes }), ...(positive !== undefined && { positive }) };
  if ((choice === 'sign' || choice === 'real' || choice === 'class') && column.written.every((label) => label === undefined)) {
    const legal = `one named ${LABEL_NAMES.join(', ')}, or the one that --label-column names`;
    throw new DataError({ file: column.file, found: 'no column of labels', legal });
  }
  if (choice === 'class') return severalClasses(column, options.classNames);
  if (options.classNames !== undefined) return severalClasses(column, options.classNames, 'where it is known');
  const isUnsaid = (classes ?? positive) === undefined;
  const met = new Set(column.written.map(folded).filter((name) => name !== ''));
  // Who says what is in a file says all classes.
  if (choice === 'if-given' && isUnsaid && met.size > 2 && [...met].some((name) => Number.isNaN(decimal(name))))
    return severalClasses(column, undefined, 'where it is known');
  try {
    return namedLabels(column, choice, said);
  } catch (error) {
    const isByCustom = labelColumn === undefined && isUnsaid;
    if (choice !== 'optional' || !isByCustom || !(error instanceof DataError)) throw error;
    return { labels: sharedFloat64(column.written.map(() => NaN)) };
  }
}

const MOST_SHOWN = 10;

/** Where rows stand, for errors. */
type Places = Pick<WrittenLabels, 'file' | 'lines'>;

/** The columns of guesses of a table, row by row, and what rows they make. */
export class Guesses {
  readonly #columns: GuessColumns;
  readonly #written: (string | undefined)[] = [];
  readonly #confidences: (string | undefined)[] = [];

  constructor(columns: GuessColumns) {
    this.#columns = columns;
  }

  /** The cells of a row, of which the last ones are its guess and, where there is a column, how likely it is. */
  take(cells: readonly (string | undefined)[]): void {
    const isConfident = this.#columns.confidence !== undefined;
    this.#written.push(cells.at(isConfident ? -2 : -1));
    if (isConfident) this.#confidences.push(cells.at(-1));
  }

  /**
   * The rows of guesses (rows/guesses.ts) of these classes, upper and lower case one; undefined: those that the columns name. Of two
   * classes cells are probabilities of the second one where all are numbers from 0 to 1, and not all names of classes.
   *
   * @throws DataError with the line: classes that nobody names, a row without a guess, a guess that is none of the classes, with the
   * nearest, a confidence that is no number from 0 to 1.
   */
  rows(places: Places, labelled: readonly string[] | undefined): SparseRows {
    const { classes = labelled, confidence } = this.#columns;
    const names = [...new Set(this.#written.map((cell) => cell?.trim() ?? ''))];
    if (classes === undefined) {
      const shown = names.slice(0, MOST_SHOWN).join(',');
      const found = `${names.length} different guesses, and no labels that say which classes there are`;
      throw new DataError({ file: places.file, found, legal: `their names, as in --classes ${shown}` });
    }
    const numbers = new Map(classes.map((name, k) => [folded(name), k]));
    const isNamed = names.every((name) => numbers.has(folded(name)));
    const areProbabilities = classes.length === 2 && confidence === undefined && !isNamed && names.every(isShare);
    const guessIn = (cell: string | undefined, row: number): Guess => {
      if (areProbabilities) {
        const p = decimal(cell!.trim());
        return { guessed: p >= 0.5 ? 1 : 0, confidence: Math.max(p, 1 - p) };
      }
      const guessed = numbers.get(folded(cell));
      if (guessed === undefined) throw this.#noGuess(places, row, classes);
      return { guessed, confidence: confidence === undefined ? undefined : this.#confidence(places, row) };
    };
    return guessRows(this.#written.map(guessIn), classes.length);
  }

  #confidence({ file, lines }: Places, row: number): number {
    const said = this.#confidences[row]?.trim() ?? '';
    if (isShare(said)) return decimal(said);
    const found = `${JSON.stringify(said)} in the column ${JSON.stringify(this.#columns.confidence)}`;
    throw new DataError({ file, line: lines[row], found, legal: 'a confidence, a number from 0 to 1' });
  }

  #noGuess({ file, lines }: Places, row: number, classes: readonly string[]): DataError {
    const cell = this.#written[row];
    const found =
      folded(cell) === ''
        ? `no guess in the column ${JSON.stringify(this.#columns.column)}`
        : `the guess ${JSON.stringify(cell)}${didYouMean(cell!, classes)}`;
    const legal = `one of ${firstOf(classes, MOST_SHOWN)}`;
    return new DataError({ file, line: lines[row], found, legal });
  }
}

function isShare(cell: string): boolean {
  const p = decimal(cell);
  return p >= 0 && p <= 1;
}
