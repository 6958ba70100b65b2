/**
 * A query rule turns what is known before the label into the probability of buying it.
 *
 * It tosses no coin and sets no weight: the loop (streams/active-learn.ts) does both, once for all rules, so that a rule
 * which draws its labels with probability p has them learned with importance 1/p and nothing is biased.
 *
 * Letters: k examples considered BEFORE this one, asked or not, each counted once · G = weightToFlip / k, about the
 * gap in error rate between the best hypothesis and the best one that disagrees about this example.
 *
 * p = 0 says that the label is implied: no coin decides about this example, `whenImplied` says what becomes of it. Every other
 * example that is not bought is skipped. E[sum of importance] is therefore the number of examples that were not implied.
 *
 * Laws (test/laws/queries.test.ts): p in [0, 1]; for rules that read the flip, non-increasing in G at fixed k and in k at fixed
 * G; continuous where p leaves 1, and never 0 unless no importance flips the prediction, for every rule that claims `unbiased`.
 *
 * Source: Beygelzimer, Hsu, Langford & Zhang, Agnostic active learning without constraints (2010); Karampatziakis &
 * Langford (arXiv 1011.1576), section 4.
 */
import type { SparseRows } from '../data/sparse-rows.ts';
import type { LinearLearner } from '../learners/linear.ts';
import type { RandomStream } from '../numerics/random.ts';
import type { Stateful } from '../numerics/state.ts';

/** Everything a scalar rule may see. One instance, refilled for every example; no field knows an unbought label. */
export interface Situation {
  /** k: examples considered before this one. */
  time: number;
  /** p: margin of this example under the current weights. */
  prediction: number;
  /** How far p is from the threshold between the classes. */
  distance: number;
  /** q: how far one unit of step would move p. */
  sensitivity: number;
  /** Importance with which the opposite label would bring p to the threshold; Infinity when none would. */
  weightToFlip: number;
  /** Importance-weighted 0/1 error of the predictions on bought labels, divided by k; 0 while k = 0. */
  errorRate: number;
  /** Labels bought and learned so far. */
  queries: number;
  /** Labels at this one's price that the budget still holds; Infinity without a budget. */
  labelsLeft: number;
}

export interface QueryRule extends Stateful {
  /** The name under which the registry, specs and the command line know it. */
  readonly name: string;
  /**
   * What it reads of the situation, and the loop fills in no more: 'counts' (time, errorRate, queries, labelsLeft), for any
   * loss · 'prediction' (and distance), for losses with classes · 'flip' (and sensitivity, weightToFlip), likewise.
   */
  readonly reads: 'counts' | 'prediction' | 'flip';
  /** The importance of a bought label: 1/p, or 1 where the prediction was wrong and nothing elsewhere. */
  readonly weighting: 'inverse-probability' | 'one-on-mistakes';
  /** What becomes of an example of p = 0: nothing, or the predicted label is learned with importance 1. */
  readonly whenImplied: 'skip' | 'learn-prediction';
  /** Whether every example that could matter has p > 0 and is weighted by 1/p, so that estimates from the sample are unbiased. */
  readonly unbiased: boolean;
  /** Probability of buying the label of row i; pure. */
  probability(situation: Situation, rows: SparseRows, i: number): number;
  /**
   * Told every outcome, in the situation in which it was decided (of a label that came late: when it came): the label and its
   * importance, or undefined and 0 when there is none.
   */
  settle(situation: Situation, rows: SparseRows, i: number, label: number | undefined, h: number): void;
}

/** What rules with learners of their own are built with. */
export interface RuleContext {
  /** A fresh learner like the one that is trained: same loss, update and optimizer. */
  readonly newLearner: () => LinearLearner;
  /** A stream of the rule's own. */
  readonly random: RandomStream;
}

/** A rule that sees the situation only and keeps nothing; unbiased, as long as its probability is never 0. */
export function scalarRule(name: string, reads: QueryRule['reads'], probability: (situation: Situation) => number): QueryRule {
  return {
    name,
    reads,
    weighting: 'inverse-probability',
    whenImplied: 'skip',
    unbiased: true,
    probability,
    settle: () => undefined,
    state: () => ({}),
    restore: () => undefined,
  };
}

/** G = weightToFlip / k, the estimated gap in error rate that this label could decide. */
export function errorRateGap(situation: Situation): number {
  return situation.weightToFlip / situation.time;
}
