import { solve } from '../numerics/elementary.ts';
import { noEstimate, statedShare, type ErrorEstimate, type Scope } from './error-estimate.ts';
import type { Estimate } from './estimate.ts';
import { scoreInterval, type Doubted, type SeenMistakes } from './intervals/score-interval.ts';

/**
 * The share R = A / (A + B) of two counts of different rows, from labels bought with known probabilities: precision, recall, the
 * F-score.
 *
 *   the estimate is that of the counts;   an end of the interval is the R at which that end of the interval of
 *   (1 - R) A - R B  is 0:   (1 - R) A - R B = -+ sqrt(((1 - R) (A - a))^2 + (R (B - b))^2),   a, b score limits of A and B
 *
 * A and B are of different rows, whose coins are uncorrelated. `scale` multiplies A: 2 for the F-score 2 TP / (2 TP + FP + FN).
 *
 * What is said of it follows the rules of the error estimate (statedEstimate).
 *
 * Source: A. Donner & G. Y. Zou, Closed-form confidence intervals for functions of the normal mean and standard deviation (MOVER
 * of a ratio), Statistical Methods in Medical Research 21 (2012); the score limits: score-interval.ts.
 *
 * @example
 * const all = { clock: 10, variance: 0, largest: 0, right: 0 };
 * const both = (wrong) => ({ answered: { ...all, weighted: wrong, wrong }, doubted: { ...all, weighted: wrong, wrong } });
 * shareEstimate(both(3), both(1), { rows: 10, isStopped: false, unanswered: 0 }).value // => 0.75
 */
export function shareEstimate(a: Doubted, b: Doubted, scope: Scope, scale = 1): ErrorEstimate {
  return statedRatio(sidesOf(a, scale), sidesOf(b, 1), a.answered, scope);
}

/** The same of counts A and B whose bounds are known, in shares of the clock. */
export function statedRatio(A: Estimate, B: Estimate, seen: SeenMistakes, scope: Scope): ErrorEstimate {
  const share = ratioOf(A, B);
  return share === undefined ? noEstimate(UNSEEN, scope) : statedShare(share, seen, scope);
}

/**
 * The mean of B / (A + B) over two pairs of counts of different rows: the balanced error, of the errors in both classes. The
 * intervals of the two are as far from each other as their rows.
 */
export function balancedEstimate(pairs: readonly [Pair, Pair], scope: Scope): ErrorEstimate {
  const [f, g] = pairs.map(({ wrong, right }) => ratioOf(sidesOf(wrong, 1), sidesOf(right, 1)));
  if (f === undefined || g === undefined) return noEstimate(UNSEEN, scope);
  const value = (f.value + g.value) / 2;
  const low = value - Math.hypot(f.value - f.low, g.value - g.low) / 2;
  const high = value + Math.hypot(f.high - f.value, g.high - g.value) / 2;
  return statedShare({ value, low, high }, pairs[0].wrong.answered, scope);
}

const UNSEEN = 'no such row was seen';

/** Rows of a class that were predicted wrong, and right. */
export interface Pair {
  readonly wrong: Doubted;
  readonly right: Doubted;
}

/** A / (A + B); undefined where neither was seen. */
function ratioOf(A: Estimate, B: Estimate): Estimate | undefined {
  if (A.value + B.value === 0) return undefined;
  return { value: A.value / (A.value + B.value), low: lowEnd(A, B), high: 1 - lowEnd(B, A) };
}

/** Without the bounds of what was seen: together the counts may weigh more than all rows do. */
function sidesOf({ answered, doubted }: Doubted, scale: number): Estimate {
  const share = answered.weighted / answered.clock;
  const low = scoreInterval({ ...answered, right: -Infinity }).low;
  const high = scoreInterval({ ...doubted, right: -Infinity }).high;
  return { value: scale * Math.max(share, low), low: scale * low, high: scale * high };
}

/** Where the lower end of (1 - R) A - R B falls to 0. */
function lowEnd(A: Estimate, B: Estimate): number {
  const lower = (R: number): number =>
    (1 - R) * A.value - R * B.value - Math.hypot((1 - R) * (A.value - A.low), R * (B.high - B.value));
  return solve((R) => -lower(R), 0, 0, 1);
}
