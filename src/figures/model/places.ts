import { fraction, moved, pinned, type ScaledAxis, sideOf, valueAt } from './axis.ts';
import type { Key, PanelContext, Plane, Spot } from './drawing.ts';
import type { Point } from './figure.ts';
import { styleOf } from './styles.ts';
import type { Tick } from './ticks.ts';

/** Between the labels of two ticks, in pixels. */
const GAP = 5;

/** The axes of a panel, with as many labels as stand apart. */
export function planeOf(x: ScaledAxis, y: ScaledAxis, { size, grain, measure, lineHeight }: PanelContext): Plane {
  const widthOf = ({ label }: Tick): number => Math.max(...label.map(measure));
  return { x: withRoom(x, size.width, widthOf), y: withRoom(y, size.height, () => lineHeight - GAP), size, grain };
}

/**
 * Leaves out labels of ticks where there is no room for all: every second one, every third, … keeps its label; all keep their
 * marks.
 *
 * `extent` is the length of a label along the axis, in pixels.
 */
export function withRoom(axis: ScaledAxis, length: number, extent: (tick: Tick) => number): ScaledAxis {
  const labelled = axis.ticks.filter(({ label }) => label.length > 0);
  const stand = (kept: readonly Tick[]): boolean =>
    kept.every((tick, i) => {
      const next = kept.at(i + 1);
      if (next === undefined) return true;
      return (fraction(axis, next.value) - fraction(axis, tick.value)) * length >= (extent(tick) + extent(next)) / 2 + GAP;
    });
  let stride = 1;
  let kept = labelled;
  while (!stand(kept)) {
    stride++;
    kept = labelled.filter((_, i) => i % stride === 0);
  }
  return { ...axis, ticks: axis.ticks.map((tick) => (kept.includes(tick) ? tick : { ...tick, label: [] })) };
}

/** Where a place in data units lies, in pixels from the lower left corner of the plot; y is NaN where a line breaks. */
export function pixelsOf({ x, y }: Spot, plane: Plane): Spot {
  const up = Number.isNaN(y) ? NaN : fraction(plane.y, y);
  return { x: fraction(plane.x, x) * plane.size.width, y: up * plane.size.height };
}

/** The place in data units that lies there: the inverse of `pixelsOf`. */
export function unitsOf({ x, y }: Spot, plane: Plane): Spot {
  return { x: valueAt(plane.x, x / plane.size.width), y: valueAt(plane.y, y / plane.size.height) };
}

/** Which way a point leaves the plot, in degrees clockwise from up; undefined inside. The vertical wins at a corner. */
export function outward({ x, y }: Point, plane: Plane): number | undefined {
  if (Number.isNaN(x)) throw new RangeError(`a point with y ${y} has no place: its x (${plane.x.label}) is NaN`);
  const vertical = sideOf(plane.y, y);
  if (vertical !== 'inside') return vertical === 'above' ? 0 : 180;
  const horizontal = sideOf(plane.x, x);
  if (horizontal === 'inside') return undefined;
  return horizontal === 'above' ? 90 : 270;
}

/**
 * Where the points of all series are drawn: those off the scale at the nearest edge. Where several series leave the plot at one
 * place, their triangles hang from the edge in the order of the series, so that none hides another.
 */
export function settled(series: readonly { readonly points: readonly Point[] }[], plane: Plane): Spot[][] {
  const taken = new Map<string, number>();
  return series.map(({ points }) => {
    const met = new Set<string>();
    const spots = points.map((point): Spot => {
      const spot = { x: pinned(plane.x, point.x), y: pinned(plane.y, point.y) };
      const turn = outward(point, plane);
      if (turn === undefined) return spot;
      const place = `${turn} ${spot.x} ${spot.y}`;
      met.add(place);
      return inward(spot, turn, taken.get(place) ?? 0, plane);
    });
    for (const place of met) taken.set(place, (taken.get(place) ?? 0) + 1);
    return spots;
  });
}

/** Two triangles so many pixels apart do not touch. */
const APART = 8.5;

/** So many triangles away from the edge. */
function inward({ x, y }: Spot, turn: number, steps: number, plane: Plane): Spot {
  if (steps === 0) return { x, y };
  const pixels = (turn === 0 || turn === 90 ? -1 : 1) * steps * APART * plane.grain;
  if (turn === 0 || turn === 180) return { x, y: moved(plane.y, y, pixels / plane.size.height) };
  return { x: moved(plane.x, x, pixels / plane.size.width), y };
}

/** How a point stands that leaves the plot: the way it leaves, and whether it is a number somewhere out there. */
export interface Away {
  readonly turn: number;
  readonly isFinite: boolean;
}

/** undefined inside. */
export function awayOf(point: Point, plane: Plane): Away | undefined {
  const turn = outward(point, plane);
  return turn === undefined ? undefined : { turn, isFinite: Number.isFinite(point.x) && Number.isFinite(point.y) };
}

/** The legend's entries for open triangles and for open squares, where there are any. */
export function offScaleKey(points: readonly Point[], plane: Plane): Key[] {
  const away = points.flatMap((point) => awayOf(point, plane) ?? []);
  const style = styleOf(1);
  return [
    ...(away.some(({ isFinite }) => isFinite) ? [{ label: 'off the scale', sample: 'off the scale' as const, style }] : []),
    ...(away.some(({ isFinite }) => !isFinite) ? [{ label: 'infinite or diverged', sample: 'infinite' as const, style }] : []),
  ];
}
