import type { Costs } from '../rows/costs.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { VwLearner } from './learner.ts';

/**
 * K learners in Vowpal Wabbit's order of events for --oaa and --csoaa; they share the range of predictions and the time t.
 *
 *   oaa:    all predictions before any update; the largest wins, the first of several; each learns +1 or -1
 *   csoaa:  class after class as they are listed: its margin before its update, which is on its own cost with importance 1; the
 *           lowest margin wins, the lowest class of several
 *
 * Each class has 2^b weights of its own, where Vowpal Wabbit's share 2^b: the same but for collisions.
 *
 * Source: Vowpal Wabbit 9.11, oaa.cc and csoaa.cc.
 */
export class VwSeveral {
  readonly #learners: readonly VwLearner[];
  readonly #scores: Float64Array;

  constructor(learners: readonly VwLearner[]) {
    this.#learners = learners;
    this.#scores = new Float64Array(learners.length);
  }

  /** Learns class y, 1 … K; returns the class that was predicted before. */
  learnClass(rows: SparseRows, i: number, y: number, h: number): number {
    this.#learners.forEach((learner, k) => (this.#scores[k] = learner.predict(rows, i, 0)));
    let best = 0;
    this.#scores.forEach((score, k) => (best = score > this.#scores[best] ? k : best));
    for (const learner of this.#learners) {
      learner.see(-1);
      learner.see(1);
    }
    this.#learners.forEach((learner, k) => learner.learn(rows, i, k + 1 === y ? 1 : -1, h, 0));
    return best + 1;
  }

  /** Learns the costs that are listed for row i; returns the class that was predicted, among those. */
  learnCosts(rows: SparseRows, i: number, { offsets, classes, costs }: Costs): number {
    let best = 0;
    let least = Infinity;
    const listed = new Set<VwLearner>();
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const learner = this.#learners[classes[k] - 1];
      const margin = learner.margin(rows, i, 0);
      if (margin < least || (margin === least && classes[k] < best)) [best, least] = [classes[k], margin];
      for (const each of this.#learners) each.see(costs[k]);
      learner.learn(rows, i, costs[k], 1, 0);
      listed.add(learner);
    }
    for (const learner of this.#learners) if (!listed.has(learner)) learner.pass(1);
    return best;
  }

  beginPass(): void {
    for (const learner of this.#learners) learner.beginPass();
  }
}
