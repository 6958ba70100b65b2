import { around } from './around.ts';
import type { QueryRule, Reads } from './query.ts';

/**
 * A floor under any rule: p = max(floor, the rule's own p), so that no importance exceeds 1 / floor.
 *
 * It bounds the variance of every weighted estimate, and it makes rules unbiased that are so but for examples they never ask
 * about: margin sampling with a floor explores. Nothing is implied any more. It costs at least the floor's share of labels.
 *
 * Source: the p_min of Beygelzimer, Dasgupta & Langford, Importance weighted active learning (2009).
 *
 * @example
 * floored(queries.margin({ width: 0.5 }), 0.01).unbiased // => true
 */
export function floored<R extends Reads>(rule: QueryRule<R>, floor: number): QueryRule<R> {
  return around(rule, {
    unbiased: isUnbiasedOnFloor(rule),
    probability(situation, rows, i) {
      const p = rule.probability(situation, rows, i);
      // What is no probability goes on to where it is refused.
      return p >= 0 && p < floor ? floor : p;
    },
  });
}

/** Whether a rule is unbiased once no probability of it is 0. */
export function isUnbiasedOnFloor({ weighting }: Pick<QueryRule, 'weighting'>): boolean {
  return weighting === 'inverse-probability';
}
