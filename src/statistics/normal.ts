import { exp, solve } from '../numerics/elementary.ts';

/** Where the series, which loses digits to the subtraction, hands over to the continued fraction, which converges ever faster. */
const TAIL = 3;
/** Levels of the fraction: 1e-16 at z = 3, and fewer would do further out. */
const DEPTH = 80;
/** Below -39 the probability is no longer a positive double. */
const FARTHEST = 39;

/**
 * P(Z <= z) of the standard normal distribution, to full relative precision in both tails.
 *
 *   P(Z > z) = 1/2 - phi(z) (z + z^3/3 + z^5/(3*5) + …)     for 0 <= z < 3: positive terms, one subtraction of at most 1/2
 *            = phi(z) / (z + 1/(z + 2/(z + 3/(z + …))))     above: nothing is subtracted
 *
 * Source: Abramowitz & Stegun, Handbook of mathematical functions, 26.2.11 and 26.2.14.
 *
 * @example
 * normalProbability(-10) // => 7.619853024160527e-24
 */
export function normalProbability(z: number): number {
  return z > 0 ? 1 - upperTail(z) : upperTail(-z);
}

/**
 * The z for which P(Z <= z) = p; -Infinity and Infinity for p = 0 and 1.
 *
 * @example
 * Math.round(1e6 * normalQuantile(0.975)) / 1e6 // => 1.959964
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p === 0) return -Infinity;
  return solve(normalProbability, p, -FARTHEST, 0);
}

/** P(Z > z) for z >= 0. */
function upperTail(z: number): number {
  const density = exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
  if (z < TAIL) {
    let sum = 0;
    let term = z;
    for (let odd = 3; sum + term !== sum; odd += 2) {
      sum += term;
      term *= (z * z) / odd;
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let k = DEPTH; k > 0; k--) fraction = z + k / fraction;
  return density / fraction;
}
