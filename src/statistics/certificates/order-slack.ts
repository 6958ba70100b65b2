import { log } from '../../numerics/elementary.ts';

/**
 * How far a sum over the first n of N rows, in random order, can be from its share of the sum T over all of them:
 *
 *   |sum of z over n rows - n T / N| <= s(n) at every n at once, but with probability alpha,   z in [-1, 1] fixed before the order
 *
 *   s(n) = (N - n) sqrt((V + r) (ln((V + r) / r) - 2 ln alpha)),   V = n / ((N - n - 1/2)(N - 1/2)),   r = 1 / (30 N)
 *
 * D = (sum - n T / N) / (N - n) is a martingale of the order, whose steps have conditional ranges 2 / (N - k): by Hoeffding's lemma
 * exp(lambda D - lambda^2 V / 2) is a supermartingale, V at least the sum of 1 / (N - k)^2. So is its mean over lambda from N(0, 1 / r),
 * and Ville's inequality solved for D is s(n). r suits looks at a tenth to nine tenths of the rows; the bound holds with any.
 *
 * Sources: Serfling (1974), the martingale; Waudby-Smith & Ramdas (2020), at every look; Robbins (1970), the mixture.
 */
export function orderSlack(n: number, rows: number, alpha: number): number {
  if (n >= rows) return 0;
  if (n === 0) return Infinity;
  const r = 1 / (30 * rows);
  const spread = n / ((rows - n - 0.5) * (rows - 0.5)) + r;
  return (rows - n) * Math.sqrt(spread * (log(spread / r) - 2 * log(alpha)));
}
