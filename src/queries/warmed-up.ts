import { arrayIn, numberIn, partIn, restoreInto, stateOf } from '../numerics/state.ts';
import { around, type QueryRule, type Reads } from './query.ts';

/** How long a warm-up lasts. */
export interface WarmUp {
  /** n, at least 1. */
  readonly labels: number;
  /** Labels bought after which it is over in any case; Infinity without a budget. */
  readonly atMost: number;
  /**
   * Between the two classes of labels; of several, numbered ones, how many have to be seen: two, or all of so many; undefined where
   * there are none.
   */
  readonly threshold: number | 'classes' | { readonly classes: number } | undefined;
}

/** The part of a budget that a warm-up may take, in labels: a tenth, rounded down, at least 1. */
export function longestWarmUp(budget: number): number {
  return Math.max(1, Math.floor(budget / 10));
}

/**
 * A warm-up before any rule: p = 1 until at least n labels were bought and both classes (of several classes: two of them, or every
 * one where it is told how many they are) are among those that were learned, then the rule's own p. With a finite budget it is over after
 * a tenth of the budget in labels bought (rounded down, at least 1), whatever has been seen. Where the loss knows no classes, n labels
 * are all that is asked for.
 *
 * Rules that ask near the threshold alone die without one: the first labels, of one class, lead every prediction to one side, and
 * beyond the width nothing is asked again. The probability depends on what was bought before and on nothing else, and 1 is the
 * importance of certainty: what is unbiased stays so, and what is biased too. The rule is told every outcome from the first on.
 *
 * Labels bought are examples considered less those without a label (passed, refused, abstained), so that late ones count from
 * when they were asked for.
 *
 * Source: the first set of labels from which Lewis & Gale, A sequential algorithm for training text classifiers (1994), start;
 * here it is bought from the stream.
 *
 * @example
 * const rule = warmedUp(queries.margin({ width: 0.5 }), { labels: 2, atMost: Infinity, threshold: 0 });
 * rule.unbiased // => false
 */
export function warmedUp<R extends Reads>(rule: QueryRule<R>, { labels, atMost, threshold }: WarmUp): QueryRule<R> {
  /** Examples without a label, and labels of each class; of several classes: of the one that was learned first, and of others. */
  const counts = { without: 0, negatives: 0, positives: 0 };
  let first: number | undefined;
  /** Where every one of several classes has to be seen. */
  const seen = new Set<number>();
  const sawClasses = (): boolean => {
    if (typeof threshold === 'object') return seen.size >= threshold.classes;
    return threshold === undefined || (counts.negatives > 0 && counts.positives > 0);
  };
  const isOver = (bought: number): boolean => bought >= atMost || (bought >= labels && sawClasses());
  const isOther = (label: number): boolean => {
    if (threshold === undefined || typeof threshold === 'number') return threshold !== undefined && label > threshold;
    if (threshold !== 'classes') seen.add(label);
    first ??= label;
    return label !== first;
  };
  return around(rule, {
    probability: (situation, rows, i) => (isOver(situation.time - counts.without) ? rule.probability(situation, rows, i) : 1),
    settle(situation, rows, i, label, h, learned) {
      if (label === undefined) counts.without++;
      else if (isOther(label)) counts.positives++;
      else counts.negatives++;
      rule.settle(situation, rows, i, label, h, learned);
    },
    state: () => ({
      rule: rule.state(),
      ...stateOf(counts),
      ...(first !== undefined && { first }),
      ...(seen.size > 0 && { seen: Float64Array.from(seen) }),
    }),
    restore(state) {
      rule.restore(partIn(state, 'rule'));
      restoreInto(counts, state);
      first = 'first' in state ? numberIn(state, 'first') : undefined;
      seen.clear();
      if ('seen' in state) arrayIn(state, 'seen').forEach((label) => seen.add(label));
    },
  });
}
