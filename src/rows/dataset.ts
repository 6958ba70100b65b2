import { DataError } from '../files/data-error.ts';
import type { SparseRows } from './sparse-rows.ts';

/**
 * A dataset: sparse rows, one label a row, and what a reader may know besides.
 *
 * Feature 0 is the constant of every row, 1 unless another one or none is asked for (constant.ts); a file's feature j is column j
 * + 1, whether the file counts from 0 or 1.
 */
export interface Dataset {
  readonly name: string;
  readonly rows: SparseRows;
  /** One label a row: -1 and +1 after reading a binary task, else the number in the file; NaN for none, where that is legal. */
  readonly labels: Float64Array;
  /** Importance of each row where the file gives one (all 1 otherwise, and then absent). */
  readonly importances?: Float64Array;
  /** What the classes of the labels -1 and +1 are called, where they have names. */
  readonly classes?: readonly [negative: string, positive: string];
  /** The names of the classes 1, 2, … that labels are numbers of, where the reader was asked for classes. */
  readonly classNames?: readonly string[];
  /** What the classes of each row cost where the file says so; labels are then the cheapest class, the first of several. */
  readonly costs?: Costs;
  /** Query identifier of each row where the file gives one (qid:n). */
  readonly groups?: Uint32Array;
  /** The id of each row where the file has a column of them. */
  readonly ids?: readonly string[];
  /** The text of each row where the reader was asked for one. */
  readonly texts?: readonly string[];
  /** Rows that have something in the column of labels, whether it is read or not; absent where there is no such column. */
  readonly labelled?: number;
  /**
   * A column of features that is named as ids are, and holds another whole number in every row: it is likely to be one. Its number,
   * from 1, where it has no name.
   */
  readonly idColumn?: string | number;
  /** Documents of which nothing but text is learned: the other columns or keys that have no use; absent where there are none. */
  readonly unused?: readonly string[];
}

/** Column of the constant feature. */
export const CONSTANT = 0;

/** The importance of a row that readers take at most: sums of squares, divided by the square of a probability, stay finite. */
const LARGEST_IMPORTANCE = 1e100;

/** What a reader takes for an importance, in words. */
export const LEGAL_IMPORTANCE = `an importance, a number from 0 to ${LARGEST_IMPORTANCE}`;

/** Whether a reader takes it for an importance. */
export function isImportance(h: number): boolean {
  return h >= 0 && h <= LARGEST_IMPORTANCE;
}

/** The importances of a dataset, as it holds them: not at all where each is 1. */
export function withImportances(importances: Float64Array): Pick<Dataset, 'importances'> {
  return importances.some((h) => h !== 1) ? { importances } : {};
}

/**
 * What classes cost, example by example, where a file says so: a sparse table beside the rows.
 *
 * Example i lists entries offsets[i] … offsets[i+1]-1: class classes[k], counted from 1, costs costs[k]. A class is listed once an
 * example, in any order; what is not listed is not known.
 */
export interface Costs {
  readonly offsets: Uint32Array;
  readonly classes: Uint32Array;
  readonly costs: Float64Array;
  /** Line of each example in the file. */
  readonly lines: Uint32Array;
}

/**
 * The rows of each query: query q has rows members[offsets[q]] … members[offsets[q + 1] - 1], in their order in the data; queries in the
 * order in which they first appear.
 */
export interface Queries {
  readonly offsets: Uint32Array;
  readonly members: Uint32Array;
}

/** From the query of each row; the rows of one query need not stand together. */
export function queriesOf(groups: Uint32Array): Queries {
  const places = new Map<number, number>();
  for (const group of groups) if (!places.has(group)) places.set(group, places.size);
  const offsets = new Uint32Array(places.size + 1);
  for (const group of groups) offsets[places.get(group)! + 1]++;
  for (let q = 0; q < places.size; q++) offsets[q + 1] += offsets[q];
  const next = offsets.slice(0, -1);
  const members = new Uint32Array(groups.length);
  groups.forEach((group, i) => {
    members[next[places.get(group)!]++] = i;
  });
  return { offsets, members };
}

/**
 * Share of the rows that are of the smaller class, each counted with its importance: the error of always saying the larger class,
 * which every classifier has to beat. Labels above the threshold are positive: 0 for the labels of a dataset.
 */
export function smallerClass(labels: Float64Array, threshold = 0, importances?: Float64Array): number {
  let mass = 0;
  let positive = 0;
  labels.forEach((y, i) => {
    const importance = importances === undefined ? 1 : importances[i];
    mass += importance;
    if (y > threshold) positive += importance;
  });
  return Math.min(positive, mass - positive) / mass;
}

/**
 * Refuses a pool that has nothing to learn from: rows without any feature, the constant aside.
 *
 * @throws DataError where no row of the file has a feature that is not 0: every prediction would be the same.
 */
export function requireFeatures(file: string, { indices, length }: SparseRows): void {
  if (indices.some((column) => column !== CONSTANT)) return;
  const legal =
    'rows with features that are not 0: see whether the format is right, and which columns are left out (--format, ' +
    '--ignore-columns; --text-column is only shown: --text learns from the words of a column)';
  throw new DataError({ file, found: `${length} rows without a feature, so that nothing tells one from another`, legal });
}
