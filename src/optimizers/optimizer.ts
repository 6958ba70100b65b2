/**
 * An optimizer owns the weights and the geometry: how a scalar step `u` on the prediction of one row becomes a move of w.
 *
 * Questions are pure. Commands come in one order per update: admit, (margin), prepare, push.
 * Law (test/laws/optimizers.test.ts, whole registry): after `prepare` returned q, `push(rows, i, u)` moves margin by u * q.
 */
import type { SparseRows } from '../data/sparse-rows.ts';

export interface Optimizer {
  readonly name: string;
  /** w.x with the training weights. */
  margin(rows: SparseRows, i: number): number;
  /** What a user should be shown for this row: the margin, or that of the averaged weights where there are some. */
  predict(rows: SparseRows, i: number): number;
  /**
   * The q that `prepare` would return for importance 1 and this slope, without doing it. For the query rules the slope is
   * that of the label opposite to the prediction, so no hidden label is ever looked at.
   */
  sensitivity(rows: SparseRows, i: number, slope: number): number;
  /** Lets scale state see the row before its margin is taken (normalized methods rescale w here). Others do nothing. */
  admit(rows: SparseRows, i: number): void;
  /** Counts importance h and the slope of the loss into the state; returns q = d margin / du, step size included. */
  prepare(rows: SparseRows, i: number, h: number, slope: number): number;
  /** Takes the step u along the direction prepared for row i. */
  push(rows: SparseRows, i: number, u: number): void;
  /** A new pass over the data begins (step sizes may decay). */
  beginPass(): void;
}
