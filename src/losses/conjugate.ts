import { clip } from '../numerics/elementary.ts';

/** A slope that lies beyond an end of its range by rounding counts as the end. */
const SLACK = 1e-12;

/** A conjugate that is `value` on the slopes from `low` to `high`, and Infinity where no prediction has the slope. */
export function onSlopes(s: number, low: number, high: number, value: (s: number) => number): number {
  return s < low - SLACK || s > high + SLACK ? Infinity : value(clip(s, low, high));
}
