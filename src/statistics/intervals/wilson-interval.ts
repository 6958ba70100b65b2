import { requireConfidence, UNKNOWN, type Estimate } from '../estimate.ts';
import { normalQuantile } from '../normal.ts';

/**
 * Wilson's score interval of a share: the p that a test of k successes in n trials does not refuse.
 *
 *   (k + z^2 / 2 ± z sqrt(k (n - k) / n + z^2 / 4)) / (n + z^2)
 *
 * Close to its confidence on average over p, also for shares near 0 and 1. NaN without trials; of a weighted sample n is the effective
 * size and k the share of it, no whole numbers.
 *
 * @throws RangeError unless 0 <= k <= n, and for a confidence outside (0, 1).
 *
 * @example
 * const { low, high } = wilsonInterval(5, 10, 0.95);
 * [low, high].map((x) => x.toFixed(3)) // => ['0.237', '0.763']
 *
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
 */
export function wilsonInterval(k: number, n: number, confidence: number): Estimate {
  requireConfidence(confidence);
  if (!(k >= 0 && k <= n && n < Infinity)) throw new RangeError(`successes are at most the trials, found ${k} of ${n}`);
  if (n === 0) return UNKNOWN;
  const z = normalQuantile((1 + confidence) / 2);
  const half = z * Math.sqrt((k * (n - k)) / n + (z * z) / 4);
  const at = (sign: number): number => (k + (z * z) / 2 + sign * half) / (n + z * z);
  return { value: k / n, low: k === 0 ? 0 : at(-1), high: k === n ? 1 : at(1) };
}

/**
 * Wilson's interval of a share in a pool of so many rows, from labels drawn at random without replacement: of n / (1 - n/N) trials.
 *
 * Source of the finite-population correction: W. G. Cochran, Sampling Techniques (1977), section 2.6.
 *
 * @example
 * const { low, high } = wilsonOfPool(0.3, 200, 4000, 0.95);
 * ((high - low) / 2).toFixed(4) // => '0.0614'
 */
export function wilsonOfPool(share: number, labels: number, rows: number, confidence: number): Estimate {
  if (labels >= rows) return { value: share, low: share, high: share };
  const trials = labels / (1 - labels / rows);
  return wilsonInterval(share * trials, trials, confidence);
}

/**
 * How many labels drawn at random tell a share about as closely as this interval of it, which so many labels have told: these labels times
 * the squared ratio of the widths, Wilson's to this one, and at most all rows. NaN where there is no share, and no interval.
 *
 * @example
 * const told = { value: 0.3, low: 0.25, high: 0.35 };
 * Math.round(labelsAtRandom(told, 200, 4000)) // => 302
 */
export function labelsAtRandom({ value, low, high }: Told, labels: number, rows: number): number {
  if (value === null || low === null || high === null || labels === 0) return NaN;
  if (labels >= rows) return rows;
  const random = wilsonOfPool(value, labels, rows, 0.95);
  return Math.min(rows, labels * ((random.high - random.low) / (high - low)) ** 2);
}

/** An interval of a share; null where nothing is told. */
type Told = { readonly [K in keyof Estimate]: number | null };
