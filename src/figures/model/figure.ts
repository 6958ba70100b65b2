/**
 * A figure as plain data: panels of one size that share one legend, drawn by figures/chart/figure-file.ts.
 *
 * A kind of panel is one file and one line in figures/layout/prepared-panel.ts. Nothing here knows about pixels or colours, so that the
 * same figure can be drawn by more than one means.
 *
 * A value that does not fit its axis (diverged to infinity or NaN, beyond an explicit limit, not positive on a log axis) is
 * never dropped: it is drawn at the nearest edge as an open triangle that points outward, what is infinite as an open square, and the
 * legend says so.
 */
export interface Figure {
  /** Drawn above all panels; most figures leave it to the caption. */
  readonly title?: string;
  /** With more than one panel, titles are lettered (a), (b), … */
  readonly panels: readonly Panel[];
  /**
   * Panels in a row; by default all of up to three, two for four, else three. Three and more are narrow, so that print stays
   * readable.
   */
  readonly columns?: number;
  /**
   * Where series are named: in a legend below all panels, or, of one row of panels of curves, each right of the last plot where its
   * line leads to; below unless said.
   */
  readonly legend?: 'below' | 'at the ends';
  /** Small multiples fit a column of print: small plots without letters, ticks and axis titles at the outer edges only. */
  readonly format?: 'regular' | 'small multiples';
}

/** One panel of a figure. */
export type Panel = CurvePanel | PathPanel | ScatterPanel | BarPanel | ForestPanel | PlanePanel;

/** An axis of a panel. */
export interface Axis {
  readonly label: string;
  readonly scale: 'linear' | 'log';
  /** Limits; by default they follow the data, its bands and its references. */
  readonly min?: number;
  readonly max?: number;
  /** Written in percent (1%, 10%, 100%): values are percents, or shares in [0, 1]. */
  readonly unit?: 'percent' | 'share';
}

/**
 * Where a mark comes from, for readers who ask: the page shows it when a point, bar or row is hovered, or reached by keyboard.
 */
export interface Origin {
  /** What else belongs to the point: the setting it stands for, say. */
  readonly note?: string;
  /** Hashes of the cells it was computed from; where they are many, those that say most first. */
  readonly cells?: readonly string[];
}

/** What names the cells it was computed from. */
export type Traced = Required<Pick<Origin, 'cells'>>;

/** A measured point; low and high, where known, bound its uncertainty (a band, or a whisker where a band has no width). */
export interface Point extends Origin {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

/** What one method did: a line, a path or points. */
export interface Series {
  /** The method. Equal labels look alike in all panels and share one entry of the legend. */
  readonly label: string;
  /** Fixes the look (styleOf); by default looks are given out in order of first appearance. */
  readonly style?: number;
  /**
   * In order of x; of a path, or on a plane, in the order in which they are joined. An empty series appears in the legend only.
   */
  readonly points: readonly Point[];
  /** Of a curve: single measurements behind it, as faint dots; one that does not fit its axis stands at the nearest edge. */
  readonly cloud?: readonly Pick<Point, 'x' | 'y'>[];
}

/** A horizontal dashed line with its label beside it: across the plot, or from one x to another with an arrowhead there. */
export interface Reference {
  readonly y: number;
  readonly label: string;
  readonly span?: Span;
}

/** A stretch of the x axis; `to` may lie on either side of `from`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What panels with a y axis have in common. */
export interface Framed {
  readonly title: string;
  readonly y: Axis;
  readonly references?: readonly Reference[];
}

/** Lines with markers and shaded bands. */
export interface CurvePanel extends Framed {
  readonly kind: 'curves';
  readonly x: Axis;
  readonly series: readonly Series[];
  /** A vertical dashed line, named in the legend. */
  readonly upright?: { readonly x: number; readonly label: string };
}

/** Points joined in the order given, with whiskers: how two quantities move together while a third one changes. */
export interface PathPanel extends Framed {
  readonly kind: 'paths';
  readonly x: Axis;
  readonly series: readonly Series[];
}

/** Points without lines, to hold one quantity against another. */
export interface ScatterPanel extends Framed {
  readonly kind: 'scatter';
  readonly x: Axis;
  readonly series: readonly Series[];
  /** Label of the line y = x; both axes then share their limits, unless explicit. */
  readonly diagonal?: string;
}

/** One bar a group and series, side by side. */
export interface BarPanel extends Framed {
  readonly kind: 'bars';
  readonly groups: readonly string[];
  readonly series: readonly BarSeries[];
}

/** The bars of one method. */
export interface BarSeries {
  readonly label: string;
  readonly style?: number;
  /** One bar for each group; undefined where it was not measured. */
  readonly bars: readonly (Bar | undefined)[];
}

/** One bar, from 0 to its height, with a whisker where its uncertainty is known. */
export interface Bar extends Origin {
  readonly height: number;
  readonly low?: number;
  readonly high?: number;
}

/** Differences with their intervals, one row each, around a line at zero: on its good side, on its bad side, or across it. */
export interface ForestPanel {
  readonly kind: 'forest';
  readonly title: string;
  /** Of the differences; zero is always on it. */
  readonly x: Axis;
  /** Which sign is good news. */
  readonly better: 'lower' | 'higher';
  /** From the top down. */
  readonly rows: readonly Comparison[];
}

/** A difference with its interval. */
export interface Comparison extends Origin {
  /** What is compared with what, or on which data. */
  readonly label: string;
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** A plane of two weights in equal units: arrows along the points of each series, and straight lines a x + b y = c across it. */
export interface PlanePanel extends Framed {
  readonly kind: 'plane';
  readonly x: Axis;
  readonly series: readonly Series[];
  readonly lines: readonly PlaneLine[];
}

/** A straight line across a plane: normal . (x, y) = at. */
export interface PlaneLine {
  readonly label: string;
  readonly normal: readonly [a: number, b: number];
  /** c. */
  readonly at: number;
}

/**
 * A figure in words, for readers who cannot see it: what each panel shows against what, and for which methods.
 *
 * @example
 * const [x, y] = ['labels', 'error'].map((label) => ({ label, scale: 'linear' }));
 * const series = ['A', 'B'].map((label) => ({ label, points: [] }));
 * altText({ panels: [{ kind: 'curves', title: 'hinge', x, y, series }] }) // => 'hinge: error against labels for A and B.'
 */
export function altText(figure: Figure): string {
  return figure.panels.map((panel) => `${panel.title}: ${shown(panel)}`).join(' ');
}

function shown(panel: Panel): string {
  if (panel.kind === 'forest') return `${panel.x.label} with intervals for ${listed(panel.rows.map(({ label }) => label))}.`;
  const across = panel.kind === 'bars' ? ` for ${listed(panel.groups)}` : ` against ${panel.x.label}`;
  const methods = panel.series.map(({ label }) => label);
  return `${panel.y.label}${across}${panel.kind === 'bars' ? ', by' : ' for'} ${listed(methods)}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

/**
 * How a method looks: colour, marker AND dash differ, so that two methods stay apart in grey print and for colour-blind eyes. Open
 * triangles are kept for values off the scale.
 */
export interface Style {
  readonly color: string;
  readonly marker: 'circle' | 'rect' | 'triangle' | 'rectRot' | 'crossRot' | 'star';
  /** Degrees, clockwise. */
  readonly rotation: number;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/**
 * The hues of Okabe and Ito (Color Universal Design, 2008) without yellow, which vanishes on white, and with grey for black, which
 * is kept for axes and text. Their lightness is moved apart: printed in grey, no two of them are one.
 */
export const COLORS = ['#005A9C', '#333333', '#C04800', '#C673A2', '#67BFF0', '#DB9500', '#00906A'];

/** The style of what others are compared with: grey squares on a dashed line. */
export const COMPARED = 1;

/** Text, axes, whiskers of bars. */
export const INK = '#222222';

const MARKERS: readonly Pick<Style, 'marker' | 'rotation'>[] = [
  { marker: 'circle', rotation: 0 },
  { marker: 'rect', rotation: 0 },
  { marker: 'triangle', rotation: 0 },
  { marker: 'rectRot', rotation: 0 },
  { marker: 'triangle', rotation: 180 },
  { marker: 'crossRot', rotation: 0 },
  { marker: 'star', rotation: 0 },
];

const DASHES = [[], [7, 3], [2, 2], [8, 2.5, 2, 2.5], [12, 3], [5, 2, 2, 2, 2, 2]];

/** The line y = x. */
export const DIAGONAL: Style = { color: '#888888', marker: 'circle', rotation: 0, dash: [4, 3] };

/** Straight lines that divide a plane. */
export const RULES: readonly Style[] = [
  { color: '#222222', marker: 'circle', rotation: 0, dash: [] },
  DIAGONAL,
  { color: '#7B4A8B', marker: 'circle', rotation: 0, dash: [1.5, 2.5] },
];

/** Differences that bear something out, that show nothing, and that speak against it. */
export const WIN: Style = { color: '#005A9C', marker: 'circle', rotation: 0, dash: [] };

/** How a tie is drawn. */
export const TIE: Style = { color: '#8A8A8A', marker: 'rect', rotation: 0, dash: [] };

/** How a loss in a comparison is drawn. */
export const LOSS: Style = { color: '#C04800', marker: 'triangle', rotation: 180, dash: [] };

/** The n-th look, n = 0, 1, …; the first 42 differ. */
export function styleOf(n: number): Style {
  // The second round of colours meets other markers and dashes than the first.
  const round = Math.floor(n / COLORS.length);
  return { color: COLORS[n % COLORS.length], ...MARKERS[(n + round) % MARKERS.length], dash: DASHES[n % DASHES.length] };
}

/** The colour laid thinly on white, but opaque: the fill of a bar. */
export function tinted(color: string): string {
  const channels = [1, 3, 5].map((at) => Math.round(255 - 0.45 * (255 - Number.parseInt(color.slice(at, at + 2), 16))));
  return `rgb(${channels.join(', ')})`;
}

/** What of a panel has a look of its own: its methods. Comparisons look like their outcomes. */
export function seriesOf(panel: Panel): readonly (Series | BarSeries)[] {
  return panel.kind === 'forest' ? [] : panel.series;
}

/** The look of every label: the fixed one where a series has one, else the first that is free, in order of appearance. */
export function stylesFor(panels: readonly Panel[]): ReadonlyMap<string, number> {
  const series = panels.flatMap((panel) => seriesOf(panel).map(({ label, style }) => ({ label, style })));
  const chosen = new Map<string, number>();
  for (const { label, style } of series) if (style !== undefined && !chosen.has(label)) chosen.set(label, style);
  const taken = new Set(chosen.values());
  let next = 0;
  for (const { label } of series) {
    if (chosen.has(label)) continue;
    while (taken.has(next)) next++;
    taken.add(next);
    chosen.set(label, next);
  }
  return chosen;
}

/** The same figures, with looks fixed so that a method looks alike in all of them. */
export function alike(figures: readonly Figure[]): Figure[] {
  const chosen = stylesFor(figures.flatMap(({ panels }) => panels));
  const fixed = <T extends { readonly label: string }>(series: readonly T[]): (T & { readonly style: number })[] =>
    series.map((one) => ({ ...one, style: chosen.get(one.label)! }));
  const withLooks = (panel: Panel): Panel => {
    if (panel.kind === 'forest') return panel;
    return panel.kind === 'bars' ? { ...panel, series: fixed(panel.series) } : { ...panel, series: fixed(panel.series) };
  };
  return figures.map((figure) => ({ ...figure, panels: figure.panels.map(withLooks) }));
}
