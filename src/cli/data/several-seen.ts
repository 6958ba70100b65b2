import { existsSync } from 'node:fs';
import { type FieldReader, jsonFields, tableFields } from '../../data/documents/fields.ts';
import { type DatasetOptions, detectedFormat, documentsIn, readPieces } from '../../data/index.ts';
import { LABEL_NAMES } from '../../data/readers/column-kinds.ts';
import { namesMet } from '../../data/documents/classes.ts';
import { DataError } from '../../files/data-error.ts';
import { decimal } from '../../numerics/decimals.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { lookUp } from '../../specs/choices.ts';
import { DEFAULTS } from '../../specs/defaults.ts';
import { parts } from '../../specs/parts/registry.ts';
import { sharesOf, type Pool, type RunSpec } from '../../specs/run.ts';
import { DEFAULT_REDUCTION } from '../options/spec/reduction-loss.ts';
import type { Values, WrittenChoice } from '../syntax/option.ts';
import { orFault, UsageError, Failure } from '../terminal/failure.ts';
import { count, plural } from '../../numerics/display.ts';
import type { Documents } from '../../data/documents/read-documents.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { columnsIn, readingOf, type readingOptions } from '../options/reading-options.ts';

/** Labels at the beginning of a file by which it is judged. */
const SAMPLE = 2000;

/** More labels than this are no classes where most of them stand in one row. */
const MOST_CLASSES = 100;

/** Files in which labels are words in a column. */
const TABLES: Readonly<Record<string, FieldReader>> = { csv: tableFields, jsonl: jsonFields };

/**
 * How several classes become one, where nobody has said how many there are: the first labels of the file are of more than two classes, and
 * the loss is about classes. Labels of numbers are classes where they are whole and none is below 0.
 */
export async function reductionSeen(
  file: string,
  values: Values<typeof readingOptions> & { readonly loss: WrittenChoice | undefined },
): Promise<typeof DEFAULT_REDUCTION | undefined> {
  const { loss } = values;
  const reading = await readingOf(file, values);
  const kind = lookUp('loss', parts.losses, loss?.name ?? DEFAULTS.loss);
  const isOfClasses = 'labels' in kind && ['sign', 'unit'].includes(kind.labels);
  if (!isOfClasses || reading.classes !== undefined || !existsSync(file)) return undefined;
  const found = await orFault(firstLabels(file, reading));
  // Whoever reads the whole file says what is wrong with it.
  if (found instanceof DataError) return undefined;
  const labels = new Set(found.map((label) => label.toLowerCase()));
  if (labels.size <= 2 || ![...labels].every(isClass)) return undefined;
  if (labels.size > MOST_CLASSES && labels.size > found.length / 2)
    throw new Failure(
      `${file}: the first ${count(found.length)} rows have ${count(labels.size)} labels, no classes; --label-column names another column`,
    );
  return DEFAULT_REDUCTION;
}

function isClass(label: string): boolean {
  const number = decimal(label);
  return Number.isNaN(number) || (Number.isInteger(number) && number >= 0);
}

async function firstLabels(file: string, reading: DatasetOptions): Promise<string[]> {
  const format = await detectedFormat(file, reading.format);
  if (format === 'text') return [];
  if (Object.hasOwn(TABLES, format)) return labelsOfTable(TABLES[format], file, reading);
  for await (const { labels } of readPieces(file, { ...reading, labels: 'real' }))
    return Array.from(labels.subarray(0, SAMPLE), String);
  return [];
}

function labelsOfTable(read: FieldReader, file: string, reading: DatasetOptions): Promise<string[]> {
  const { labelColumn } = reading;
  // Without names the first column of a table of numbers is the label's; with names, one without labels is refused before.
  const byCustom = documentsIn('csv', reading) === undefined ? ['label', 1] : LABEL_NAMES;
  const use = { use: 'labels', columns: labelColumn === undefined ? byCustom : [labelColumn], need: 'may' } as const;
  return cellsOf(read(file, [use], reading), SAMPLE);
}

/** What stands in columns, row after row, and no empty cell; about so many at most. */
async function cellsOf(pieces: ReturnType<FieldReader>, most = Infinity): Promise<string[]> {
  const cells: string[] = [];
  for await (const piece of pieces) {
    for (const { values } of piece) {
      for (const value of values) if (value !== undefined && value.trim() !== '') cells.push(value.trim());
      if (cells.length >= most) return cells;
    }
  }
  return cells;
}

/**
 * The classes that columns of guesses name, or one of known labels; undefined where guesses are probabilities of the positive one of two, and
 * where known labels are numbers.
 *
 * @throws UsageError for a single one, and for so many that they are none.
 */
export async function classesNamed(file: string, reading: DatasetOptions, known: string | undefined) {
  const { guess } = reading;
  const format = await detectedFormat(file, reading.format);
  if (!Object.hasOwn(TABLES, format)) return undefined;
  const [option, columns] = guess ? ['--guess', [guess.column, guess.rival ?? guess.column]] : ['--known', [known!]];
  const uses = columns.map((each) => ({ use: option, columns: [each], need: 'must' as const }));
  const cells = await cellsOf(TABLES[format](file, uses, reading));
  const isOne = (cell: string): boolean => !Number.isNaN(decimal(cell)) && (!guess || (decimal(cell) >= 0 && decimal(cell) <= 1));
  if (cells.every(isOne)) return undefined;
  const names = namesMet(cells);
  if (names.length > 1 && names.length <= MOST_GROUPS) return names;
  throw new UsageError(`${option} ${columns[0]}: ${plural(names.length, 'different value')}; --classes names the classes`);
}

/** Commands that ask for classes need a loss that predicts some. */
export function requireClassifier(command: string, spec: RunSpec): void {
  const loss = buildLoss(spec);
  if (loss.threshold === undefined) throw new UsageError(`loss '${loss.name}' predicts no classes; ${command} needs two`);
}

/** A file of columns, and how it is read. */
interface Table {
  readonly file: string;
  readonly reading: DatasetOptions;
}

/** Columns of a file as they are written there: their names, and the cells of every row. */
export interface Kept {
  readonly names: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/**
 * Columns of a file of so many rows, as the option names them that wants them.
 *
 * @throws UsageError for a file without columns; DataError for a column that is not there; Failure where the file has
 * another number of rows.
 */
export async function keptColumns(
  { file, reading }: Table,
  { option, columns: written, rows }: { readonly option: string; readonly columns: string; readonly rows: number },
): Promise<Kept> {
  const format = await detectedFormat(file, reading.format);
  if (!Object.hasOwn(TABLES, format)) throw new UsageError(`${option} is for CSV and JSON lines, which ${file} is not`);
  const columns = columnsIn(written);
  const wanted = columns.map((column) => ({ use: option, columns: [column], need: 'must' as const }));
  const cells: string[][] = [];
  for await (const piece of TABLES[format](file, wanted, reading))
    for (const { values } of piece) cells.push(values.map((value) => value ?? ''));
  if (cells.length !== rows)
    throw new Failure(
      `${file}: ${option} found ${plural(cells.length, 'row')} where there are ${count(rows)}; --header says what the first row is`,
    );
  return { names: columns.map(String), cells };
}

/** Groups that are told apart at most: more are likely to be ids or numbers, and the labels of each would tell nothing. */
const MOST_GROUPS = 50;

/**
 * The group of every row of a pool: what stands in a column of its file.
 *
 * @throws UsageError for more than 50 groups; as `keptColumns` does.
 */
export async function groupsIn(
  table: Table,
  column: string,
  { rows: { length }, differing }: Pick<Dataset, 'rows'> & Partial<Pick<Documents, 'differing'>>,
): Promise<string[]> {
  const { cells } = await keptColumns(table, { option: '--by', columns: column, rows: differing?.of ?? length });
  const own = differing?.rows.map((row) => cells[row]) ?? cells;
  const groups = own.map((values) => values.map((value) => value.trim()).join(', '));
  const found = new Set(groups).size;
  if (found > MOST_GROUPS)
    throw new UsageError(
      `--by tells at most ${MOST_GROUPS} groups apart, and the column ${column} has ${count(found)} different values`,
    );
  return groups;
}

/** A pool with what p_min of its rows goes by, where the spec has groups. */
export async function groupedPool<P extends Pick<Pool, 'rows' | 'importances'> & Partial<Pick<Documents, 'differing'>>>(
  pool: P,
  { groups }: RunSpec,
  table: Table,
): Promise<P & Pick<Pool, 'shares'>> {
  return groups === undefined ? pool : { ...pool, shares: sharesOf(await groupsIn(table, groups, pool), pool.importances) };
}
