import { expect, it } from 'vitest';
import { integrate } from '../../../src/numerics/elementary.ts';

/** LAW of the quadrature: twelve nodes of Gauss integrate every polynomial of degree 23 exactly, over any interval, with parameters. */

it.each([
  [-1, 1],
  [0, 1],
  [-1, 2],
  [3, 3.5],
  [1, 0],
])('integrates powers from %f to %f', (from, to) => {
  for (let degree = 0; degree <= 23; degree++) {
    const exact = (to ** (degree + 1) - from ** (degree + 1)) / (degree + 1);
    const size = Math.max(Math.abs(from), Math.abs(to)) ** (degree + 1);
    expect(Math.abs(integrate((x) => x ** degree, from, to) - exact) / size, `degree ${degree}`).toBeLessThan(1e-15);
  }
});

it('hands three numbers on, each in its place, 0 where none is given', () => {
  expect(integrate((_, a, b, c) => 100 * a + 10 * b + c, 0, 1, 1, 2, 3)).toBeCloseTo(123, 10);
  expect(integrate((_, a, b, c) => 100 * a + 10 * b + c, 0, 1, 1)).toBeCloseTo(100, 10);
  expect(integrate((_, a, b, c) => 100 * a + 10 * b + c, 0, 1)).toBe(0);
});
