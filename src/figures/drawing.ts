/** What a kind of panel hands to the chart: its axes and the marks on them, in data units, without frame, title or references. */
import type { ChartDataset } from 'chart.js';
import type { ScaledAxis } from './axis.ts';
import type { Style } from './styles.ts';

/** Points joined by lines, or not, in the terms of Chart.js. */
export type Dataset = ChartDataset<'line', Spot[]>;

/** A place in data units; y is NaN where a line breaks. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly color: string;
}

/** A line of the legend: a label and a sample of what stands for it. */
export interface Key {
  readonly label: string;
  readonly sample: 'line' | 'marker' | 'bar' | 'diagonal' | 'off the scale';
  readonly style: Style;
}

export interface Drawing {
  readonly x: ScaledAxis;
  readonly y: ScaledAxis;
  readonly grid: 'both' | 'horizontal';
  /** How labels below the x axis are set. */
  readonly tickText: 'level' | 'upright';
  /** The first is drawn on top. */
  readonly datasets: readonly Dataset[];
  /** Drawn below all datasets. */
  readonly boxes: readonly Box[];
  readonly keys: readonly Key[];
}

/** An annotation as plain data: the plugin's own types do not resolve in a project of ES modules. */
export type Annotation = Readonly<Record<string, unknown>>;

/** Gives a series its look. */
export type StyleBook = (label: string) => Style;
