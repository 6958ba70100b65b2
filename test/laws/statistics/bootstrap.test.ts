/** LAWS of the bootstrap's interval (BCa) where the statistic lies beyond all of its resamples, and of how many there may be. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { bootstrapInterval } from '../../../experiments/budget/bootstrap-interval.ts';
import { normalProbability, normalQuantile } from '../../../src/statistics/normal.ts';
import { mean, quantile } from '../../../src/statistics/small-samples.ts';

const items = Array.from({ length: 12 }, (_, k) => k);

/** Greatest, or least, of the whole sample alone: what it leaves out counts against it, all items alike. */
const spread = (sign: number) => (drawn: readonly number[]) =>
  sign * new Set(drawn).size +
  0.001 * Math.sin(drawn.reduce((sum, x, k) => sum + x * x * (k + 1), 0)) * (new Set(drawn).size < 11 ? 1 : 0);

it.each([1, -1])('a statistic beyond all resamples counts as half a resample inside them (%f)', (sign) => {
  const resamples = 60;
  const confidence = 1 - 2e-7;
  const statistic = spread(sign);
  const random = randomStream(1, 'bootstrap');
  const drawn = Array.from({ length: resamples }, () => statistic(items.map(() => items[random.below(items.length)])));
  const value = statistic(items);
  expect(drawn.every((each) => sign * (value - each) > 0)).toBe(true);
  // All samples that lack one item give the same, so that there is no acceleration.
  const bias = normalQuantile((sign > 0 ? resamples - 0.5 : 0.5) / resamples);
  const z = normalQuantile((1 + confidence) / 2);
  const found = bootstrapInterval(items, statistic, { confidence, resamples, random: randomStream(1, 'bootstrap') });
  expect(found.low).toBeCloseTo(quantile(drawn, normalProbability(2 * bias - z)), 12);
  expect(found.high).toBeCloseTo(quantile(drawn, normalProbability(2 * bias + z)), 12);
  // Neither end of the interval stands at an end of the resamples on this side.
  const inner = sign > 0 ? found.low : found.high;
  expect([Math.min(...drawn), Math.max(...drawn)]).not.toContain(inner);
});

it('takes one resample and no fewer, whole ones alone', () => {
  const interval = (resamples: number) =>
    bootstrapInterval([1, 2, 4], mean, { confidence: 0.9, resamples, random: randomStream(1, 'b') });
  const one = interval(1);
  expect(one.low).toBe(one.high);
  for (const resamples of [0, -1, 1.5, NaN]) expect(() => interval(resamples)).toThrow('resamples must be a whole number >= 1');
});
