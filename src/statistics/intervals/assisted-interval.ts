import type { Estimate } from '../estimate.ts';
import { HALF_WIDTH } from '../../numerics/elementary.ts';
import type { SeenMistakes } from './score-interval.ts';

/** A model-assisted count of rows, and what the labels bought say of its error. */
export interface AssistedCount extends Pick<SeenMistakes, 'c' | 'clock' | 'largest'> {
  /** T. */
  readonly total: number;
  /** Of the labels bought of rows in the count: H1, V1, and their rows. */
  readonly inside: Side;
  /** Of all other labels bought: H0, V0, and their rows. */
  readonly outside: Side;
}

/** One side of a count: the sums of i/p, of i^2 (1 - p)/p^2 (z - g)^2, and of i. */
type Side = Readonly<Record<'weighted' | 'squares' | 'seen', number>>;

/**
 * The score interval of a model-assisted count (assisted-shares.ts): of T = sum of g + (z - g) i/p, whose rows in the count have another
 * residual, 1 - g, than the rest, g.
 *
 *   k1 = (V1 + v^2 (1 - s)^2) / (H1 + v)      k0 = (V0 + v^2 s^2) / (H0 + v)      s = T/N: one pseudo-row of the largest importance each
 *   (T - Z)^2 = c^2 (k1 Z + k0 (N - Z)):
 *   Z in T + c^2 (k1 - k0)/2 -+ c sqrt(k1 T + k0 (N - T) + c^2 (k1 - k0)^2/4)       c = 1.96
 *
 * The count and its complement have mirrored intervals. The ends and T stay within the rows seen: at least those in the count, at most
 * all but those outside.
 *
 * Source: E. B. Wilson (1927) for equal weights and g = s; the variance: C.-E. Särndal, B. Swensson & J. Wretman, Model Assisted Survey
 * Sampling (1992), section 6; the pseudo-rows are ours.
 *
 * @example
 * const side = { weighted: 50, squares: 25, seen: 25 };
 * const { value, low, high } = assistedInterval({ clock: 100, total: 50, largest: 2, inside: side, outside: side });
 * [value, low.toFixed(3), high.toFixed(3)] // => [0.5, '0.361', '0.639']
 */
export function assistedInterval({ clock, total, largest, inside, outside, c = HALF_WIDTH }: AssistedCount): Estimate {
  const within = (rows: number): number => Math.min(Math.max(rows, inside.seen), Math.max(inside.seen, clock - outside.seen));
  const seen = within(total);
  const share = seen / clock;
  const perRow = ({ weighted, squares }: Side, residual: number): number =>
    largest === 0 ? 0 : (squares + (largest * residual) ** 2) / (weighted + largest);
  const [k1, k0] = [perRow(inside, 1 - share), perRow(outside, share)];
  const shift = (c ** 2 * (k1 - k0)) / 2;
  const reach = Math.sqrt(c ** 2 * (k1 * seen + k0 * (clock - seen)) + shift ** 2);
  return { value: share, low: within(seen + shift - reach) / clock, high: within(seen + shift + reach) / clock };
}
