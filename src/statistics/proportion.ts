import type { Estimate } from './estimate.ts';
import { HALF_WIDTH } from './score-interval.ts';

/**
 * How often something happens, of so many independent trials, with Wilson's 95% interval:
 *
 *   (k + c^2/2 -+ c sqrt(k (n - k)/n + c^2/4)) / (n + c^2),   c = 1.96
 *
 * All three are NaN without a trial. Source: E. B. Wilson (1927).
 *
 * @example
 * const { value, low, high } = proportion(5, 100);
 * [value, low.toFixed(4), high.toFixed(4)] // => [0.05, '0.0215', '0.1118']
 */
export function proportion(count: number, trials: number): Estimate {
  const square = HALF_WIDTH ** 2;
  const reach = HALF_WIDTH * Math.sqrt((count * (trials - count)) / trials + square / 4);
  const end = (side: number): number => Math.min(1, Math.max(0, (count + square / 2 + side * reach) / (trials + square)));
  return { value: count / trials, low: end(-1), high: end(1) };
}
