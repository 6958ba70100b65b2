/** Places that a label inside the plot had better not cover: along lines, at markers, in bars; as fractions of the axes. */
import { fraction } from './axis.ts';
import type { Box, Dataset, Drawing, Spot } from './drawing.ts';
import type { Plane } from './off-scale.ts';

export function obstacles(drawing: Drawing): Spot[] {
  const drawn = drawing.datasets.filter(({ borderWidth }) => borderWidth !== 0);
  return [...drawn.flatMap((dataset) => trail(dataset, drawing)), ...drawing.boxes.flatMap((box) => grid(box, drawing))];
}

/** So many places between two neighbours that no label slips through. */
const STOPS = 12;

function trail({ data, showLine }: Dataset, plane: Plane): Spot[] {
  const spots = data.map((spot) => locate(spot, plane));
  if (showLine !== true) return spots;
  return spots.flatMap((spot, i) => {
    const next = spots[Math.min(i + 1, spots.length - 1)];
    return Array.from({ length: STOPS }, (_, k) => between(spot, next, k / STOPS, k / STOPS));
  });
}

function grid({ left, right, bottom, top }: Box, plane: Plane): Spot[] {
  const from = locate({ x: left, y: bottom }, plane);
  const to = locate({ x: right, y: top }, plane);
  const stops = [0, 0.25, 0.5, 0.75, 1];
  return stops.flatMap((across) => stops.map((up) => between(from, to, across, up)));
}

function locate({ x, y }: Spot, plane: Plane): Spot {
  return { x: fraction(plane.x, x), y: fraction(plane.y, y) };
}

function between(from: Spot, to: Spot, across: number, up: number): Spot {
  return { x: from.x + (to.x - from.x) * across, y: from.y + (to.y - from.y) * up };
}
