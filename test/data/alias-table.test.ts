import { expect, it } from 'vitest';
import { aliasTable } from '../../src/data/rcv1-like.ts';
import { randomStream } from '../../src/numerics/random.ts';

/** The alias table (law): draws follow the weights. */

const DRAWS = 200_000;

const zipf = Array.from({ length: 100 }, (_, k) => (k + 1) ** -1.35);

it.each([
  ['one weight', [1]],
  ['equal weights', [1, 1]],
  ['zeros', [3, 0, 1, 0]],
  ['far apart weights', [1e-12, 1, 5, 1e-3]],
  ['tiny weights', [2e-300, 1e-300]],
  ['a power law', zipf],
])('draws %s in proportion, within five standard errors', (_what, weights) => {
  const draw = aliasTable(weights);
  const random = randomStream(7, 'alias');
  const counts = new Float64Array(weights.length);
  for (let n = 0; n < DRAWS; n++) counts[draw(random)]++;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  weights.forEach((weight, k) => {
    const p = weight / sum;
    expect(Math.abs(counts[k] - DRAWS * p)).toBeLessThanOrEqual(5 * Math.sqrt(DRAWS * p * (1 - p)));
  });
});

it.each([[[]], [[0, 0]], [[1, NaN]], [[1, Infinity]], [[-1, 0.5]]])('refuses %j', (weights) => {
  expect(() => aliasTable(weights)).toThrow('weights must be finite, >= 0 and not all zero');
});
