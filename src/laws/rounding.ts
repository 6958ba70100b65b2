import type { Loss } from '../losses/loss.ts';
import type { Point } from './points.ts';

/** Relative error of one rounding. */
export const EPS = 2 ** -53;
/** How many of them are a few: a result may be off by what so many roundings of its inputs and operations cost. */
export const FEW = 32;
/** Results below it have lost digits to underflow. */
export const TINY = 2 ** -1022;

/** The largest finite number. */
export const LARGEST = Number.MAX_VALUE;

/** Size of the numbers that are rounded on the way to a move, besides the move: predictions, and labels or margins. */
export function size(loss: Loss, p: number, y: number): number {
  return Math.abs(p) + (loss.labels === 'real' ? Math.abs(y) : loss.labels === 'unit' ? 0 : 1);
}

/** Whether no coordinate has lost digits to underflow or is about to overflow. */
export function hasDigits({ p, y, tau }: Point): boolean {
  return [p, y, tau].every((x) => x === 0 || (Math.abs(x) >= TINY && Math.abs(x) <= 1e300));
}
