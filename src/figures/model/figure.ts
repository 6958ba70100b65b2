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
   * Where series are named: in a legend below all panels, or, of one panel of curves, each right of the plot where its line leads to;
   * below unless said.
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
  /** Fixes the look (see styles.ts); by default looks are given out in order of first appearance. */
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
