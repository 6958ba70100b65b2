/** The grid of step sizes (law). */
import { expect, it } from 'vitest';
import { logGrid } from '../../../experiments/support/log-grid.ts';

it('holds both ends and every power of ten between them, in equal ratios', () => {
  const grid = logGrid(-3, 3, 4);
  expect(grid).toHaveLength(25);
  for (const power of [0.001, 0.01, 0.1, 1, 10, 100, 1000]) expect(grid).toContain(power);
  for (let k = 1; k < grid.length; k++) expect(grid[k] / grid[k - 1]).toBeCloseTo(10 ** 0.25, 2);
});
