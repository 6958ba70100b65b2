import { pinned, sideOf, type ScaledAxis } from '../scale/axis.ts';
import type { Area, Spot } from '../model/drawing.ts';
import type { Point } from '../model/figure.ts';
import { outward } from '../scale/off-scale.ts';
import type { Plane } from '../model/drawing.ts';
import type { Style } from '../model/styles.ts';

/** A point with its bounds. */
export type Bounded = Point & { readonly low: number; readonly high: number };

/** Whether both bounds of a point are known. */
export function hasBounds(point: Point): point is Bounded {
  return point.low !== undefined && point.high !== undefined && !Number.isNaN(point.low) && !Number.isNaN(point.high);
}

/**
 * The shaded area between the bounds of a series.
 *
 * Filled wherever neighbouring points on the scale have bounds: what was measured off it says nothing of what lies between.
 */
export function band(points: readonly Point[], plane: Plane, style: Style): Area {
  const edge = (bound: 'low' | 'high', facing: 'above' | 'below'): Spot[] =>
    points.map((point) => ({
      x: pinned(plane.x, point.x),
      y: carriesBand(point, plane) ? edgeAt(plane.y, point[bound], facing) : NaN,
    }));
  return { kind: 'area', upper: edge('high', 'below'), lower: edge('low', 'above'), color: style.color };
}

/** Points whose band has no width to be seen: they have bounds, their neighbours have none. */
export function lonely(points: readonly Point[], plane: Plane): Point[] {
  const bounded = points.map((point) => carriesBand(point, plane));
  return points.filter((_, i) => bounded[i] && !bounded[i - 1] && !bounded[i + 1]);
}

function carriesBand(point: Point, plane: Plane): point is Bounded {
  return hasBounds(point) && outward(point, plane) === undefined;
}

/** An edge of a band that leaves the plot is cut where it leaves, and keeps its slope. */
function edgeAt(y: ScaledAxis, value: number, facing: 'above' | 'below'): number {
  return sideOf(y, value) === facing ? pinned(y, value) : fenced(y, value);
}

/** A value far off the axis, but within reach of a renderer's arithmetic. */
function fenced({ scale, min, max }: ScaledAxis, value: number): number {
  if (scale === 'log') return Math.min(Math.max(value, min / 1e3, 1e-305), Math.min(max * 1e3, 1e305));
  const reach = 10 * (max - min);
  return Math.min(Math.max(value, min - reach), max + reach);
}
