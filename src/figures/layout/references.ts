import { fraction, pinned, sideOf, pixelsOf, wrapped } from '../model/drawing.ts';
import type { Box, Drawing, Mark, Measure, Plane, Spot } from '../model/drawing.ts';
import type { Reference, Span } from '../model/figure.ts';
import { textHeight } from './sizes.ts';

/** Colours of reference lines, in the order in which they are used. */
export const REFERENCE_COLORS = ['#00785A', '#222222', '#7B4A8B', '#8C5109'];

/** Distances of a label from its line and from the edge of the plot. */
export const OFF_LINE = 4;

/** Pixels between the label of a line off the panel and the edge. */
export const OFF_EDGE = 5;

/** The arrowhead at the end of a span, in pixels. */
export const HEAD_LENGTH = 9;

/** Pixels of an arrow's head. */
export const HEAD_WIDTH = 7;

/** How far a label's own paper reaches beyond its text. */
export const PAPER_EDGE = 2;

/** Where the label of a reference line stands. */
interface Place {
  readonly end: 'start' | 'end';
  readonly side: 'below' | 'above';
  /** Pixels that the label is farther from its line than it must be. */
  readonly lift: number;
}

/** A reference line with its label in place. */
export interface PlacedReference extends Place {
  /** On the axis. */
  readonly y: number;
  /** A line at y, or a label only. */
  readonly shows: 'line' | 'label';
  /** Where the line is, on the axis; absent: all across. */
  readonly span?: Span;
  readonly text: readonly string[];
  readonly fontSize: number;
  readonly color: string;
  /** What the text stands on: whatever is there, or paper of its own. */
  readonly ground: 'plot' | 'paper';
  /** Of the text. */
  readonly width: number;
}

const SIDES = ['below', 'above'] as const;
const PLACES = (['start', 'end'] as const).flatMap((end) => SIDES.map((side): Place => ({ end, side, lift: 0 })));

/** An arrow is short: its label may stand some way above or below, where there is room, and is as narrow as half the plot. */
const PLACES_OF_SPANS = [0, 15, 30, 45, 60, 90, 120].flatMap((lift) => PLACES.map((place): Place => ({ ...place, lift })));

/** The room a label takes, in pixels from the lower left corner of the plot. */
type Room = Pick<Box, 'left' | 'right' | 'bottom' | 'top'>;

/**
 * Reference lines and their labels: each label stands at the end and on the side of its line where it covers least, and on paper
 * of its own where that is on a bar.
 *
 * A reference beyond the axis is no line: its label stands at the edge with an arrow.
 *
 * `measure` gives the width of a label's text, set `fontSize` pixels high; `besides` are places, in pixels, that no label should cover
 * beside those of the drawing.
 */
export function placedReferences(
  references: readonly Reference[],
  drawing: Drawing,
  fontSize: number,
  measure: Measure,
  besides: readonly Spot[] = [],
): PlacedReference[] {
  const { width, height } = drawing.size;
  const heights = references.map(({ y }) => fraction(drawing.y, pinned(drawing.y, y)) * height);
  const spots = [...obstacles(drawing), ...besides];
  const bars = drawing.marks
    .filter((mark) => mark.kind === 'box')
    .map((box): Room => {
      const [from, to] = cornersOf(box, drawing);
      return { left: from.x, right: to.x, bottom: from.y, top: to.y };
    });
  const rooms: Room[] = [];
  return references.map(({ y, label, span }, i) => {
    const away = sideOf(drawing.y, y);
    const arrow = { inside: '', above: ' ↑', below: ' ↓' }[away];
    const text = wrapped(`${label}${arrow}`, (span === undefined ? width : width / 2) - 4 * OFF_EDGE, measure);
    const extent = { width: Math.max(...text.map(measure)), height: textHeight(text, fontSize) };
    const roomAt = ({ end, side, lift }: Place): Room => {
      const left = end === 'start' ? OFF_EDGE : width - OFF_EDGE - extent.width;
      const bottom = side === 'above' ? heights[i] + OFF_LINE + lift : heights[i] - OFF_LINE - lift - extent.height;
      return { left, right: left + extent.width, bottom, top: bottom + extent.height };
    };
    // Leaving the plot is worse than covering a label, that worse than covering a line, that worse than covering a few marks.
    const cost = (place: Place): number => {
      const room = roomAt(place);
      const outside = room.bottom < 0 || room.top > height ? 1 : 0;
      const others = count(rooms, (other) => overlap(room, other));
      return 1000 * outside + 200 * others + 20 * crossings(room, heights) + count(spots, (spot) => isNear(spot, room));
    };
    const place = (span === undefined ? PLACES : PLACES_OF_SPANS).reduce((best, next) => (cost(next) < cost(best) ? next : best));
    const room = roomAt(place);
    rooms.push(room);
    const color = REFERENCE_COLORS[i % REFERENCE_COLORS.length];
    const ground = bars.some((bar) => overlap(room, bar)) ? 'paper' : 'plot';
    return {
      ...place,
      y: pinned(drawing.y, y),
      shows: away === 'inside' ? 'line' : 'label',
      ...(span !== undefined && { span: { from: pinned(drawing.x, span.from), to: pinned(drawing.x, span.to) } }),
      ...{ text, fontSize, color, ground, width: extent.width },
    };
  });
}

const overlap = (a: Room, b: Room): boolean => a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

const crossings = (room: Room, heights: readonly number[]): number =>
  count(heights, (height) => height > room.bottom - 1 && height < room.top + 1);

const isNear = ({ x, y }: Spot, { left, right, bottom, top }: Room): boolean =>
  x > left - 5 && x < right + 5 && y > bottom - 5 && y < top + 5;

const count = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length;

/**
 * Places that a label inside the plot had better not cover: along lines, at markers, in bars; in pixels from the lower left
 * corner.
 */
export function obstacles(drawing: Drawing): Spot[] {
  return drawing.marks.flatMap((mark) => placesOf(mark, drawing));
}

/** The lower left and the upper right corner of a bar. */
function cornersOf({ left, right, bottom, top }: Box, plane: Plane): readonly [from: Spot, to: Spot] {
  return [pixelsOf({ x: left, y: bottom }, plane), pixelsOf({ x: right, y: top }, plane)];
}

/** A shaded area may be covered. */
function placesOf(mark: Mark, plane: Plane): Spot[] {
  if (mark.kind === 'box') return grid(mark, plane);
  if (mark.kind === 'dots') return mark.dots.map(({ at }) => pixelsOf(at, plane));
  return mark.kind === 'stroke' ? trail(mark.spots.map((spot) => pixelsOf(spot, plane))) : [];
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
