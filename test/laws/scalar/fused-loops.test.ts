/**
 * Loops written by hand for one loss, update and optimizer: what the benchmarks race is a second program for the same weights.
 */
import { expect, it } from 'vitest';
import { combinations, largestDifference, genericPass, syntheticRows } from '../../bench/combination.ts';

const { rows, labels } = syntheticRows(150);

it.each(combinations)('$name: the weights of a loop fused by hand', (combination) => {
  const of = labels[combination.loss.labels];
  const learned = genericPass(combination)(rows, of);
  expect(learned.some((weight) => weight !== 0)).toBe(true);
  expect(largestDifference(learned, combination.fused(rows, of))).toBeLessThan(1e-12);
});
