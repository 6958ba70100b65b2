import { clip } from './elementary.ts';

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
