/** Places that a label inside the plot had better not cover: along lines, at markers, in bars; in pixels from the lower left corner. */
import type { Box, Drawing, Mark, Spot } from './drawing.ts';
import type { Plane } from './off-scale.ts';
import { pixelsOf } from './pixels.ts';

export function obstacles(drawing: Drawing): Spot[] {
  return drawing.marks.flatMap((mark) => placesOf(mark, drawing));
}

/** A shaded area may be covered. */
function placesOf(mark: Mark, plane: Plane): Spot[] {
  switch (mark.kind) {
    case 'area': return [];
    case 'box': return grid(mark, plane);
    case 'dots': return mark.dots.map(({ at }) => pixelsOf(at, plane));
    case 'stroke': return trail(mark.spots.map((spot) => pixelsOf(spot, plane)));
  }
}

/** So many places between two neighbours that no label slips through. */
const STOPS = 12;

function trail(spots: readonly Spot[]): Spot[] {
  return spots.slice(1).flatMap((next, i) => Array.from({ length: STOPS + 1 }, (_, k) => between(spots[i], next, k / STOPS, k / STOPS)));
}

function grid({ left, right, bottom, top }: Box, plane: Plane): Spot[] {
  const from = pixelsOf({ x: left, y: bottom }, plane);
  const to = pixelsOf({ x: right, y: top }, plane);
  const stops = [0, 0.25, 0.5, 0.75, 1];
  return stops.flatMap((across) => stops.map((up) => between(from, to, across, up)));
}

function between(from: Spot, to: Spot, across: number, up: number): Spot {
  return { x: from.x + (to.x - from.x) * across, y: from.y + (to.y - from.y) * up };
}
