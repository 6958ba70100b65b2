import { requireConfidence, UNKNOWN, type Estimate } from '../estimate.ts';
import { mean, standardError } from '../small-samples.ts';
import { criticalT } from '../student-t.ts';

/**
 * Student's interval of a mean: m ± t s / sqrt(n), with n - 1 degrees of freedom. Of paired differences, the paired t interval.
 *
 * Exact for normal numbers, close for the means of others from n = 10 or so. One number says nothing about the spread: its
 * interval is the whole line. Numbers that are not finite have no mean worth an interval (Wilcoxon's test takes
 * them).
 *
 * @throws RangeError for a number that is not finite, and for a confidence outside (0, 1).
 *
 * @example
 * const { low, high } = meanInterval([1, 2, 3, 4, 5], 0.95);
 * [low, high].map((x) => x.toFixed(3)) // => ['1.037', '4.963']
 *
 * Source: Student, The probable error of a mean, Biometrika 6 (1908).
 */
export function meanInterval(numbers: readonly number[], confidence: number): Estimate {
  requireConfidence(confidence);
  const stray = numbers.find((x) => !Number.isFinite(x));
  if (stray !== undefined) throw new RangeError(`a mean needs finite numbers, found ${stray}`);
  const n = numbers.length;
  if (n === 0) return UNKNOWN;
  const value = mean(numbers);
  const half = n === 1 ? Infinity : criticalT(confidence, n - 1) * standardError(numbers);
  return { value, low: value - half, high: value + half };
}
