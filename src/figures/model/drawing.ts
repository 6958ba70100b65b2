import { lettersOf } from '../../numerics/display.ts';
import type { ScaledAxis } from './axis.ts';
import type { Style } from './styles.ts';

/** The two axes of a panel, and the pixels they span. */
export interface Plane {
  readonly x: ScaledAxis;
  readonly y: ScaledAxis;
  readonly size: Size;
  /** Size of markers and strokes, 1 in a regular figure. */
  readonly grain: number;
}

/** What a point says to a reader who asks: its values in words, and the cells it was computed from. */
export interface Reading {
  readonly series: string;
  /** Where it is drawn. */
  readonly at: Spot;
  readonly text: string;
  readonly cells: readonly string[];
}

/** A place in data units; y is NaN where a line breaks. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Marks with the label of a series are shown and hidden with it. */
interface OfSeries {
  readonly series?: string;
}

/** A line through spots in their order. */
export interface Stroke extends OfSeries {
  readonly kind: 'stroke';
  readonly spots: readonly Spot[];
  readonly color: string;
  readonly width: number;
  /** Lengths of strokes and gaps in pixels; empty for a solid line. */
  readonly dash: readonly number[];
}

/** What lies between two lines over the same places, clipped to the plot. */
export interface Area extends OfSeries {
  readonly kind: 'area';
  readonly upper: readonly Spot[];
  readonly lower: readonly Spot[];
  readonly color: string;
}

/** A marker; its fill is its colour, or the paper's. */
export interface Dot extends Pick<Style, 'marker' | 'rotation'> {
  readonly at: Spot;
  readonly radius: number;
  readonly fill: 'color' | 'paper';
  readonly width: number;
}

/** Dots of one series. */
export interface Dots extends OfSeries {
  readonly kind: 'dots';
  readonly dots: readonly Dot[];
  readonly color: string;
  /** Behind what matters. */
  readonly isFaint?: true;
}

/** A rectangle with a thin fill of its colour. */
export interface Box extends OfSeries {
  readonly kind: 'box';
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly color: string;
}

/** One thing that is drawn. */
export type Mark = Stroke | Area | Dots | Box;

/** A line of the legend: a label and a sample of what stands for it. */
export interface Key {
  readonly label: string;
  readonly sample: 'line' | 'marker' | 'open marker' | 'bar' | 'rule' | 'off the scale' | 'infinite';
  readonly style: Style;
}

/**
 * What a kind of panel hands to those who draw it: two axes and marks on them, in data units, without frame, title or references.
 *
 * figures/chart/figure-file.ts makes a PNG of it through Chart.js, figures/svg/panel.ts an SVG for the page; neither knows a kind of
 * panel.
 */
export interface Drawing extends Plane {
  readonly grid: 'both' | 'horizontal' | 'vertical';
  /** How labels below the x axis are set. */
  readonly tickText: 'level' | 'upright';
  /** The last is drawn on top. */
  readonly marks: readonly Mark[];
  readonly keys: readonly Key[];
  /** What a reader can ask of the points. */
  readonly readings: readonly Reading[];
}

/** Gives a series its look. */
type StyleBook = (label: string) => Style;

/** What a panel is drawn with. */
export interface PanelContext {
  readonly look: StyleBook;
  /** The width of a tick's label. */
  readonly measure: Measure;
  /** Height of one line of such a label, in pixels. */
  readonly lineHeight: number;
  /** Of the plot. */
  readonly size: Size;
  /** Size of markers and strokes, 1 in a regular figure. */
  readonly grain: number;
}

/** The width of a piece of text in pixels. */
export type Measure = (text: string) => number;

/**
 * Breaks text into lines that fit a width: at spaces; inside a word that is too wide, after - _ and /, or else anywhere. At least
 * one line; every line of more than one character fits.
 *
 * @example
 * wrapped('passive on everything', 10, (text) => text.length) // => ['passive on', 'everything']
 * wrapped('rcv1-like stream', 8, (text) => text.length) // => ['rcv1-', 'like', 'stream']
 */
export function wrapped(text: string, width: number, measure: Measure): string[] {
  const lines = [''];
  for (const { glue, piece } of text.split(/\s+/).flatMap((word) => piecesOf(word, width, measure))) {
    const line = lines[lines.length - 1];
    const longer = line === '' ? piece : line + glue + piece;
    if (line === '' || measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(piece);
  }
  return lines;
}

/** What of a word must not be broken, and what joins it to the line before. */
function piecesOf(word: string, width: number, measure: Measure): { glue: string; piece: string }[] {
  const fits = (piece: string): boolean => measure(piece) <= width;
  const pieces = fits(word) ? [word] : word.split(/(?<=[-_/])/).flatMap((part) => (fits(part) ? [part] : lettersOf(part)));
  return pieces.map((piece, i) => ({ glue: i === 0 ? ' ' : '', piece }));
}
