import * as ports from './exp-log.ts';

/** Standard errors to each side of a 95% interval. */
export const HALF_WIDTH = 1.959964;

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

type Function = (x: number) => number;

// oxlint-disable-next-line no-restricted-properties -- they are taken only where they have the bits of the ports
const engine = { exp: Math.exp, expm1: Math.expm1, log: Math.log, log1p: Math.log1p };

/** e^x (exp-log.ts), by the engine's own function where it gives the same bits. */
export const exp = chosen(engine.exp, ports.exp);

/** e^x - 1 (exp-log.ts), chosen likewise. */
export const expm1 = chosen(engine.expm1, ports.expm1);

/** ln x (exp-log.ts), chosen likewise. */
export const log = chosen(engine.log, ports.log);

/** ln(1 + x) (exp-log.ts), chosen likewise. */
export const log1p = chosen(engine.log1p, ports.log1p);

/**
 * The engine's function where it has the bits of the port at 200 numbers of both signs from 5e-6 to 700, else the port. Results then
 * depend on no engine, and cost nothing on those that have these bits (Node 20, 22 and 24): their own functions take 5 to 7 ns, the
 * ports 10 to 30, and the same in WebAssembly 12 to 23. Another algorithm rounds otherwise at one number in twenty or more, and none gets past 400 unseen.
 *
 * @example
 * chosen(Math.sqrt, (x) => Math.sqrt(x) + 1)(4) // => 3
 */
export function chosen(engine: Function, port: Function): Function {
  let x = 700;
  for (let n = 0; n < 200; n++, x *= 0.91) if (!Object.is(engine(x), port(x)) || !Object.is(engine(-x), port(-x))) return port;
  return engine;
}

/**
 * Solving an equation in one unknown inside a bracket, without derivatives: Chandrupatla's method, which interpolates where
 * the last three points say that it will pay and halves the bracket where they do not.
 *
 * About eight evaluations from a bracket of the right size; any bracket converges, whatever overflows inside it.
 * Equations take (x, a, b, c) so that they can be plain functions and solving one allocates nothing.
 *
 * Source: Chandrupatla, A new hybrid quadratic/bisection algorithm for finding the zero of a nonlinear function (1997).
 */
export type Equation = (x: number, a: number, b: number, c: number) => number;

/**
 * Where f(x, a, b, c) rises to the target in [low, high], to the last digit or two: `high` where it stays below the target,
 * `low` where it starts above, NaN where the target or the end of the bracket is no finite number.
 *
 * @example
 * solve((x, power) => x ** power, 8, 0, 5, 3) // => 2
 */
export function solve(f: Equation, target: number, low: number, high: number, a = 0, b = 0, c = 0): number {
  let x1 = high;
  let f1 = f(x1, a, b, c) - target;
  if (f1 <= 0) return high;
  // Halving never ends where there is nothing to halve.
  if (!Number.isFinite(target) || !Number.isFinite(high)) return NaN;
  let x2 = low;
  let f2 = f(x2, a, b, c) - target;
  if (f2 >= 0) return low;
  let x = x1 + 0.5 * (x2 - x1);
  for (;;) {
    const fx = f(x, a, b, c) - target;
    if (fx === 0) return x;
    let x3 = x1;
    let f3 = f1;
    if (fx < 0 !== f1 < 0) {
      x3 = x2;
      f3 = f2;
      x2 = x1;
      f2 = f1;
    }
    x1 = x;
    f1 = fx;
    const best = Math.abs(f1) < Math.abs(f2) ? x1 : x2;
    const least = (Number.EPSILON * Math.abs(best)) / Math.abs(x2 - x1);
    x = x1 + clip(share(x1, f1, x2, f2, x3, f3), least, 1 - least) * (x2 - x1);
    if (least > 0.5 || x === x1 || x === x2) return best;
  }
}

/** How far to go from x1 towards x2: by inverse quadratic interpolation where it is safe, else half the way. */
function share(x1: number, f1: number, x2: number, f2: number, x3: number, f3: number): number {
  const xi = (x1 - x2) / (x3 - x2);
  const phi = (f1 - f2) / (f3 - f2);
  if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi)) return 0.5;
  return (f1 / (f2 - f1)) * (f3 / (f2 - f3)) + ((x3 - x1) / (x2 - x1)) * (f1 / (f3 - f1)) * (f2 / (f3 - f2));
}

const NODES = [
  0.1252334085114689, 0.3678314989981802, 0.5873179542866175, 0.7699026741943047, 0.9041172563704749, 0.9815606342467192,
];
const WEIGHTS = [
  0.24914704581340277, 0.2334925365383548, 0.20316742672306592, 0.16007832854334622, 0.10693932599531843, 0.04717533638651183,
];

/**
 * Twelve-point Gauss-Legendre quadrature, exact to the last digit for functions that are analytic well beyond the interval:
 * a pole one interval length beyond its end costs 1e-16.
 *
 * Integral of f(x, a, b, c) over x in [from, to].
 *
 * Source: Abramowitz & Stegun, Handbook of mathematical functions, table 25.4.
 *
 * @example
 * integrate((x, power) => x ** power, 1, 2, 3) // => 15 / 4
 */
export function integrate(f: Equation, from: number, to: number, a = 0, b = 0, c = 0): number {
  const half = (to - from) / 2;
  let sum = 0;
  for (let k = 0; k < NODES.length; k++) {
    sum += WEIGHTS[k] * (f(from + half * (1 + NODES[k]), a, b, c) + f(from + half * (1 - NODES[k]), a, b, c));
  }
  return half * sum;
}
