/**
 * Reference lines and their labels: each label stands at the end and on the side of its line where it covers least.
 *
 * A reference beyond the axis is no line: its label stands at the edge with an arrow.
 */
import { fraction, pinned, sideOf, valueAt } from './axis.ts';
import type { Annotation, Drawing, Spot } from './drawing.ts';
import type { Reference } from './figure.ts';
import { FONT_FAMILY, FONT_SIZE, LINE_HEIGHT, PLOT, textHeight } from './layout.ts';
import { obstacles } from './obstacles.ts';
import { wrapped, type Measure } from './text.ts';

const COLORS = ['#009E73', '#222222', '#7B4A8B', '#8C5109'];

/** Distances of a label from its line and from the edge of the plot. */
const OFF_LINE = 4;
const OFF_EDGE = 5;

interface Place {
  readonly end: 'start' | 'end';
  readonly side: 'below' | 'above';
}

const PLACES: readonly Place[] = [
  { end: 'start', side: 'below' },
  { end: 'start', side: 'above' },
  { end: 'end', side: 'below' },
  { end: 'end', side: 'above' },
];

/** The room a label takes, in pixels from the lower left corner of the plot. */
interface Room {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Lines and labels; `measure` gives the width of a label's text. */
export function annotate(references: readonly Reference[], drawing: Drawing, measure: Measure): Annotation[] {
  const heights = references.map(({ y }) => fraction(drawing.y, pinned(drawing.y, y)) * PLOT.height);
  const spots = obstacles(drawing);
  const rooms: Room[] = [];
  return references.flatMap(({ y, label }, i) => {
    const color = COLORS[i % COLORS.length];
    const away = sideOf(drawing.y, y);
    const arrow = { inside: '', above: ' ↑', below: ' ↓' }[away];
    const text = wrapped(`${label}${arrow}`, PLOT.width - 4 * OFF_EDGE, measure);
    const size = { width: Math.max(...text.map(measure)), height: textHeight(text, FONT_SIZE.reference) };
    // Leaving the plot is worse than covering a label, that worse than covering a line, that worse than covering a few marks.
    const cost = (place: Place): number => {
      const room = roomAt(place, heights[i], size);
      const others = count(rooms, (other) => overlap(room, other));
      return 1000 * outside(room) + 200 * others + 20 * crossings(room, heights) + covered(room, spots);
    };
    const place = PLACES.reduce((best, next) => (cost(next) < cost(best) ? next : best));
    rooms.push(roomAt(place, heights[i], size));
    const line = away === 'inside' ? [lineAt(y, color)] : [];
    return [...line, labelAt(place, pinned(drawing.y, y), text, color, drawing)];
  });
}

function lineAt(y: number, color: string): Annotation {
  const stroke = { borderColor: color, borderWidth: 1.2, borderDash: [4, 3] };
  return { type: 'line', yMin: y, yMax: y, ...stroke, drawTime: 'beforeDatasetsDraw' };
}

function labelAt({ end, side }: Place, y: number, text: string[], color: string, { x }: Drawing): Annotation {
  const atStart = end === 'start';
  const above = side === 'above';
  return {
    type: 'label',
    xValue: valueAt(x, atStart ? 0 : 1),
    yValue: y,
    position: { x: end, y: above ? 'end' : 'start' },
    xAdjust: atStart ? OFF_EDGE : -OFF_EDGE,
    yAdjust: above ? -OFF_LINE : OFF_LINE,
    padding: 0,
    content: text,
    textAlign: end,
    color,
    font: { family: FONT_FAMILY, size: FONT_SIZE.reference, lineHeight: LINE_HEIGHT },
    backgroundColor: 'transparent',
    textStrokeColor: 'rgba(255, 255, 255, 0.8)',
    textStrokeWidth: 2.5,
    drawTime: 'afterDatasetsDraw',
  };
}

function roomAt({ end, side }: Place, height: number, size: { width: number; height: number }): Room {
  const left = end === 'start' ? OFF_EDGE : PLOT.width - OFF_EDGE - size.width;
  const bottom = side === 'above' ? height + OFF_LINE : height - OFF_LINE - size.height;
  return { left, right: left + size.width, bottom, top: bottom + size.height };
}

const outside = (room: Room): number => (room.bottom < 0 || room.top > PLOT.height ? 1 : 0);

const overlap = (a: Room, b: Room): boolean => a.left < b.right && b.left < a.right && a.bottom < b.top && b.bottom < a.top;

const crossings = (room: Room, heights: readonly number[]): number =>
  count(heights, (height) => height > room.bottom - 1 && height < room.top + 1);

const covered = (room: Room, spots: readonly Spot[]): number =>
  count(spots, ({ x, y }) => {
    const [across, up] = [x * PLOT.width, y * PLOT.height];
    return across > room.left - 5 && across < room.right + 5 && up > room.bottom - 5 && up < room.top + 5;
  });

const count = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length;
