import type { Costs } from './costs.ts';
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
