import { exp, expm1, log1p } from './portable.ts';

/** x, or the largest finite number of its sign where a formula overflowed. */
export function saturate(x: number): number {
  return x > Number.MAX_VALUE ? Number.MAX_VALUE : x < -Number.MAX_VALUE ? -Number.MAX_VALUE : x;
}

/**
 * x, or NaN where the sum behind it is infinite or none, without a branch: x + 0 sum. (A number that may be the NaN of a branch which
 * was never taken is kept on the heap by the engine.)
 *
 * @example
 * [unlessInfinite(2, 1e308), unlessInfinite(2, Infinity)] // => [2, NaN]
 */
export function unlessInfinite(x: number, sum: number): number {
  return x + 0 * sum;
}

/** x limited to [low, high]. */
export function clip(x: number, low: number, high: number): number {
  return x < low ? low : x > high ? high : x;
}

/**
 * The probability p' of each of i things that are none of them drawn as often as one thing of probability p is not:
 *
 *   (1 - p')^i = 1 - p        p' = 1 - (1 - p)^(1/i)
 *
 * @example
 * unitProbability(0.75, 2) // => 0.5
 * unitProbability(0.1, 1) // => 0.1
 */
export function unitProbability(p: number, i: number): number {
  return i === 1 ? p : -expm1(log1p(-p) / i);
}

/** The argument and the result of the last `expOfMinus`. */
const last = new Float64Array([NaN, NaN]);

/**
 * e^-x, from memory where it was the last one asked for: slope, flow and value of a logistic example ask for the same.
 *
 * @example
 * expOfMinus(0) // => 1
 */
export function expOfMinus(x: number): number {
  if (x === last[0]) return last[1];
  const power = exp(-x);
  last[0] = x;
  last[1] = power;
  return power;
}

/** ln(1 + e^x), as max(x, 0) + ln(1 + e^-|x|): no overflow, and e^x to full precision for x << 0. */
export function softplus(x: number): number {
  return Math.max(x, 0) + log1p(expOfMinus(Math.abs(x)));
}

/** e^x - e^(x - d) for d >= 0, as e^(x/2) (1 - e^-d) e^(x/2): no cancellation, and no overflow unless the result overflows. */
export function expDifference(x: number, d: number): number {
  const root = exp(x / 2);
  return root * -expm1(-d) * root;
}

/** The smallest number with all its digits; below it they are lost one by one. */
export const SMALLEST_NORMAL = 2 ** -1022;

/**
 * a e^x for a >= 0, as a e^(x/2) e^(x/2) where e^x alone has lost digits to underflow or overflowed: full relative precision
 * unless the product itself leaves the normal numbers.
 *
 * @example
 * Math.abs(timesExp(1e300, -800) / 3.667e-48 - 1) < 1e-3 // => true
 */
export function timesExp(a: number, x: number): number {
  if (a === 0) return 0;
  const whole = exp(x);
  if (whole >= SMALLEST_NORMAL && whole < Infinity) return a * whole;
  const root = exp(x / 2);
  return a * root * root;
}

/** 1 / (1 + e^-x), through e^-|x|: full relative precision in both tails. */
export function sigmoid(x: number): number {
  const e = expOfMinus(Math.abs(x));
  return x < 0 ? e / (1 + e) : 1 / (1 + e);
}

/**
 * x - ln(1 + x) >= 0, without the cancellation for small x: with r = x / (2 + x), ln(1 + x) = 2 (r + r^3/3 + r^5/5 + ...)
 * and x - 2 r = x r.
 *
 * @example
 * Math.abs(xMinusLog1p(1e-10) / 5e-21 - 1) < 1e-9 // => true
 */
export function xMinusLog1p(x: number): number {
  if (x < -0.4 || x > 0.5) return x - log1p(x);
  const r = x / (2 + x);
  let tail = 0;
  for (let k = 29; k >= 3; k -= 2) tail = (tail + 1 / k) * r * r;
  return r * (x - 2 * tail);
}
