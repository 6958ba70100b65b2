import { HALF_WIDTH, solve } from '../numerics/elementary.ts';
import type { Estimate } from './estimate.ts';
import { normalProbability } from './normal.ts';
import { shareBetween, type Doubted } from './intervals/score-interval.ts';

/** Beyond so many standard errors a probability is 0 for every purpose. */
const FARTHEST = 38;

/** How much more often the first of two predictors was wrong than the second, as a share of the rows. */
export interface PairedDifference extends Estimate {
  /** Two-sided: of a difference at least as large where there is none. */
  readonly probability: number;
}

/**
 * The difference of two predictors' errors on one stream, from the rows on which either alone was wrong and labels bought with known
 * probabilities: rows on which both are right or both wrong cancel, and only their disagreements vary.
 *
 *   D = A - B,  A = share of rows where the first alone is wrong, B the second alone
 *   low  = D - sqrt((A - a)^2 + (b' - B)^2)       [a, a'], [b, b'] the score intervals of A and B (score-interval.ts)
 *   high = D + sqrt((a' - A)^2 + (B - b)^2)
 *
 * A and B are of different rows, whose coins are uncorrelated, which is what the square roots need. Nominally 95%. The probability
 * is that of the interval whose end is 0.
 *
 * Source: G. Y. Zou & A. Donner, Construction of confidence limits about effect measures (MOVER), Statistics in Medicine 27 (2008);
 * R. G. Newcombe (1998) for Wilson's interval in it.
 *
 * @example
 * const none = { clock: 100, weighted: 0, variance: 0, largest: 0, wrong: 0, right: 100 };
 * const five = { ...none, weighted: 5, wrong: 5, right: 95 };
 * pairedDifference({ answered: five, doubted: five }, { answered: none, doubted: none }).low // => 0.05
 */
export function pairedDifference(first: Doubted, second: Doubted): PairedDifference {
  const at = (c: number): Estimate => differenceAt(first, second, c);
  const found = at(HALF_WIDTH);
  return { ...found, probability: probabilityOf(found.value, at) };
}

function differenceAt(first: Doubted, second: Doubted, c: number): Estimate {
  const [a, b] = [shareBetween(first, c), shareBetween(second, c)];
  const value = a.value - b.value;
  return {
    value,
    low: value - Math.hypot(a.value - a.low, b.high - b.value),
    high: value + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

function probabilityOf(value: number, at: (c: number) => Estimate): number {
  if (value === 0) return 1;
  /** How far the end that looks at 0 is from it, on the side of the value. */
  const distance = (c: number): number => (value > 0 ? at(c).low : -at(c).high);
  if (distance(FARTHEST) > 0) return 0;
  // Purchases without an answer may leave room for no difference at any level.
  if (distance(0) <= 0) return 1;
  const c = solve((x) => -distance(x), 0, 0, FARTHEST);
  return 2 * normalProbability(-c);
}

/**
 * Paired differences first[i] - second[i]: two methods on the same streams with the same coins, seed by seed.
 *
 * What the pairs share (a hard stream, a lucky order) cancels in the difference, and only the rest counts as noise.
 *
 * @throws RangeError: lists of unequal length, and a pair without a difference (NaN, or twice the same infinity).
 *
 * @example
 * differences([3, 5], [1, 6]) // => [2, -1]
 */
export function differences(first: readonly number[], second: readonly number[]): number[] {
  if (first.length !== second.length)
    throw new RangeError(`pairs need lists of one length, found ${first.length} and ${second.length}`);
  return first.map((x, i) => {
    const difference = x - second[i];
    if (Number.isNaN(difference)) throw new RangeError(`pair ${i} has no difference: ${x} and ${second[i]}`);
    return difference;
  });
}

/**
 * Holm's correction of several tests: the probability of even one false alarm among all m stays below the level.
 *
 *   adjusted p of the j-th smallest = max over k <= j of min(1, (m - k + 1) p_(k))
 *
 * Never less powerful than Bonferroni's m p, and as free of assumptions: the tests may depend on each other in any way.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian J. of Statistics 6 (1979).
 *
 * The adjusted probabilities in the order given.
 *
 * @throws RangeError for anything outside [0, 1].
 *
 * @example
 * holm([0.01, 0.5, 0.02]) // => [0.03, 0.5, 0.04]
 */
export function holm(probabilities: readonly number[]): number[] {
  const stray = probabilities.find((p) => !(p >= 0 && p <= 1));
  if (stray !== undefined) throw new RangeError(`a probability is a number in [0, 1], found ${stray}`);
  const order = probabilities.map((_, i) => i).sort((i, j) => probabilities[i] - probabilities[j]);
  const adjusted = new Array<number>(probabilities.length).fill(0);
  let largest = 0;
  order.forEach((i, passed) => {
    largest = Math.max(largest, Math.min(1, (order.length - passed) * probabilities[i]));
    adjusted[i] = largest;
  });
  return adjusted;
}
