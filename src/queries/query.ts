/**
 * A query rule turns what is known before the label into the probability of buying it.
 *
 * It tosses no coin and sets no weight: the loop (streams/active-learn.ts) does both, once for all rules, so that a rule
 * which draws its labels with probability p has them learned with importance 1/p and nothing is biased.
 *
 * Letters: k examples considered BEFORE this one, asked or not, each counted once · G = weightToFlip / k, about the
 * gap in error rate between the best hypothesis and the best one that disagrees about this example.
 *
 * Laws (test/laws/queries.test.ts): p in [0, 1]; continuous where it leaves 1; non-increasing in G at fixed k, and in k at
 * fixed G; E[sum of importance] = n for every rule whose weighting is 'inverse-probability'.
 *
 * Source: Beygelzimer, Hsu, Langford & Zhang, Agnostic active learning without constraints (2010); Karampatziakis &
 * Langford (arXiv 1011.1576), section 4.
 */
import type { SparseRows } from '../data/sparse-rows.ts';

/** Everything a scalar rule may see. One instance, refilled for every example; no field knows an unbought label. */
export interface Situation {
  /** k: examples considered before this one. */
  time: number;
  /** p: margin of this example under the current weights. */
  prediction: number;
  /** q: how far one unit of step would move p. */
  sensitivity: number;
  /** Importance with which the opposite label would bring p to the threshold; Infinity when none would. */
  weightToFlip: number;
  /** Importance-weighted 0/1 error of the predictions on bought labels, divided by k; 0 while k = 0. */
  errorRate: number;
  /** Labels bought so far. */
  queries: number;
  /** Labels the budget still holds; Infinity without a budget. */
  labelsLeft: number;
}

export interface QueryRule {
  /** The name under which the registry, specs and the command line know it. */
  readonly name: string;
  /** The importance of a bought label: 1/p keeps the sample unbiased; rules of the 'one' kind say so and why. */
  readonly weighting: 'inverse-probability' | 'one';
  /** What happens to an example that is not asked about: nothing, or the predicted label is learned. */
  readonly whenImplied: 'skip' | 'learn-prediction';
  /** Probability of buying the label of row i; pure. */
  probability(situation: Situation, rows: SparseRows, i: number): number;
  /** Told every outcome: the label and its importance, or undefined and 0 when it was not bought. */
  settle(situation: Situation, rows: SparseRows, i: number, label: number | undefined, h: number): void;
}

/** A rule that reads only the situation, keeps nothing and is unbiased. */
export function scalarRule(name: string, probability: (situation: Situation) => number): QueryRule {
  return { name, weighting: 'inverse-probability', whenImplied: 'skip', probability, settle: () => undefined };
}

/** G = weightToFlip / k, the estimated gap in error rate that this label could decide. */
export function errorRateGap(situation: Situation): number {
  return situation.weightToFlip / situation.time;
}
