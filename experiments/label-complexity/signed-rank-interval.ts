import { requireConfidence, UNKNOWN, type Estimate } from '../../src/statistics/estimate.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { wilcoxon } from './wilcoxon.ts';

/**
 * The interval of Wilcoxon's signed-rank test: every center about which the numbers could lie symmetrically, as far as the test at
 * this confidence does not refuse it; around the median of all pairwise means (Hodges and Lehmann).
 *
 * Runs that never ended are Infinity, which ranks above all others; an end that the test cannot bound is infinite. Fewer than six
 * numbers bound nothing at 95%: the interval is the whole line.
 *
 * @example
 * const { value, low, high } = signedRankInterval([1, 2, 3, 4, 5, 6], 0.95);
 * [value, low, high] // => [3.5, 1, 6]
 *
 * Source: J. L. Hodges & E. L. Lehmann, Estimates of location based on rank tests, Annals of Mathematical Statistics 34 (1963).
 */
export function signedRankInterval(numbers: readonly number[], confidence: number): Estimate {
  requireConfidence(confidence);
  if (numbers.length === 0) return UNKNOWN;
  const means = numbers.flatMap((x, i) => numbers.slice(i).map((y) => (x + y) / 2));
  const ends = [...new Set(means)].filter((mean) => Number.isFinite(mean)).sort((a, b) => a - b);
  // The test is the same for all centers between two neighbouring means.
  const gaps = [-Infinity, ...ends].map((from, k) => ({ from, to: ends.at(k) ?? Infinity }));
  const held = gaps.filter(({ from, to }) => {
    const center = between(from, to);
    return wilcoxon(numbers.map((x) => x - center)).p > 1 - confidence;
  });
  const value = median(means);
  return { value, low: Math.min(value, ...held.map(({ from }) => from)), high: Math.max(value, ...held.map(({ to }) => to)) };
}

/** A number between the two. */
function between(from: number, to: number): number {
  if (from === -Infinity) return to === Infinity ? 0 : to - 1 - Math.abs(to);
  return to === Infinity ? from + 1 + Math.abs(from) : (from + to) / 2;
}
