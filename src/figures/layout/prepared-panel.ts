import { type Drawing, type PanelContext, type Measure, type Spot, wrapped, pixelsOf } from '../model/drawing.ts';
import { type Figure, type Panel, type Style, styleOf, stylesFor } from '../model/figure.ts';
import { drawBars } from '../panels/bars.ts';
import { drawCurves, drawPaths, drawScatter } from '../panels/curves.ts';
import { drawForest } from '../panels/forest.ts';
import { drawPlane } from '../panels/plane.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { type PlacedReference, placedReferences, trail } from './references.ts';
import { type Format, type Lettering, LINE_HEIGHT, type Ruler, wrappedText, textHeight } from './sizes.ts';
import { nonIncreasing } from '../../statistics/isotonic.ts';

/** How far a title may reach over its plot, in gaps. */
const OVERHANG = 2;

/** A panel ready to be drawn by any means: its marks, what is written around it, and where its references have their labels. */
export interface PreparedPanel {
  readonly drawing: Drawing;
  readonly lettering: Lettering;
  readonly references: readonly PlacedReference[];
  /** The names that its lines lead to. */
  readonly ends: EndLabels;
}

/** Throws RangeError where there is no panel, or several rows with names at the ends, an axis contradicts itself or a point has no place. */
export function preparedPanels(
  { panels, legend, columns = panels.length > 3 ? 1 : 3 }: Pick<Figure, 'panels' | 'legend' | 'columns'>,
  format: Format,
  ruler: Ruler,
): PreparedPanel[] {
  if (panels.length === 0) throw new RangeError('a figure needs at least one panel');
  const isNamedAtEnds = legend === 'at the ends';
  if (isNamedAtEnds && panels.length > columns)
    throw new RangeError(`lines are named at their ends in a figure of one row of panels, found ${panels.length} panels`);
  const chosen = stylesFor(panels);
  const { font, plot, grain } = format;
  const context: PanelContext = {
    look: (label): Style => styleOf(chosen.get(label)!),
    measure: ruler(font.tick, 'normal'),
    lineHeight: font.tick * LINE_HEIGHT,
    size: plot,
    grain,
  };
  return panels.map((panel, i) => {
    const drawing = drawPanel(panel, context);
    const ends =
      isNamedAtEnds && i === panels.length - 1 ? endLabels(drawing, font.legend, ruler(font.legend, 'normal')) : NO_END_LABELS;
    const references = panel.kind === 'forest' ? [] : (panel.references ?? []);
    const title = panels.length > 1 && format.axes === 'of each panel' ? `(${letterOf(i)}) ${panel.title}` : panel.title;
    return {
      drawing,
      lettering: {
        title: wrappedText(title, drawing.size.width + OVERHANG * format.gap, ruler(font.title, 'bold')),
        x: wrappedText(drawing.x.label, drawing.size.width, ruler(font.axis, 'normal')),
        y: wrappedText(drawing.y.label, drawing.size.height, ruler(font.axis, 'normal')),
        labelled: ['x', 'y'],
      },
      references: placedReferences(references, drawing, font.reference, ruler(font.reference, 'normal'), ways(ends)),
      ends,
    };
  });
}

/** a … z, then aa, ab, … */
function letterOf(i: number): string {
  return `${i < 26 ? '' : letterOf(Math.floor(i / 26) - 1)}${String.fromCharCode(97 + (i % 26))}`;
}

const DRAWN: { readonly [K in Panel['kind']]: (panel: Extract<Panel, { kind: K }>, context: PanelContext) => Drawing } = {
  curves: drawCurves,
  paths: drawPaths,
  scatter: drawScatter,
  bars: drawBars,
  forest: drawForest,
  plane: drawPlane,
};

/** The axes and marks of a panel, by its kind. */
export function drawPanel(panel: Panel, context: PanelContext): Drawing {
  return DRAWN[panel.kind](panel as never, context);
}

/** Between the plot and the markers of the names, where the lines lead to, and between those and the names. */
const OFF_PLOT = 24;
const OFF_MARKER = 9;
/** The widest line of a name, and the least space between two names. */
const WIDEST = 150;
const APART = 3;
/** What two ways that cross count beside a way that crosses lines at right angles. */
const FORBIDDEN = 1000;

/** The name of a line, right of the plot; places are in pixels from the lower left corner of the plot. */
export interface EndLabel {
  readonly series: string;
  readonly text: readonly string[];
  readonly style: Style;
  /** The last point of the line. */
  readonly from: Spot;
  /** The marker before the name, at half its height. */
  readonly marker: Spot;
  readonly textLeft: number;
}

/** The names of lines, and the room they take right of the plot. */
export interface EndLabels {
  readonly labels: readonly EndLabel[];
  readonly width: number;
  /** From the upper edge of the plot down. */
  readonly height: number;
}

/** Of a figure whose legend is below. */
export const NO_END_LABELS: EndLabels = { labels: [], width: 0, height: 0 };

/**
 * Every line that has a point gets its name right of the plot, as near to the height of its last point as the names beside it allow:
 * in the order of those heights, but for ways that would cross each other or other lines, with the least sum of squared distances. More
 * than the plot has room for reach below it.
 */
export function endLabels(drawing: Drawing, fontSize: number, measure: Measure): EndLabels {
  const { size, readings } = drawing;
  let ends = drawing.keys
    .filter(({ sample }) => sample === 'line')
    .flatMap(({ label: series, style }) => {
      const last = readings.findLast((reading) => reading.series === series);
      return last === undefined
        ? []
        : [{ series, style, text: wrapped(series, WIDEST, measure), from: pixelsOf(last.at, drawing) }];
    })
    .sort((one, other) => other.from.y - one.from.y);
  const heightOf = ({ text }: (typeof ends)[number]): number => textHeight(text, fontSize) + APART;
  const room = ends.reduce((sum, end) => sum + heightOf(end), 0);
  const markerLeft = size.width + OFF_PLOT;
  const textLeft = markerLeft + OFF_MARKER;
  const inOrder = (order: typeof ends): readonly EndLabel[] => {
    const wanted = order.map(({ from }) => size.height - from.y);
    const middles = apart(wanted, order.map(heightOf), Math.max(0, size.height - room));
    return order.map((end, n) => ({ ...end, marker: { x: markerLeft, y: size.height - middles[n] }, textLeft }));
  };
  const lines = Array.from(groupBy(readings, ({ series }) => series).values(), (line) =>
    line.map(({ at }) => pixelsOf(at, drawing)),
  );
  const crossed = (labels: readonly EndLabel[]): number =>
    labels.reduce((sum, { from, marker }) => {
      for (const other of labels) if (crossingOf(from, marker, other.from, other.marker) > 0) sum += FORBIDDEN;
      for (const line of lines) for (let n = 1; n < line.length; n++) sum += crossingOf(from, marker, line[n - 1], line[n]);
      return sum;
    }, 0);
  // Each name in turn stands where ways cross least, twice: it may have another place once those behind it have theirs.
  for (const end of [...ends, ...ends]) {
    const others = ends.filter((each) => each !== end);
    const orders = [ends, ...ends.map((_, n) => others.toSpliced(n, 0, end))];
    ends = orders.reduce((best, each) => (crossed(inOrder(each)) < crossed(inOrder(best)) ? each : best));
  }
  return {
    labels: inOrder(ends),
    width: ends.length === 0 ? 0 : Math.ceil(textLeft - size.width + Math.max(...ends.flatMap(({ text }) => text.map(measure)))),
    height: room,
  };
}

/** The sine of the angle at which two stretches cross, their ends aside: what follows a line disturbs less than what cuts it; else 0. */
function crossingOf(a: Spot, b: Spot, c: Spot, d: Spot): number {
  const area = (p: Spot, q: Spot, r: Spot): number => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  if (!(area(a, b, c) * area(a, b, d) < 0 && area(c, d, a) * area(c, d, b) < 0)) return 0;
  return Math.abs(area(a, b, d) - area(a, b, c)) / Math.hypot(b.x - a.x, b.y - a.y) / Math.hypot(d.x - c.x, d.y - c.y);
}

/** Places along the ways from the lines to their names. */
export function ways({ labels }: EndLabels): Spot[] {
  return labels.flatMap(({ from, marker }) => trail([from, marker]));
}

/** Middles from above, in the order of the wanted ones and nearest to them, as far apart as their heights ask, with so much space in all. */
function apart(wanted: readonly number[], heights: readonly number[], space: number): number[] {
  const before = heights.map((height, n) => heights.slice(0, n).reduce((sum, each) => sum + each, 0) + height / 2);
  const shifts = nonIncreasing(wanted.map((middle, n) => before[n] - middle)).map((shift) => -shift);
  return shifts.map((shift, n) => before[n] + Math.max(0, Math.min(space, shift)));
}
