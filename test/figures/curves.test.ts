import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanAndConfidence } from '../../experiments/shards/mean-and-confidence.ts';
import { commonGrid, medianAndMiddle80, type Run, summarised } from '../../src/figures/model/curves.ts';
import { criticalT } from '../../src/statistics/estimate.ts';
import { always } from '../laws/statistics/always.ts';

/** Laws of curves over many seeds; Student's t against printed tables (reference). */

const summaries = [meanAndConfidence, medianAndMiddle80];

const run: fc.Arbitrary<Run> = fc
  .array(fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.double({ min: -10, max: 10, noNaN: true }) }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((spots) => spots.toSorted((a, b) => a.x - b.x));
const runs = fc.array(run, { minLength: 1, maxLength: 6 });

describe.each(summaries)('$label', (summary) => {
  it('many copies of one seed are that seed, with a band of no width', () => {
    always(run, fc.integer({ min: 2, max: 5 }), (one, copies) => {
      const grid = commonGrid([one], 20);
      for (const { x, y, low, high } of summarised(
        Array.from({ length: copies }, () => one),
        grid,
        summary,
      )) {
        const reached = one.findLast((spot) => spot.x <= x)!.y;
        for (const value of [y, low!, high!]) expect(value).toBeCloseTo(reached, 9);
      }
    });
  });

  it('the order of the seeds does not matter', () => {
    always(runs, (all) => {
      const there = summarised(all, commonGrid(all, 9), summary);
      const back = summarised(all.toReversed(), commonGrid(all.toReversed(), 9), summary);
      expect(back.length).toBe(there.length);
      back.forEach(({ y }, i) => expect(y).toBeCloseTo(there[i].y, 9));
    });
  });

  it('no point lies where a seed has not been measured', () => {
    always(runs, fc.array(fc.double({ min: -10, max: 2000, noNaN: true })), (all, grid) => {
      for (const { x } of summarised(all, grid, summary))
        for (const one of all) {
          expect(x).toBeGreaterThanOrEqual(one[0].x);
          expect(x).toBeLessThanOrEqual(one.at(-1)!.x);
        }
    });
  });

  it('the middle lies between the bounds, the bounds of one seed are unknown', () => {
    always(fc.array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 1, maxLength: 8 }), (values) => {
      const { y, low, high } = summary.of(values);
      if (values.length === 1) expect([low, high]).toEqual([undefined, undefined]);
      else {
        expect(low).toBeLessThanOrEqual(y + 1e-9);
        expect(high).toBeGreaterThanOrEqual(y - 1e-9);
      }
    });
  });

  it.each([NaN, Infinity])('a diverged seed (%d) is never averaged away', (diverged) => {
    expect(summary.of([diverged]).y).toBe(Infinity);
    expect(summary.of([1, diverged, diverged]).y).toBe(Infinity);
  });
});

describe('grids', () => {
  it('places shared by all seeds are kept', () => {
    const one = [1, 2, 5, 10].map((x) => ({ x, y: x }));
    expect(commonGrid([one, one], 3)).toEqual([1, 2, 5, 10]);
  });

  it('an empty run covers nothing', () => {
    const one = [{ x: 1, y: 1 }];
    expect(commonGrid([one, []], 5)).toEqual([]);
    expect(summarised([one, []], [1], medianAndMiddle80)).toEqual([]);
    expect(summarised([], [1], medianAndMiddle80)).toEqual([]);
  });

  it('zero labels do not stop a grid on the scale of logarithms', () => {
    const all = [
      [0, 10, 1000],
      [0, 1000, 2000],
    ].map((places) => places.map((x) => ({ x, y: 1 })));
    expect(commonGrid(all, 2)).toEqual([1000]);
  });

  it('rises from end to end', () => {
    always(runs, fc.integer({ min: 2, max: 30 }), (all, n) => {
      const grid = commonGrid(all, n);
      for (let i = 1; i < grid.length; i++) expect(grid[i]).toBeGreaterThanOrEqual(grid[i - 1]);
    });
  });
});

describe("reference: Student's t, printed to three decimals in Abramowitz & Stegun, table 26.10", () => {
  it.each([
    [0.95, 1, 12.706],
    [0.95, 2, 4.303],
    [0.95, 4, 2.776],
    [0.95, 9, 2.262],
    [0.95, 30, 2.042],
    [0.95, 120, 1.98],
    [0.9, 5, 2.015],
    [0.99, 1, 63.657],
    [0.99, 10, 3.169],
    [0.999, 3, 12.924],
  ])('P %d, %d degrees of freedom', (confidence, df, wanted) => expect(criticalT(confidence, df)).toBeCloseTo(wanted, 2.99));

  it('mean ± CI of five numbers, by hand: 3 ± 2.776445 sqrt(2.5 / 5)', () => {
    const { y, low, high } = meanAndConfidence.of([1, 2, 3, 4, 5]);
    expect(y).toBe(3);
    expect(low).toBeCloseTo(3 - 2.776445105 * Math.sqrt(0.5), 8);
    expect(high).toBeCloseTo(3 + 2.776445105 * Math.sqrt(0.5), 8);
  });
});
