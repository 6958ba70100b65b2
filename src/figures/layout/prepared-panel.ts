import { type Drawing, type PanelContext, type Measure, type Spot, wrapped, pixelsOf } from '../model/drawing.ts';
import { type Figure, type Panel, type Style, styleOf, stylesFor } from '../model/figure.ts';
import { drawBars } from '../panels/bars.ts';
import { drawCurves, drawPaths, drawScatter } from '../panels/curves.ts';
import { drawForest } from '../panels/forest.ts';
import { drawPlane } from '../panels/plane.ts';
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
 * in the order of those heights, but for ways that would cross, with the least sum of squared distances. More than the plot has room
 * for reach below it.
 */
export function endLabels(drawing: Drawing, fontSize: number, measure: Measure): EndLabels {
  const { size, readings } = drawing;
  const ends = drawing.keys
    .filter(({ sample }) => sample === 'line')
    .flatMap(({ label: series, style }) => {
      const last = readings.findLast((reading) => reading.series === series);
      if (last === undefined) return [];
      return [{ series, style, text: wrapped(series, WIDEST, measure), from: pixelsOf(last.at, drawing) }];
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
  // Each swap makes the ways shorter in all, so that few are enough.
  for (let swaps = ends.length ** 2; swaps > 0; swaps--) {
    const [one, other] = crossing(inOrder(ends)) ?? [0, 0];
    [ends[one], ends[other]] = [ends[other], ends[one]];
  }
  return {
    labels: inOrder(ends),
    width: ends.length === 0 ? 0 : Math.ceil(textLeft - size.width + Math.max(...ends.flatMap(({ text }) => text.map(measure)))),
    height: room,
  };
}

/** The first two names whose ways cross; undefined where there are none. */
function crossing(labels: readonly EndLabel[]): readonly number[] | undefined {
  const pairs = labels.flatMap((_, j) => labels.slice(0, j).map((__, i) => [i, j]));
  return pairs.find((pair) => {
    const x = Math.max(...pair.map((n) => labels[n].from.x));
    const [above, below] = pair
      .map((n) => labels[n])
      .map(({ from, marker }) => {
        return from.y + ((marker.y - from.y) * (x - from.x)) / (marker.x - from.x);
      });
    return below > above;
  });
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
