import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { solve, type Equation } from '../../../src/numerics/elementary.ts';

/**
 * LAWS of solving equations: the root to its last digits, in few evaluations, and what there is no root of. UNCHANGED: the bits of many
 * roots and how many evaluations each takes, which say when the method interpolates and when it halves; updates rest on them.
 */

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
  expect(solve((x, a, b, c) => x + a + b + c, 2, 0, 10)).toBe(2);
  expect(solve((x) => x, 5, 0, 3)).toBe(3);
  expect(solve((x) => x, -5, 0, 3)).toBe(0);
  expect(solve((x) => x, 0, 0, 3)).toBe(0);
  expect(solve((x) => x, NaN, 0, 3)).toBeNaN();
  expect(solve((x) => x, 1, 0, Infinity)).toBeNaN();
});

it('roots and their evaluations are what they were', () => {
  const random = randomStream(1, 'roots');
  const shapes: readonly Equation[] = [
    (x, a) => a * x,
    (x, a, b) => x * x * x + a * x + b,
    (x, a) => Math.sqrt(x + 12) * a,
    (x, a, b) => (x < b ? x : b + a * (x - b)),
    (x, a, b) => (x - b) / (a + Math.abs(x - b)),
    (x, a, b) => (x < b ? -a : 1 / a),
  ];
  const numbers = Array.from({ length: 1200 }, (_, n) => {
    let evaluations = 0;
    const f: Equation = (x, a, b, c) => {
      evaluations++;
      return shapes[n % shapes.length](x, a, b, c);
    };
    const size = [1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e3, 1e4][random.below(9)];
    const [low, high] = [-10 * random.next(), size * (1 + random.next())];
    const [a, b] = [size * random.next(), (random.next() - 0.5) * size];
    const target = shapes[n % shapes.length](low + random.next() * (high - low), a, b, 0);
    return [solve(f, target, low, high, a, b), evaluations];
  });
  expect(crc32(new Uint8Array(Float64Array.from(numbers.flat()).buffer)).toString(16)).toMatchInlineSnapshot(`"ddb2d204"`);
});
