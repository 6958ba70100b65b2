/** LAWS of solving equations: the root to its last digits, in few evaluations, and what there is no root of. */
import { describe, expect, it } from 'vitest';
import { solve, type Equation } from '../../../src/numerics/roots.ts';

/** Evaluations that these take, measured. */
const MOST = 12;

/** Rising equations with a root that is known, in brackets of the right size. */
const equations: Readonly<Record<string, readonly [f: Equation, root: number, low: number, high: number]>> = {
  line: [(x) => 3 * x, 0.7, 0, 2],
  cube: [(x) => x ** 3, 1.3, 0.5, 2],
  exponential: [(x) => Math.exp(x), 1.1, 0, 3],
  'square root': [(x) => Math.sqrt(x), 0.3, 0.01, 1],
  'logistic curve': [(x) => 1 / (1 + Math.exp(-x)), 0.4, -3, 3],
  'a high power': [(x) => x ** 9, 0.9, 0, 2],
};

describe.each(Object.entries(equations))('%s', (_, [f, root, low, high]) => {
  it('is solved to the last digit or two, in about eight evaluations, twelve at most', () => {
    let evaluations = 0;
    const counted: Equation = (x, a, b, c) => {
      evaluations++;
      return f(x, a, b, c);
    };
    const found = solve(counted, f(root, 0, 0, 0), low, high);
    expect(Math.abs(found - root)).toBeLessThanOrEqual(4 * Number.EPSILON * root);
    expect(evaluations).toBeLessThanOrEqual(MOST);
  });
});

it('halves where interpolation misleads, and still ends', () => {
  let evaluations = 0;
  const step: Equation = (x) => {
    evaluations++;
    return x < 0.123 ? -1 : 1e9;
  };
  expect(Math.abs(solve(step, 0, -10, 10) - 0.123)).toBeLessThan(1e-15);
  expect(evaluations).toBeLessThan(120);
});

it('parameters are handed over; outside of the bracket an end is the answer, and no number has none', () => {
  expect(solve((x, a, b, c) => a * x + b + c, 7, 0, 10, 2, 1, 2)).toBe(2);
  expect(solve((x) => x, 5, 0, 3)).toBe(3);
  expect(solve((x) => x, -5, 0, 3)).toBe(0);
  expect(solve((x) => x, 0, 0, 3)).toBe(0);
  expect(solve((x) => x, NaN, 0, 3)).toBeNaN();
  expect(solve((x) => x, 1, 0, Infinity)).toBeNaN();
});
