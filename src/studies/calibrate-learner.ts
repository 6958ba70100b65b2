/**
 * A learner that judges a row as if it had never learned from it.
 *
 *   margin(i) = w.x_i - sum of the moves of that margin made by learning row i itself
 *
 * Where rows come round again, what a learner knows about them by heart makes them look certain. Taking a row's own lessons
 * back leaves what the other rows say about it: the first-order leave-one-out prediction. Exact for one visit with a linear
 * step; after many visits the others have adapted to the row, and the correction overdoes it. Weights, steps and predictions
 * of other rows are those of the learner it wraps.
 */
import type { SparseRows } from '../data/sparse-rows.ts';
import { LinearLearner } from '../learners/linear.ts';

export class ForgettingLearner extends LinearLearner {
  /** Per row: how far its own lessons have moved its margin. */
  readonly #own: Float64Array;

  /** Takes over a fresh learner, for data of this many rows. */
  constructor({ loss, update, optimizer }: LinearLearner, rows: number) {
    super(loss, update, optimizer);
    this.#own = new Float64Array(rows);
  }

  override margin(rows: SparseRows, i: number): number {
    return super.margin(rows, i) - this.#own[i];
  }

  override learn(rows: SparseRows, i: number, y: number, h: number): number {
    const before = super.learn(rows, i, y, h);
    this.#own[i] += super.margin(rows, i) - before;
    return before;
  }
}
