import { fraction, valueAt } from './axis.ts';
import type { Spot } from '../model/drawing.ts';
import type { Plane } from '../model/drawing.ts';

/** Where a place in data units lies, in pixels from the lower left corner of the plot; y is NaN where a line breaks. */
export function pixelsOf({ x, y }: Spot, plane: Plane): Spot {
  const up = Number.isNaN(y) ? NaN : fraction(plane.y, y);
  return { x: fraction(plane.x, x) * plane.size.width, y: up * plane.size.height };
}

/** The place in data units that lies there: the inverse of `pixelsOf`. */
export function unitsOf({ x, y }: Spot, plane: Plane): Spot {
  return { x: valueAt(plane.x, x / plane.size.width), y: valueAt(plane.y, y / plane.size.height) };
}
