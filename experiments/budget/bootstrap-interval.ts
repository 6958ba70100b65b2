import { clip } from '../../src/numerics/elementary.ts';
import { requireConfidence, UNKNOWN, type Estimate } from '../../src/statistics/estimate.ts';
import { normalProbability, normalQuantile } from '../../src/statistics/normal.ts';
import type { RandomStream } from '../../src/numerics/random.ts';
import { pow } from '../../src/numerics/pow.ts';
import { mean, quantileOfSorted } from '../../src/statistics/small-samples.ts';

/** How a bootstrap interval is drawn. */
export interface BootstrapOptions {
  readonly confidence: number;
  /** Samples drawn: 10,000 leave an error of 0.2 points in the tail probabilities of a 95% interval. */
  readonly resamples: number;
  /** A stream of its own: equal seed and name give the equal interval. */
  readonly random: RandomStream;
}

/**
 * Bootstrap interval of any smooth statistic, bias-corrected and accelerated (BCa).
 *
 * The statistic is computed on samples drawn with replacement from the items. Its interval runs between the quantiles
 *
 *   Phi(z0 + (z0 + z) / (1 - a (z0 + z))),   z = ± z of the confidence
 *   z0 = Phi^-1(share of resamples below the statistic, ties half)                 the median bias
 *   a  = sum d_i^3 / (6 (sum d_i^2)^1.5),   d_i = mean of jackknife values - i-th   the skewness of the statistic's noise
 *
 * BCa rather than plain percentiles (z0 = a = 0): the chance to miss the truth on one side is off by O(1/n) instead of O(1/sqrt
 * n) where errors are skewed, and the interval of a function of the statistic is the function of the interval. Neither makes up
 * for few items: of 20 exponential numbers, the 90% interval of the mean holds it 86% of the time. Paired data: let the items be
 * pairs, or the differences. A median is not smooth: its jackknife sees two values, which leaves a near 0.
 *
 * One item says nothing about the spread: its interval is the whole line.
 * Source: B. Efron, Better bootstrap confidence intervals, JASA 82 (1987).
 *
 * @throws RangeError for a statistic that is not finite on every resample, for a number of resamples that is no positive whole number,
 * and for a confidence outside (0, 1).
 *
 * @example
 * const options = { confidence: 0.95, resamples: 2000, random: randomStream(1, 'bootstrap') };
 * const average = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
 * bootstrapInterval([7, 7, 7], average, options) // => { value: 7, low: 7, high: 7 }
 */
export function bootstrapInterval<T>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number,
  options: BootstrapOptions,
): Estimate {
  const { confidence, resamples, random } = options;
  requireConfidence(confidence);
  if (!(Number.isInteger(resamples) && resamples > 0))
    throw new RangeError(`resamples must be a whole number >= 1, found ${resamples}`);
  if (items.length === 0) return UNKNOWN;
  const value = statistic(items);
  if (items.length === 1) return { value, low: -Infinity, high: Infinity };
  const drawn = resampled(items, statistic, resamples, random);
  const bias = medianBias(drawn, value);
  const skewness = acceleration(items, statistic);
  const end = (z: number): number => quantileOfSorted(drawn, normalProbability(bias + (bias + z) / (1 - skewness * (bias + z))));
  const z = normalQuantile((1 + confidence) / 2);
  return { value, low: end(-z), high: end(z) };
}

/** The statistic of every resample, ascending. */
function resampled<T>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number,
  resamples: number,
  random: RandomStream,
): Float64Array {
  const sample = [...items];
  return Float64Array.from({ length: resamples }, () => {
    for (let i = 0; i < sample.length; i++) sample[i] = items[random.below(items.length)];
    const found = statistic(sample);
    if (!Number.isFinite(found)) throw new RangeError(`a bootstrap needs a finite statistic, found ${found}`);
    return found;
  }).sort();
}

/** z0; a statistic beyond all of its resamples counts as half a resample inside them. */
function medianBias(drawn: Float64Array, value: number): number {
  let below = 0;
  for (const each of drawn) below += each < value ? 1 : each === value ? 0.5 : 0;
  return normalQuantile(clip(below, 0.5, drawn.length - 0.5) / drawn.length);
}

/** a, from the statistic without each item in turn; 0 where it does not depend on the items. */
function acceleration<T>(items: readonly T[], statistic: (items: readonly T[]) => number): number {
  const without = items.map((_, i) => statistic(items.toSpliced(i, 1)));
  const center = mean(without);
  let squares = 0;
  let cubes = 0;
  for (const each of without) {
    squares += (center - each) ** 2;
    cubes += pow(center - each, 3);
  }
  return squares === 0 ? 0 : cubes / (6 * pow(squares, 1.5));
}
