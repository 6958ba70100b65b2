/** LAW of measures by class, by hand: a share of no row is null, and rows of importance 0 are none. */
import { expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import { ClassMeasures } from '../../../src/streams/measures/class-measures.ts';

it.each([
  { rows: [], balancedError: null, fScore: null },
  { rows: [[1, 1]], balancedError: null, fScore: 1 },
  { rows: [[-1, 1]], balancedError: null, fScore: 0 },
  { rows: [[-1, -1]], balancedError: null, fScore: null },
  { rows: [[1, -1]], balancedError: null, fScore: 0 },
  {
    rows: [
      [1, 1],
      [-1, -1],
    ],
    balancedError: 0,
    fScore: 1,
  },
  {
    rows: [
      [1, 1, 3],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ],
    balancedError: 3 / 8,
    fScore: 3 / 4,
  },
  {
    rows: [
      [1, 1],
      [-1, -1, 0],
    ],
    balancedError: null,
    fScore: 1,
  },
])('of predictions, labels and importances $rows', ({ rows, balancedError, fScore }) => {
  const measures = new ClassMeasures(losses.logistic);
  for (const [p, y, i] of rows) measures.record(p, y, i);
  expect([measures.balancedError, measures.fScore]).toEqual([balancedError, fScore]);
});
