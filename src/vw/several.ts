import type { Costs } from '../rows/dataset.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { Kept } from '../numerics/state.ts';
import type { VwLearner } from './learner.ts';

/**
 * K learners in Vowpal Wabbit's order of events for --oaa and --csoaa; they share the range of predictions and the time t.
 *
 *   oaa:    all predictions before any update; the largest wins, the first of several; each learns +1 or -1
 *   csoaa:  class after class as they are listed: its margin before its update, which is on its own cost with importance 1; the
 *           lowest margin wins, the lowest class of several; where none is listed, of all
 *
 * Each class has 2^b weights of its own, where Vowpal Wabbit's share 2^b: the same but for collisions. Each has penalties of its own
 * and begins with the same weight of the constant, where Vowpal Wabbit's classes share one contraction and one gravity, and the first
 * class alone begins with it (docs/ERRATA.md, V18).
 *
 * State: that of every class, examples learned.
 *
 * Source: Vowpal Wabbit 9.11, oaa.cc and csoaa.cc.
 */
export class VwSeveral extends Kept {
  readonly #learners: readonly VwLearner[];
  readonly #scores: Float64Array;
  readonly #count = { learned: 0 };

  constructor(learners: readonly VwLearner[]) {
    super();
    this.#learners = learners;
    this.#scores = new Float64Array(learners.length);
    this.keep(this.#count, Object.fromEntries(learners.map((learner, k) => [`class ${k + 1}`, learner])));
  }

  /** The class of the largest prediction. */
  predictClass(rows: SparseRows, i: number): number {
    this.#learners.forEach((learner, k) => (this.#scores[k] = learner.predict(rows, i, 0)));
    let best = 0;
    this.#scores.forEach((score, k) => (best = score > this.#scores[best] ? k : best));
    return best + 1;
  }

  /** Learns class y, 1 … K; returns the class that was predicted before. */
  learnClass(rows: SparseRows, i: number, y: number, h: number): number {
    const best = this.predictClass(rows, i);
    this.#count.learned++;
    for (const learner of this.#learners) {
      learner.see(-1);
      learner.see(1);
    }
    this.#learners.forEach((learner, k) => learner.learn(rows, i, k + 1 === y ? 1 : -1, h, 0));
    return best;
  }

  /** The class of the lowest margin among these, of all where there are none. */
  predictCost(rows: SparseRows, i: number, listed: ArrayLike<number>): number {
    const among = listed.length > 0 ? Array.from(listed) : this.#learners.map((_, k) => k + 1);
    let best = 0;
    let least = Infinity;
    for (const y of among) {
      const margin = this.#learners[y - 1].margin(rows, i, 0);
      if (margin < least || (margin === least && y < best)) [best, least] = [y, margin];
    }
    return best;
  }

  /** Learns the costs that are listed for row i, one at least; returns the class that was predicted, among those. */
  learnCosts(rows: SparseRows, i: number, { offsets, classes, costs }: Costs): number {
    const listed = classes.subarray(offsets[i], offsets[i + 1]);
    const best = this.predictCost(rows, i, listed);
    this.#count.learned++;
    listed.forEach((y, k) => {
      const cost = costs[offsets[i] + k];
      for (const each of this.#learners) each.see(cost);
      this.#learners[y - 1].learn(rows, i, cost, 1, 0);
    });
    this.#learners.forEach((learner, k) => {
      if (!listed.includes(k + 1)) learner.pass(1);
    });
    return best;
  }

  beginPass(): void {
    for (const learner of this.#learners) learner.beginPass();
  }

  /** Those of class 1, and behind them those of the others. */
  weights(): Float64Array {
    const all = this.#learners.map((learner) => learner.weights());
    const joined = new Float64Array(all.length * all[0].length);
    all.forEach((weights, k) => {
      joined.set(weights, k * weights.length);
    });
    return joined;
  }
}
