/**
 * A figure as plain data: panels of one size that share one legend, drawn by chart.ts.
 *
 * A kind of panel is one file and one line in panel-kinds.ts. Nothing here knows about pixels or colours, so that the same
 * figure can be drawn by more than one means.
 *
 * A value that does not fit its axis (diverged to infinity or NaN, beyond an explicit limit, not positive on a log axis) is
 * never dropped: it is drawn at the nearest edge as an open triangle that points outward, and the legend says so.
 */
export interface Figure {
  /** Drawn above all panels; most figures leave it to the caption. */
  readonly title?: string;
  /** With more than one panel, titles are lettered (a), (b), … */
  readonly panels: readonly Panel[];
  /** Panels in a row; by default all of up to three, two for four, else three. */
  readonly columns?: number;
}

export type Panel = CurvePanel | ScatterPanel | BarPanel;

export interface Axis {
  readonly label: string;
  readonly scale: 'linear' | 'log';
  /** Limits; by default they follow the data, its bands and its references. */
  readonly min?: number;
  readonly max?: number;
}

/** A measured point; low and high, where known, bound its uncertainty (a band, or a whisker where a band has no width). */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

export interface Series {
  /** The method. Equal labels look alike in all panels and share one entry of the legend. */
  readonly label: string;
  /** Fixes the look (see styles.ts); by default looks are given out in order of first appearance. */
  readonly style?: number;
  /** In order of x. An empty series appears in the legend only. */
  readonly points: readonly Point[];
}

/** A horizontal dashed line with its label beside it. */
export interface Reference {
  readonly y: number;
  readonly label: string;
}

interface Framed {
  readonly title: string;
  readonly y: Axis;
  readonly references?: readonly Reference[];
}

/** Lines with markers and shaded bands. */
export interface CurvePanel extends Framed {
  readonly kind: 'curves';
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

export interface BarSeries {
  readonly label: string;
  readonly style?: number;
  /** One bar for each group; undefined where it was not measured. */
  readonly bars: readonly (Bar | undefined)[];
}

export interface Bar {
  readonly height: number;
  readonly low?: number;
  readonly high?: number;
}
