import type { Loss } from '../losses/loss.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Learner } from './learner.ts';

/**
 * A learner of one margin w.x, and what it takes to flip its side: all that streams and query rules know of what learns. The plain
 * one is LinearLearner; others are made of some.
 */
export interface MarginLearner extends Learner<number, number> {
  readonly loss: Loss;
  /** The prediction of the training weights, clipped to the loss's domain: what `learn` would return. */
  margin(rows: SparseRows, i: number): number;
  /**
   * As Learner has it. `margin`: what the method of that name returned for the row, where nothing was learned since; it saves asking
   * again.
   */
  learn(rows: SparseRows, i: number, y: number, h: number, margin?: number): number;
  /** The class on p's side of the threshold, as a label; on the threshold it is the positive one. */
  side(p: number): number;
  /** The label of the class opposite to the prediction p. */
  otherSide(p: number): number;
  /** q of row i, predicted p, should its label turn out to be the opposite one; looks at no label. */
  sensitivity(rows: SparseRows, i: number, p: number): number;
  /** The flow time h * q after which the label opposite to the prediction p brings it to the threshold. */
  timeToFlip(p: number): number;
  /** The importance with which the opposite label would flip the prediction p; Infinity where no importance does (q = 0). */
  weightToFlip(p: number, q: number): number;
  /** What `predict` multiplies the row with, as a fresh array, one weight a feature. */
  weights(): Float64Array;
  /** As Optimizer has it: what each weight counts in an average of models, where its method says so. */
  coordinateMass?(): Float64Array | undefined;
}
