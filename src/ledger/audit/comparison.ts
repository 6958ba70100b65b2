import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { accountOf, type Phi } from './error-tally.ts';
import type { Evidence } from './evidence.ts';
import { whyUncounted } from './measured-tallies.ts';

/** Two guesses of the rows of a pool, in which they differ. */
export interface Rivals {
  /** What they are called: the one that the run judges, and its rival. */
  readonly names: readonly [string, string];
  /** The class, from 0, that the rival guesses, one a row. */
  readonly second: ArrayLike<number>;
  /** Rows of the file, those in which they agree too. */
  readonly of: number;
}

/** Which of two guesses is right more often. */
export interface Comparison {
  readonly names: readonly [string, string];
  /** Rows of the file, and those of them in which the two differ: labels tell of these alone. */
  readonly rows: number;
  readonly differing: number;
  /** Of the rows in which they differ: the first is right, the second is, neither is; the last one absent of two classes, where one is. */
  readonly first: ErrorEstimate;
  readonly second: ErrorEstimate;
  readonly neither?: ErrorEstimate;
  /**
   * The share of right guesses of the first less that of the second, with an interval of 95%: over all rows of the file where every row
   * in which they differ was considered, else over those of these that were; null where nothing can be said.
   */
  readonly lead: { readonly value: number; readonly low: number; readonly high: number } | null;
}

/**
 * The rows in which two guesses agree tell nothing of their difference, which is 0 there. Of the D others, of N in all,
 *
 *   lead = D / N (2 S - 1)      (2 S - 1 while not all D were considered)      S: mean of z, 1 where the first alone is right, 0 where the second alone is, 1/2 where neither is
 *
 * S is estimated as every share is (share-estimate.ts), from the importance-weighted labels, and its interval with it: where z = 1/2 it is
 * rather too wide, for such a row says the same of both sides. Source of the paired difference: E. Miller, Adding error bars to evals
 * (arXiv:2411.00640, 2024).
 */
export function comparisonOf(evidence: Evidence, { names, second, of }: Rivals): Comparison {
  const { judge, left, course, bound } = evidence;
  const why = whyUncounted(evidence);
  if (why !== undefined || left === undefined) throw new RangeError(`no comparison: ${why}`);
  const isFirst: Phi = ({ prediction }, label) => Number(judge.predictedClass(prediction) === judge.classOf(label));
  const isSecond: Phi = ({ row }, label) => Number(second[row] === judge.classOf(label));
  const { tallies } = accountOf({ ...evidence, assistance: 0 }, left, {
    first: isFirst,
    second: isSecond,
    neither: (purchase, label) => 1 - isFirst(purchase, label) - isSecond(purchase, label),
    lead: (purchase, label) => (1 + isFirst(purchase, label) - isSecond(purchase, label)) / 2,
  });
  const share = (name: keyof typeof tallies): ErrorEstimate => tallies[name].share(course, bound);
  const { kind, value, middle = 0, low, high, rows } = share('lead');
  const leadOf = (mean: number): number => (rows < second.length ? 1 : second.length / of) * (2 * mean - 1);
  return {
    names,
    rows: of,
    differing: second.length,
    first: share('first'),
    second: share('second'),
    ...(judge.classes === 2 ? {} : { neither: share('neither') }),
    lead: kind === 'nothing' ? null : { value: leadOf(value ?? middle), low: leadOf(low!), high: leadOf(high!) },
  };
}
