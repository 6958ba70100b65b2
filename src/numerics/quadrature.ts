/**
 * Ten-point Gauss-Legendre quadrature: exact to the last digits for functions that are analytic well beyond the interval
 * (a pole one interval length beyond its end costs less than 1e-15).
 *
 * Source: Abramowitz & Stegun, Handbook of mathematical functions, table 25.4.
 *
 * @example
 * integrate((x, power) => x ** power, 2, 3) // => 4
 */
import type { Equation } from './roots.ts';

const NODES = [0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845, 0.9739065285171717];
const WEIGHTS = [0.2955242247147529, 0.2692667193099964, 0.219086362515982, 0.1494513491505806, 0.0666713443086881];

/** Integral of f(x, a, b, c) over x in [0, length]. */
export function integrate(f: Equation, length: number, a = 0, b = 0, c = 0): number {
  const half = length / 2;
  let sum = 0;
  for (let k = 0; k < NODES.length; k++) {
    sum += WEIGHTS[k] * (f(half * (1 + NODES[k]), a, b, c) + f(half * (1 - NODES[k]), a, b, c));
  }
  return half * sum;
}
