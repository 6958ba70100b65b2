import { pow } from '../../numerics/pow.ts';
import type { Spot } from './drawing.ts';
import type { Point } from './figure.ts';
import type { Summary } from './summaries.ts';

/** The measurements of one seed, in order of x. */
export type Run = readonly Spot[];

/**
 * From the curves of many seeds to one curve with a band: the runs summarised at every place of the grid that all of them cover.
 *
 * Seeds are measured at places of their own (labels bought, say), so all are read at common places. Between two measurements
 * a run has the value of the earlier one: what it had reached with so many labels. Outside the range that every run covers
 * nothing is said: a band never rests on fewer seeds at one end than at the other.
 *
 * @example
 * const runs = [[{ x: 1, y: 4 }, { x: 9, y: 2 }], [{ x: 2, y: 6 }, { x: 5, y: 0 }]];
 * summarised(runs, [1, 2, 4, 8], { label: 'mean', of: ([a, b]) => ({ y: (a + b) / 2 }) }) // => [{ x: 2, y: 5 }, { x: 4, y: 5 }]
 */
export function summarised(runs: readonly Run[], grid: readonly number[], summary: Summary): Point[] {
  const { from, to } = covered(runs);
  return grid.filter((x) => x >= from && x <= to).map((x) => ({ x, ...summary.of(runs.map((run) => carriedForward(run, x))) }));
}

/**
 * Places to read runs at: where they were measured if that is the same for all, else evenly spaced on the scale of logarithms
 * over the positive range that all cover, ends included.
 *
 * @example
 * commonGrid([[{ x: 1, y: 0 }, { x: 1000, y: 0 }], [{ x: 10, y: 0 }, { x: 5000, y: 0 }]], 3) // => [10, 100, 1000]
 */
export function commonGrid(runs: readonly Run[], count: number): number[] {
  if (runs.length === 0) return [];
  const places = runs[0].map(({ x }) => x);
  if (runs.every((run) => run.length === places.length && run.every(({ x }, i) => x === places[i]))) return places;
  const { from, to } = covered(runs.map((run) => run.filter(({ x }) => x > 0)));
  if (!(from < to) || count < 2) return from <= to ? [to] : [];
  const ratio = to / from;
  return Array.from({ length: count }, (_, k) => (k === count - 1 ? to : from * pow(ratio, k / (count - 1))));
}

/** From the last first place to the first last one; nothing (from > to) where there is no run, or an empty one. */
function covered(runs: readonly Run[]): { from: number; to: number } {
  if (runs.length === 0) return { from: Infinity, to: -Infinity };
  return {
    from: Math.max(...runs.map((run) => run.at(0)?.x ?? Infinity)),
    to: Math.min(...runs.map((run) => run.at(-1)?.x ?? -Infinity)),
  };
}

/** The last value measured at or before x; there is one. */
function carriedForward(run: Run, x: number): number {
  return run.findLast((spot) => spot.x <= x)!.y;
}
