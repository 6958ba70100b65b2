import { isMissing, LABEL_NAMES, nearNumberHint } from '../readers/column-kinds.ts';
import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { decimal } from '../../numerics/decimals.ts';
import { present } from '../../numerics/present.ts';
import { isImportance, LEGAL_IMPORTANCE, selectRows, withImportances, type Dataset } from '../../rows/dataset.ts';
import { Growing, sharedFloat64, tooLarge } from '../../rows/building/growing.ts';
import { DocumentRows } from '../../text/document-rows.ts';
import type { TextSettings, Vectorizer } from '../../text/vectorizer.ts';
import { datasetName, needsLabel, type GuessColumns, type ReadOptions } from '../readers/reader.ts';
import { folded, namedLabels, numberLabels, severalClasses } from './classes.ts';
import { Guesses } from './guesses.ts';
import { jsonFields, lineFields, tableFields, type FieldReader, type Fields, type Wanted } from './fields.ts';

/** The name of a format of documents: a table, JSON lines, lines of text. */
export type DocumentFormat = 'csv' | 'jsonl' | 'text';

/** Each document's fields, by format. */
export const documentFormats: Record<DocumentFormat, FieldReader> = { csv: tableFields, jsonl: jsonFields, text: lineFields };

/** Rows of a file in which two guesses differ. */
export interface Differing {
  /** The columns of the guesses: that which the rows predict, and its rival. */
  readonly names: readonly [string, string];
  /** Which rows, from 0. */
  readonly rows: readonly number[];
  /** How many the file has. */
  readonly of: number;
}

/** What a file of documents says besides rows and labels. */
export interface Documents extends Dataset {
  /** One a row: its columns of text, an empty line between two; absent where guesses are read without any. */
  readonly texts?: readonly string[];
  /** One a row, where there are any: its columns of numbers and categories, a line each. */
  readonly beside?: readonly string[];
  /** Columns that are to be shown: what they are called, and the cells of each row; absent where none are. */
  readonly shown?: { readonly names: readonly string[]; readonly cells: readonly (readonly string[])[] };
  /** What made the rows, and makes rows of other documents; absent of guesses. */
  readonly vectorizer?: Vectorizer;
  /** Where two guesses are held against each other: that these are the rows in which they differ; absent of other rows. */
  readonly differing?: Differing;
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
  const { fitted, guess, shown = [] } = options;
  const settings = settingsOf(file, format, options);
  const documents = new DocumentRows(settings, fitted);
  const wanted = format === 'text' ? [LINE] : wantedOf(settings, options);
  const [toNumbers, toCategories] = [settings.text.length, settings.text.length + settings.numbers.length];
  const beside = toCategories + settings.categories.length;
  const [hasNumbers, hasCategories] = [toCategories > toNumbers, beside > toCategories];
  /** Label, id, importance, what is to be shown; a line has none. */
  const behind = format === 'text' ? wanted.length : beside;
  const toShown = behind + (options.importanceColumn === undefined ? 2 : 3);
  const [texts, ids, written, asTheyAre]: [string[], string[], (string | undefined)[], string[][]] = [[], [], [], []];
  const guesses = guess && new Guesses(guess, options.range);
  const cells: string[] = [];
  const [importances, lines] = [new Growing(Float64Array), new Growing(Uint32Array)];
  let line = 0;
  const numberAt = (cell: string, k: number): number => numberIn(cell, settings.numbers[k], { file, line });
  // Who names some has seen that they are to be named, and a model knows its own.
  const isOpen = fitted === undefined && guess === undefined && beside === settings.text.length;
  const unused: string[] = [];
  const unwanted = (names: readonly string[]): unknown => isOpen && unused.push(...names);
  try {
    for await (const piece of documentFormats[format](file, wanted, { ...options, unwanted })) {
      for (const fields of piece) {
        ({ line } = fields);
        const { values } = fields;
        const own = format === 'text' ? [values[0] ?? ''] : range(values, 0, toNumbers);
        const numbers = hasNumbers ? range(values, toNumbers, toCategories).map(numberAt) : NONE;
        const categories = hasCategories ? range(values, toCategories, beside).map((each) => each.trim()) : NONE;
        if (guesses === undefined) documents.add({ texts: own, numbers, categories });
        else guesses.take(values);
        texts.push(own.length === 1 ? own[0] : own.join('\n\n'));
        if (hasNumbers || hasCategories) cells.push(range(values, toNumbers, beside).join('\n'));
        const id = values[behind + 1];
        const importance = options.importanceColumn === undefined ? undefined : values[behind + 2];
        written.push(values[behind]);
        if (id !== undefined) ids.push(id);
        if (shown.length > 0) asTheyAre.push(range(values, toShown, toShown + shown.length));
        importances.push(importance === undefined ? 1 : importanceIn(importance, { file, line }));
        lines.push(line);
      }
    }
    if (texts.length === 0) throw new DataError({ file, found: 'no documents', legal: 'one at least' });
    const places = { file, lines: lines.shared() };
    const labels = labelsOf({ ...places, written }, options);
    const guessed = guesses?.rows(places, labels.classNames ?? labels.classes);
    const read = {
      name: datasetName(file),
      ...(guessed === undefined ? documents.finish() : { rows: guessed.rows }),
      ...labels,
      ...withImportances(importances.shared()),
      ...((guess === undefined || settings.text.length > 0) && { texts }),
      ...(cells.length > 0 && { beside: cells }),
      ...(shown.length > 0 && { shown: { names: shown.map(String), cells: asTheyAre } }),
      ...(ids.length === texts.length && { ids }),
      ...(unused.length > 0 && { unused }),
      ...(written.some((label) => label !== undefined) && { labelled: filledIn(written, guessed?.differing) }),
    };
    return guessed?.differing === undefined ? read : differingRows(read, guessed.differing, guess!);
  } catch (error) {
    throw tooLarge({ file, line }, error);
  }
}

function filledIn(cells: readonly (string | undefined)[], rows: readonly number[] = [...cells.keys()]): number {
  return rows.filter((row) => folded(cells[row]) !== '').length;
}

/** The rows in which two guesses differ. */
function differingRows(all: Documents, rows: readonly number[], { column, rival }: GuessColumns): Documents {
  const named = <T>(each: readonly T[] | undefined): T[] | undefined => each && rows.map((row) => each[row]);
  return {
    ...all,
    ...selectRows(all, Uint32Array.from(rows), all.name),
    ...present({ texts: named(all.texts), ids: named(all.ids) }),
    ...(all.shown && { shown: { ...all.shown, cells: named(all.shown.cells)! } }),
    differing: { names: [String(column), String(rival)], rows, of: all.rows.length },
  };
}

function settingsOf(file: string, format: DocumentFormat, options: ReadOptions): TextSettings {
  const { text = [], numberColumns = [], categoryColumns = [], ngrams = 1, idf = 'pool', bits, fitted, missing } = options;
  if (fitted !== undefined && (format === 'text' || hasColumns(fitted) || text.length > 0))
    return { ...fitted, text: options.text ?? fitted.text };
  if (format !== 'text' && options.guess === undefined && text.length + numberColumns.length + categoryColumns.length === 0) {
    const found = 'documents without a column of text';
    throw new DataError({ file, found, legal: 'the name of its column or key, as in --text abstract' });
  }
  return { text, numbers: numberColumns, categories: categoryColumns, ngrams, idf, ...present({ bits, missing }) };
}

/** Whether a vectorizer knows its columns: one of lines has none. */
function hasColumns({ text, numbers, categories }: TextSettings): boolean {
  return text.length + numbers.length + categories.length > 0;
}

/** Texts, numbers, categories, then label, id, importance, what is to be shown, and last a guess and its confidence. */
function wantedOf({ text, numbers, categories }: TextSettings, options: ReadOptions): Wanted[] {
  const { labels = 'real', labelColumn, idColumn, importanceColumn, shown = [], guess } = options;
  const must = (use: string, column: string | number): Wanted => ({ use, columns: [column], need: 'must' });
  /** The column that is named, or the first of these names that has no other use; none where that is said. */
  const byCustom = (use: string, column: string | number | undefined, names: readonly string[]): Wanted => {
    if (column !== undefined && column !== 'none') return must(use, column);
    const free = names.filter((name) => ![...text, ...numbers, ...categories].includes(name));
    return { use, columns: column === 'none' ? [] : free, need: 'may' };
  };
  return [
    ...text.map((column) => must('text', column)),
    ...numbers.map((column) => must('numbers', column)),
    ...categories.map((column) => must('categories', column)),
    labelColumn === 'none' && needsLabel(labels) ? must('labels', 'none') : byCustom('labels', labelColumn, LABEL_NAMES),
    byCustom('ids', idColumn, ID_NAMES),
    ...(importanceColumn === undefined ? [] : [must('importances', importanceColumn)]),
    ...shown.map((column) => must('what is shown', column)),
    ...(guess === undefined ? [] : [must('guesses', guess.column)]),
    ...(guess?.confidence === undefined ? [] : [must('confidences', guess.confidence)]),
    ...(guess?.rival === undefined ? [] : [must('guesses', guess.rival)]),
  ];
}

/** Cells of these fields; an empty one for none. */
function range(values: Fields['values'], from: number, to: number): string[] {
  return values.slice(from, to).map((cell) => cell ?? '');
}

/** NaN for a missing value: nothing is known, and nothing is learned from it. */
function numberIn(cell: string, column: string | number, place: LineOfFile): number {
  if (isMissing(cell)) return NaN;
  const number = decimal(cell.trim());
  if (Number.isFinite(Math.fround(number))) return number;
  const found = `${JSON.stringify(cell.slice(0, 40))} in the column ${JSON.stringify(column)} of numbers`;
  const hint = nearNumberHint(cell) || '; --category-columns takes names (then options name all columns to learn from)';
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
  if (needsLabel(choice) && column.written.every((label) => label === undefined)) {
    const legal = `one named ${LABEL_NAMES.join(', ')}, or the one that --label-column names`;
    throw new DataError({ file: column.file, found: 'no column of labels', legal });
  }
  if (options.range !== undefined && needsLabel(choice)) return numberLabels(column, options.range);
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
