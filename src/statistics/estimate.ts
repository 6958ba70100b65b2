import { mean, standardError } from './small-samples.ts';
import { solve } from '../numerics/elementary.ts';

/**
 * A number measured with error: its value, and the interval of a stated confidence around it.
 *
 * A bound is infinite where the sample says nothing about that side; all three are NaN without a sample.
 */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Of an empty sample. */
export const UNKNOWN: Estimate = { value: NaN, low: NaN, high: NaN };

/** Refuses a confidence that is no probability short of certainty. */
export function requireConfidence(confidence: number): void {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence must be a number in (0, 1), found ${confidence}`);
}

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

/**
 * Student's t for a whole number of degrees of freedom: the half-width of a confidence interval in standard errors.
 *
 * With t = sqrt(df) tan(angle), P(|T| <= t) is a finite sum: of 1, c^2/2, (1*3)/(2*4) c^4, … times sin(angle) for even df, and
 * (2/pi) (angle + sin(angle) (c + 2/3 c^3 + …)) for odd df, c = cos(angle). All terms are positive: nothing cancels.
 *
 * The t for which P(|T| <= t) = confidence; 0 <= confidence < 1, df >= 1 a whole number.
 *
 * @example
 * Math.round(1e6 * criticalT(0.95, 4)) / 1e6 // => 2.776445
 *
 * Source: Abramowitz & Stegun, Handbook of mathematical functions, 26.7.3 and 26.7.4.
 */
export function criticalT(confidence: number, df: number): number {
  return Math.sqrt(df) * Math.tan(solve(centralProbability, confidence, 0, Math.PI / 2, df));
}

/** P(T >= t) of Student's distribution with df >= 1 degrees of freedom, a whole number; t may be infinite. */
export function studentTail(t: number, df: number): number {
  const within = centralProbability(Math.atan(Math.abs(t) / Math.sqrt(df)), df);
  return t > 0 ? (1 - within) / 2 : (1 + within) / 2;
}

/** P(|T| <= sqrt(df) tan(angle)). */
function centralProbability(angle: number, df: number): number {
  const cosine = Math.cos(angle);
  const first = df % 2 === 0 ? 0 : 1;
  let term = first === 0 ? 1 : cosine;
  let sum = 0;
  for (let power = first; power <= df - 2; power += 2) {
    sum += term;
    term *= (cosine * cosine * (power + 1)) / (power + 2);
  }
  return first === 0 ? Math.sin(angle) * sum : (2 / Math.PI) * (angle + Math.sin(angle) * sum);
}
