import { describe, expect, it } from 'vitest';
import { fraction, heightsOf, moved, pinned, roundAxis, sideOf, tightAxis, valueAt } from '../../src/figures/model/drawing.ts';
import { saidOn } from '../../src/figures/panels/marks.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { at } from './support/samples.ts';

/** LAWS of axes: which values they hold, where they begin and end, and where a value lies on them. */

const linear = { label: 'y', scale: 'linear' } as const;
const log = { label: 'y', scale: 'log' } as const;
const random = randomStream(1, 'axes');

describe('an axis rounded outward', () => {
  it('begins at zero where that is less than half of the data away, and nowhere else', () => {
    for (let run = 0; run < 500; run++) {
      const width = 10 ** (6 * random.next() - 3);
      const low = width * (random.next() - 0.1);
      const { min, max } = roundAxis(linear, [low, low + width]);
      expect(min).toBeLessThanOrEqual(low * (low < 0 ? 1 - 1e-9 : 1 + 1e-9));
      expect(max).toBeGreaterThanOrEqual((low + width) * (1 - 1e-9));
      if (low >= 0 && low < 0.499 * width) expect(min).toBe(0);
      // A step is a fifth of the data at least, so that rounding alone may come to zero below one.
      if (low > 0.501 * width) expect(min, `${low} and ${width} more`).toBeGreaterThan(0);
    }
    expect([roundAxis(linear, [49, 149]).min, roundAxis(linear, [51, 151]).min]).toEqual([0, 40]);
    expect(roundAxis(linear, [-1, 99]).min).toBe(-20);
  });

  it('goes less than a step, a round fifth of its length, beyond the data', () => {
    for (let run = 0; run < 300; run++) {
      const values = [random.normal(), random.normal()].map((x) => x * 10 ** (4 * random.next()));
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const from = low >= 0 && low < (high - low) / 2 ? 0 : low;
      const { min, max, ticks } = roundAxis(linear, values);
      const step = ticks[1].value - ticks[0].value;
      for (const end of [min, max]) expect(Math.abs(end / step - Math.round(end / step))).toBeLessThan(1e-6);
      expect(from - min).toBeLessThan(step * (1 + 1e-9));
      expect(max - high).toBeLessThan(step * (1 + 1e-9));
    }
  });

  it('law: both ends stand on ticks, however long it is', () => {
    expect(roundAxis(linear, [-5, 125])).toMatchObject({ min: -20, max: 140 });
    for (let run = 0; run < 500; run++) {
      const size = 10 ** (8 * random.next() - 4);
      const ends = [random.next(), random.next()].map((x) => (x - 0.3) * size);
      const logs = [random.next(), random.next()].map((x) => 10 ** (random.below(30) * (x - 0.5)));
      for (const axis of [roundAxis(linear, ends), roundAxis(log, logs)]) {
        const near = (end: number): boolean =>
          axis.ticks.some(({ value }) => Math.abs(fraction(axis, value) - fraction(axis, end)) < 1e-6);
        expect([near(axis.min), near(axis.max)], `${axis.scale} ${axis.min} to ${axis.max}`).toEqual([true, true]);
      }
    }
  });

  it('on a log scale ends at 1, 2 or 5 times a power of ten', () => {
    const ends = (...values: number[]): number[] => [roundAxis(log, values).min, roundAxis(log, values).max];
    const found = [ends(1, 100), ends(1.1, 99), ends(0.3, 0.6), ends(2.5, 6), ends(7, 1200)];
    expect(found.flat()).toEqual([1, 100, 1, 100, 0.2, 1, 2, 10, 5, 2000]);
  });
});

describe('limits', () => {
  it('are those of the data, or those that are given', () => {
    expect(tightAxis(linear, [3, NaN, 1, Infinity, 2, -Infinity])).toMatchObject({ min: 1, max: 3 });
    expect(tightAxis(log, [3, 0, -1, 2, 1e301])).toMatchObject({ min: 2, max: 3 });
    expect(tightAxis({ ...linear, min: -1 }, [1, 3])).toMatchObject({ min: -1, max: 3 });
    expect(tightAxis({ ...linear, max: 9 }, [1, 3])).toMatchObject({ min: 1, max: 9 });
    expect(tightAxis({ ...linear, min: 0, max: 1 }, [5])).toMatchObject({ min: 0, max: 1 });
  });

  it('stand apart where the data are one value, or none', () => {
    expect(tightAxis(linear, [4, 4])).toMatchObject({ min: 2, max: 6 });
    expect(tightAxis(linear, [-4])).toMatchObject({ min: -6, max: -2 });
    expect(tightAxis(linear, [0])).toMatchObject({ min: 0, max: 1 });
    expect(tightAxis(log, [4])).toMatchObject({ min: 2, max: 8 });
    expect(tightAxis(linear, [])).toMatchObject({ min: 0, max: 1 });
    expect(tightAxis(log, [0, NaN])).toMatchObject({ min: 1, max: 10 });
  });

  it('that leave nothing of the data are met, that contradict themselves refused', () => {
    expect(tightAxis({ ...linear, min: 5 }, [1, 3])).toMatchObject({ min: 5, max: 6 });
    expect(tightAxis({ ...linear, max: 0 }, [1, 3])).toMatchObject({ min: -1, max: 0 });
    expect(tightAxis({ ...log, min: 5 }, [1, 3])).toMatchObject({ min: 5, max: 50 });
    expect(tightAxis({ ...log, max: 0.5 }, [1, 3])).toMatchObject({ min: 0.05, max: 0.5 });
    for (const [axis, message] of [
      [{ ...linear, min: 1, max: 1 }, 'with min < max'],
      [{ ...linear, min: NaN, max: 1 }, 'with min < max'],
      [{ ...linear, min: 0, max: Infinity }, 'with min < max'],
      [{ ...log, min: 0, max: 1 }, 'with 0 < min < max on a log scale'],
    ] as const)
      expect(() => tightAxis(axis, [1, 3])).toThrow(message);
  });
});

it('the place of a value and the value of a place are inverse, on both scales', () => {
  for (const axis of [tightAxis(linear, [-3, 5]), tightAxis(log, [0.01, 1000])]) {
    expect([fraction(axis, axis.min), fraction(axis, axis.max)]).toEqual([0, 1]);
    for (let run = 0; run < 50; run++) {
      const f = random.next();
      expect(fraction(axis, valueAt(axis, f))).toBeCloseTo(f, 12);
      expect(fraction(axis, moved(axis, valueAt(axis, f), 0.1))).toBeCloseTo(f + 0.1, 12);
    }
    expect([fraction(axis, NaN), fraction(axis, Infinity)]).toEqual([Infinity, Infinity]);
    const [below, above] = [valueAt(axis, -0.01), valueAt(axis, 1.01)];
    const sides = [below, axis.min, axis.max, above].map((value) => sideOf(axis, value));
    expect(sides).toEqual(['below', 'inside', 'inside', 'above']);
    expect([pinned(axis, below), pinned(axis, above), pinned(axis, NaN)]).toEqual([axis.min, axis.max, axis.max]);
    expect(pinned(axis, valueAt(axis, 0.5))).toBe(valueAt(axis, 0.5));
  }
  expect(fraction(tightAxis(log, [1, 10]), 0)).toBe(-Infinity);
});

it('heights are those of points, bands and references', () => {
  expect(heightsOf(at([0, 1], [0, 2, 0.5, 7]), [{ y: 9 }] as never)).toEqual([1, 1, 1, 2, 0.5, 7, 9]);
  expect(heightsOf([])).toEqual([]);
});

it('an axis in percent writes percents and shares alike, at the same places', () => {
  for (const [axis, ends] of [
    [log, [0.4, 100]],
    [linear, [0, 30]],
    [linear, [7, 41.5]],
  ] as const) {
    const percents = roundAxis({ ...axis, unit: 'percent' }, ends);
    const shares = roundAxis(
      { ...axis, unit: 'share' },
      ends.map((end) => end / 100),
    );
    const labels = percents.ticks.map(({ label }) => label);
    expect(labels).toEqual(roundAxis(axis, ends).ticks.map(({ label }) => label.map((line) => `${line}%`)));
    expect(shares.ticks.map(({ label }) => label)).toEqual(labels);
    for (const [n, { value }] of shares.ticks.entries())
      expect(fraction(shares, value)).toBeCloseTo(fraction(percents, percents.ticks[n].value), 9);
  }
  expect(roundAxis({ ...log, unit: 'share' }, [0.01, 1]).ticks.flatMap(({ label }) => label)).toEqual(['1%', '10%', '100%']);
  expect(saidOn({ label: 'error', unit: 'share' }, 0.056, { low: 0.05, high: Infinity })).toBe('error: 5.6% (5% to ∞)');
});
