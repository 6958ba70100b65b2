import type { Box, Drawing, Mark, Spot } from '../model/drawing.ts';
import type { Plane } from '../model/drawing.ts';
import { pixelsOf } from '../scale/pixels.ts';

/**
 * Places that a label inside the plot had better not cover: along lines, at markers, in bars; in pixels from the lower left
 * corner.
 */
export function obstacles(drawing: Drawing): Spot[] {
  return drawing.marks.flatMap((mark) => placesOf(mark, drawing));
}

/** The lower left and the upper right corner of a bar. */
export function cornersOf({ left, right, bottom, top }: Box, plane: Plane): readonly [from: Spot, to: Spot] {
  return [pixelsOf({ x: left, y: bottom }, plane), pixelsOf({ x: right, y: top }, plane)];
}

/** A shaded area may be covered. */
function placesOf(mark: Mark, plane: Plane): Spot[] {
  switch (mark.kind) {
    case 'area':
      return [];
    case 'box':
      return grid(mark, plane);
    case 'dots':
      return mark.dots.map(({ at }) => pixelsOf(at, plane));
    case 'stroke':
      return trail(mark.spots.map((spot) => pixelsOf(spot, plane)));
  }
}

/** So many places between two neighbours that no label slips through. */
const STOPS = 12;

/** Places along the lines through these, in pixels. */
export function trail(spots: readonly Spot[]): Spot[] {
  return spots
    .slice(1)
    .flatMap((next, i) => Array.from({ length: STOPS + 1 }, (_, k) => between(spots[i], next, k / STOPS, k / STOPS)));
}

/** Pixels between two places in a box: no label is so small that it slips through. */
const MESH = 6;

function grid(box: Box, plane: Plane): Spot[] {
  const [from, to] = cornersOf(box, plane);
  const stops = (extent: number): number[] => {
    const steps = Math.max(1, Math.ceil(extent / MESH));
    return Array.from({ length: steps + 1 }, (_, k) => k / steps);
  };
  const ups = stops(to.y - from.y);
  return stops(to.x - from.x).flatMap((across) => ups.map((up) => between(from, to, across, up)));
}

function between(from: Spot, to: Spot, across: number, up: number): Spot {
  return { x: from.x + (to.x - from.x) * across, y: from.y + (to.y - from.y) * up };
}
