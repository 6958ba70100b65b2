/** The shaded area between the bounds of a series. */
import { pinned, sideOf, type ScaledAxis } from './axis.ts';
import type { Dataset } from './drawing.ts';
import type { Point } from './figure.ts';
import type { Plane } from './off-scale.ts';
import type { Style } from './styles.ts';

export type Bounded = Point & { readonly low: number; readonly high: number };

export function hasBounds(point: Point): point is Bounded {
  return point.low !== undefined && point.high !== undefined && !Number.isNaN(point.low) && !Number.isNaN(point.high);
}

/** A fill wherever neighbouring points have bounds: two datasets, the first filled down to the second. */
export function band(points: readonly Point[], { x, y }: Plane, style: Style): Dataset[] {
  const edge = (bound: 'low' | 'high', facing: 'above' | 'below'): Dataset => ({
    data: points.map((point) => ({ x: pinned(x, point.x), y: hasBounds(point) ? edgeAt(y, point[bound], facing) : NaN })),
    showLine: true,
    pointRadius: 0,
    borderWidth: 0,
    clip: 0,
  });
  return [{ ...edge('high', 'below'), fill: '+1', backgroundColor: `${style.color}2e` }, edge('low', 'above')];
}

/** Points whose band has no width to be seen: they have bounds, their neighbours have none. */
export function lonely(points: readonly Point[]): Point[] {
  const bounded = points.map(hasBounds);
  return points.filter((_, i) => bounded[i] && !bounded[i - 1] && !bounded[i + 1]);
}

/**
 * An edge of a band that leaves the plot is cut where it leaves, and keeps its slope; if even the edge that faces the plot is
 * beyond it, so is the point, and that edge ends where the point's line does.
 */
function edgeAt(y: ScaledAxis, value: number, facing: 'above' | 'below'): number {
  return sideOf(y, value) === facing ? pinned(y, value) : fenced(y, value);
}

/** A value far off the axis, but within reach of the chart's arithmetic. */
function fenced({ scale, min, max }: ScaledAxis, value: number): number {
  if (scale === 'log') return Math.min(Math.max(value, min / 1e3, 1e-305), Math.min(max * 1e3, 1e305));
  const reach = 10 * (max - min);
  return Math.min(Math.max(value, min - reach), max + reach);
}
