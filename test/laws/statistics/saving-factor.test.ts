/** LAWS of the saving factor and of isotonic regression: against definitions, exact curves, and by simulation of its promise. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { nonIncreasing } from '../../../src/statistics/isotonic.ts';
import { savingFactor, type PassiveErrors } from '../../../experiments/support/saving.ts';
import { mean } from '../../../src/statistics/small-samples.ts';
import { always } from './always.ts';

const SEEDS = 5;
const GRID = Array.from({ length: 31 }, (_, k) => Math.round(100 * 10 ** (k / 10)));

/** An error that falls with the labels: .05 + m^(-1/2). */
const falling = (m: number): number => 0.05 + m ** -0.5;

describe('isotonic regression', () => {
  it('is the min-max of means of stretches', () => {
    always(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 12 }), (numbers) => {
      const fitted = nonIncreasing(numbers);
      numbers.forEach((_, i) => {
        const each = numbers
          .slice(0, i + 1)
          .map((_, s) => Math.max(...numbers.slice(i).map((_, k) => mean(numbers.slice(s, i + k + 1)))));
        expect(fitted[i]).toBeCloseTo(Math.min(...each), 12);
      });
    });
  });

  it('refuses what has no order', () => {
    expect(() => nonIncreasing([1, NaN])).toThrow('isotonic regression needs numbers, found NaN');
  });
});

describe('saving factor', () => {
  const exact = (labels: number, error: number) =>
    savingFactor(
      GRID.map((m): PassiveErrors => ({ labels: m, errors: Array.from({ length: SEEDS }, () => falling(m)) })),
      Array.from({ length: SEEDS }, () => ({ labels, error })),
      0.95,
    );

  it('without noise is the ratio of labels for equal error, and its interval a step of the grid', () => {
    for (const needed of [150, 999, 5000, 70_000]) {
      const { value, low, high } = exact(100, falling(needed));
      expect(Math.abs(value / (needed / 100) - 1)).toBeLessThan(0.01);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
      expect(high / low).toBeLessThan(1.3);
    }
  });

  it('an error that passive learning never reaches, or is below from the first, has no end on that side', () => {
    expect(exact(200, 0.04)).toEqual({ value: Infinity, low: 100_000 / 200, high: Infinity });
    const { value, low, high } = exact(200, 0.9);
    expect([value, low, high]).toEqual([100 / 200, 0, 100 / 200]);
  });

  it('smooths the variance over three neighbours to each side, and no more', () => {
    const active = [0.1, 0.1].map((error) => ({ labels: 100, error }));
    const passive = (error: number, spike: number): PassiveErrors[] =>
      Array.from({ length: 9 }, (_, k) => ({
        labels: 100 * 2 ** k,
        errors: k === spike ? [error + 10, error - 10] : [error, error],
      }));
    // A spike at point 6 is felt from point 3 on, one at point 2 up to point 5.
    expect(savingFactor(passive(0.2, 6), active, 0.95).low).toBe(2 ** 2);
    expect(savingFactor(passive(0.05, 2), active, 0.95).high).toBe(2 ** 6);
  });

  it('is its definition, point by point, on noisy curves', () => {
    // Student's t at 95%, from tables.
    const t: Readonly<Record<number, number>> = { 2: 12.706204736432095, 3: 4.302652729911275, 6: 2.5705818366147395 };
    const random = randomStream(8, 'definition');
    const ends = new Set<string>();
    for (let study = 0; study < 300; study++) {
      const seeds = [2, 3, 6][study % 3];
      const start = random.next() - 0.3;
      const spread = [0.002, 0.02, 0.2][random.below(3)];
      const passive = Array.from({ length: 1 + random.below(24) }, (_, k) => ({
        labels: 10 + 3 * k * k,
        errors: Array.from({ length: seeds }, () => start - 0.03 * k + spread * random.normal()),
      }));
      const active = Array.from({ length: seeds }, () => ({ labels: 5 + random.below(9), error: spread * random.normal() }));
      const differences = passive.map(({ errors }) => errors.map((error, s) => error - active[s].error));
      const average = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
      const variances = differences.map((d) => average(d.map((x) => (x - average(d)) ** 2)) * (seeds / (seeds - 1)));
      const limits = (sign: number): number[] =>
        differences.map((d, k) => {
          const near = variances.filter((_, other) => Math.abs(other - k) <= 3);
          return average(d) + sign * t[seeds] * Math.sqrt(average(near) / seeds);
        });
      const bought = average(active.map(({ labels }) => labels));
      let low = 0;
      for (const [k, limit] of limits(-1).entries()) {
        if (!(limit > 0)) break;
        low = passive[k].labels;
      }
      let high = Infinity;
      for (const [k, limit] of [...limits(1).entries()].reverse()) {
        if (!(limit < 0)) break;
        high = passive[k].labels;
      }
      const found = savingFactor(passive, active, 0.95);
      expect([found.low, found.high]).toEqual([low / bought, high / bought]);
      ends.add(`${low === 0 ? 'no low' : 'low'}, ${high === Infinity ? 'no high' : 'high'}`);
    }
    expect(ends.size).toBe(4);
  });

  it('scales with the labels: buying k times as many divides it by k', () => {
    const [one, four] = [exact(100, falling(2000)), exact(400, falling(2000))];
    for (const end of ['value', 'low', 'high'] as const) expect(four[end]).toBeCloseTo(one[end] / 4, 12);
  });

  it('covers the truth in at least 93% of 1,000 noisy studies of 5 seeds', () => {
    const random = randomStream(7, 'saving');
    let covered = 0;
    for (let study = 0; study < 1000; study++) {
      // A seed's curve wanders as a whole and at every point.
      const shift = Array.from({ length: SEEDS }, () => 0.004 * random.normal());
      const passive = GRID.map((m): PassiveErrors => ({
        labels: m,
        errors: shift.map((s) => falling(m) + s + 0.003 * random.normal()),
      }));
      const active = shift.map((s) => ({ labels: 500, error: falling(2000) + s + 0.003 * random.normal() }));
      const { low, high } = savingFactor(passive, active, 0.95);
      // The expected error of active learning is that of passive learning with 2,000 labels.
      if (low <= 4 && 4 <= high) covered++;
    }
    expect(covered).toBeGreaterThanOrEqual(930);
  });

  it('refuses one seed, seeds that are not paired, and labels that do not ascend', () => {
    const active = [1, 2].map(() => ({ labels: 10, error: 0.1 }));
    const point = { labels: 10, errors: [0.1, 0.2] };
    expect(() => savingFactor([point], active.slice(1), 0.95)).toThrow('at least 2 seeds, found 1');
    expect(() => savingFactor([{ labels: 10, errors: [0.1] }], active, 0.95)).toThrow(
      '10 labels: found 1 passive errors; expected one for each of 2 seeds',
    );
    expect(() => savingFactor([point, point], active, 0.95)).toThrow('must ascend from above 0, found 10 at point 1');
    expect(() => savingFactor([point], active, 1)).toThrow('confidence');
  });
});

it('is told where the curves meet at the last point, and not before', () => {
  const active = [0.25, 0.25].map((error) => ({ labels: 50, error }));
  const passive = [0.5, 0.25].map((error, k) => ({ labels: 100 * 2 ** k, errors: [error, error] }));
  expect(savingFactor(passive, active, 0.95).value).toBe(4);
  expect(savingFactor(passive.slice(0, 1), active, 0.95).value).toBe(Infinity);
});
