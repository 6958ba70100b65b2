import type { IwalError } from '../numerics/iwal-error.ts';
import type { QueryRule } from '../queries/query.ts';

/** Coins are multiples of 2^-53: a smaller probability cannot be tossed, and its 1/p would not be the importance it had. */
const SMALLEST_PROBABILITY = 2 ** -53;

/** What a query rule gives for a probability and is none: the message names the rule. */
export class ProbabilityError extends RangeError implements IwalError {
  readonly code = 'IWAL_PROBABILITY';
  override readonly name = 'ProbabilityError';
}

/** The probability that a rule wishes; ProbabilityError with the rule's name where it is none. */
export function requireProbability(wish: number, rule: Pick<QueryRule, 'name'>): number {
  // A rule from outside may give anything: the text '0.5' is between 0 and 1 too.
  return typeof wish === 'number' && wish >= 0 && wish <= 1 ? wish : refuse(wish, rule);
}

function refuse(wish: number, { name }: Pick<QueryRule, 'name'>): never {
  throw new ProbabilityError(`query rule '${name}' gives the probability ${wish}; expected a number in [0, 1]`);
}

/**
 * A decision: the probability P that a rule wishes meets a coin and a budget. The 1/p is here, once.
 *
 *   implied  P = 0: no coin decides                 passed   coin >= P
 *   asked    coin < P: the label is to be bought    refused  coin < P, and the budget does not hold it
 *
 * The importance is i/P, i that of the row (so that without importances in the data it is 1 / probability), or i for rules that
 * weight otherwise. A row of importance 0 has P = 0 whatever the rule wishes: its label is worth nothing. Source: Beygelzimer,
 * Dasgupta & Langford (2009), algorithm 1.
 *
 * @example
 * const decision = new Decision();
 * decision.make(0.25, 0.1, 'inverse-probability', Infinity) // => 4
 * decision.make(0.25, 0.1, 'inverse-probability', Infinity, 3) // => 12
 * decision.make(0.25, 0.3, 'inverse-probability', Infinity) // => 0
 * decision.outcome // => 'passed'
 */
export class Decision {
  /** P; at least 2^-53 unless it is 0. */
  probability = 0;
  /** Uniform in [0, 1). */
  coin = 0;
  /** What the label is learned with if it is bought; 0 where the coin did not want it. */
  importance = 0;
  outcome: 'implied' | 'passed' | 'refused' | 'asked' = 'implied';

  /**
   * Decides anew about a row of importance i >= 0, whose label is wished for with a probability in [0, 1]; returns the importance
   * to buy it with, or 0 when it is not asked for.
   */
  make(wish: number, coin: number, weighting: QueryRule['weighting'], labelsLeft: number, rowImportance = 1): number {
    const probability = wish === 0 || rowImportance === 0 ? 0 : Math.max(wish, SMALLEST_PROBABILITY);
    this.probability = probability;
    this.coin = coin;
    if (coin >= probability) {
      this.importance = 0;
      this.outcome = probability === 0 ? 'implied' : 'passed';
      return 0;
    }
    this.importance = weighting === 'inverse-probability' ? rowImportance / probability : rowImportance;
    this.outcome = labelsLeft >= 1 ? 'asked' : 'refused';
    return labelsLeft >= 1 ? this.importance : 0;
  }
}
