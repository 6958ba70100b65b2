import { expect, it } from 'vitest';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { ClassMeasures, TwoClassValidation } from '../../../src/streams/measures/class-measures.ts';

/** LAW of measures by class, by hand: a share of no row is null, and rows of importance 0 are none. */

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

it('labels that may be numbers are two classes as long as all are -1 or 1; those of other losses are always', () => {
  const classesOf = (loss: Loss, labels: readonly number[]): ClassMeasures | undefined => {
    const validation = new TwoClassValidation(loss, Float64Array.from(labels));
    labels.forEach((_, i) => validation.record(i, 1));
    return validation.classes;
  };
  expect(classesOf(losses.squared, [1, -1, 1, 1])).toMatchObject({ fScore: 6 / 7, smallerClass: 1 / 4 });
  for (const stray of [0, 0.5, 2, -2, NaN]) expect(classesOf(losses.squared, [1, stray, -1])).toBeUndefined();
  expect(classesOf(losses.logarithmic, [1, 0, 1])).toMatchObject({ fScore: 4 / 5 });
  expect(classesOf(losses.poisson, [1, 0, 1])).toBeUndefined();
});
