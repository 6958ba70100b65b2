import { lettersOf } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import { type Style, type Axis, type Point, type Reference, styleOf } from './figure.ts';
import { pow } from '../../numerics/pow.ts';
import { linearTicks, logTicks, multiple, roundStep, type Step, type Tick } from './ticks.ts';

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

/** What a panel is drawn with. */
export interface PanelContext extends Pick<Plane, 'size' | 'grain'> {
  /** Gives a series its look. */
  readonly look: (label: string) => Style;
  /** The width of a tick's label. */
  readonly measure: Measure;
  /** Height of one line of such a label, in pixels. */
  readonly lineHeight: number;
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

/** An axis that knows its limits; min < max, both finite, both positive on a log scale. */
export interface ScaledAxis extends Pick<Axis, 'label' | 'scale' | 'unit'> {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
}

type Limits = readonly [min: number, max: number];

/** Limits are those of the data: for an axis along which curves run from end to end. */
export function tightAxis(axis: Axis, values: readonly number[]): ScaledAxis {
  return withLimits(axis, spanOf(axis, values));
}

/** Limits are the data's, rounded outward to whole ticks; a linear axis near zero begins there. */
export function roundAxis(axis: Axis, values: readonly number[]): ScaledAxis {
  const span = spanOf(axis, values);
  if (axis.scale === 'log') return withLimits(axis, roundOnLogScale(span));
  // The longer axis might have larger steps of its own, and its ends would stand on none of them.
  const { limits, step } = roundOnLinearScale(span);
  return withLimits(axis, limits, step);
}

/** All values that the y axis of a panel should reach. */
export function heightsOf(points: readonly Point[], references: readonly Reference[] = []): number[] {
  return [...points.flatMap(({ y, low = y, high = y }) => [y, low, high]), ...references.map((reference) => reference.y)];
}

/** Where a value lies: 0 at min, 1 at max, outside [0, 1] off the axis. NaN is the mark of divergence and counts as infinite. */
export function fraction({ scale, min, max }: ScaledAxis, value: number): number {
  if (Number.isNaN(value)) return Infinity;
  if (scale === 'linear') return (value - min) / (max - min);
  return (Math.log10(Math.max(value, 0)) - Math.log10(min)) / (Math.log10(max) - Math.log10(min));
}

/** The value at a fraction of the axis: the inverse of `fraction`. */
export function valueAt({ scale, min, max }: ScaledAxis, f: number): number {
  if (scale === 'linear') return min + (max - min) * f;
  return pow(10, Math.log10(min) + (Math.log10(max) - Math.log10(min)) * f);
}

/** The value so large a share of the axis further on. */
export function moved(axis: ScaledAxis, value: number, share: number): number {
  return valueAt(axis, fraction(axis, value) + share);
}

/**
 * The limits of an axis, chosen from its data, and the place of a value on it: f = (v - min) / (max - min), or the same of
 * logarithms.
 */
type Side = 'inside' | 'below' | 'above';

/** On which side of the axis's limits a value lies. */
export function sideOf(axis: ScaledAxis, value: number): Side {
  const f = fraction(axis, value);
  if (f < -ROUNDING) return 'below';
  return f > 1 + ROUNDING ? 'above' : 'inside';
}

/** The value on the axis nearest to this one. */
export function pinned(axis: ScaledAxis, value: number): number {
  const side = sideOf(axis, value);
  if (side === 'inside') return value;
  return side === 'above' ? axis.max : axis.min;
}

const ROUNDING = 1e-9;

/** Values beyond these (and differences below SMALLEST) would overflow in a chart's arithmetic; they count as off the scale. */
const LARGEST = 1e300;
const SMALLEST = 1e-300;

/** From the explicit lower limit, else the least value that can be drawn, to the explicit upper limit, else the largest value. */
function spanOf(axis: Axis, values: readonly number[]): Limits {
  const [least, largest] = extremes(axis, values);
  const { min = least, max = largest } = axis;
  return min < max ? [min, max] : [least, largest];
}

/** The least and the largest value that can be drawn, moved apart where they are one. */
function extremes({ scale }: Axis, values: readonly number[]): Limits {
  const least = scale === 'log' ? SMALLEST : -LARGEST;
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (!(value >= least && value <= LARGEST)) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (min > max) return scale === 'log' ? [1, 10] : [0, 1];
  if (scale === 'log') return max / min > 1 + ROUNDING ? [min, max] : [min / 2, max * 2];
  const size = Math.max(Math.abs(min), Math.abs(max));
  if (max - min > Math.max(SMALLEST, ROUNDING * size)) return [min, max];
  return size > SMALLEST ? [min - size / 2, max + size / 2] : [0, 1];
}

/** More steps than an axis has room for. */
const CROWDED = 9;

/** The ends of a linear axis, whole steps of its ticks, and these: a fifth of its data or, where that makes too many, the next larger. */
function roundOnLinearScale([low, max]: Limits): { readonly limits: Limits; readonly step: Step } {
  const min = low >= 0 && low < (max - low) / 2 ? 0 : low;
  const near = roundStep(max - min, 5);
  const steps = roundedTo(near, [min, max]);
  const step = steps[1] - steps[0] < CROWDED ? near : roundStep(multiple(near, 2), 1);
  const [from, to] = roundedTo(step, [min, max]);
  return { limits: [multiple(step, from), multiple(step, to)], step };
}

/** The least stretch of whole steps that holds both ends, in steps. */
function roundedTo(step: Step, [min, max]: Limits): Limits {
  const size = multiple(step, 1);
  return [Math.floor(min / size + ROUNDING), Math.ceil(max / size - ROUNDING)];
}

/** To 1, 2 or 5 times a power of ten; where an axis is so long that powers alone have ticks, to these. */
function roundOnLogScale([min, max]: Limits): Limits {
  const below = [...roundNumbers(min)].reverse().find((v) => v <= min * (1 + ROUNDING)) ?? min;
  const above = roundNumbers(max).find((v) => v >= max * (1 - ROUNDING)) ?? max;
  const isTick = (end: number): boolean => logTicks(below, above).some(({ value }) => Math.abs(value / end - 1) < ROUNDING);
  if (isTick(below) && isTick(above)) return [below, above];
  return [pow(10, Math.floor(Math.log10(below) + ROUNDING)), pow(10, Math.ceil(Math.log10(above) - ROUNDING))];
}

/** 1, 2 and 5 times the powers of ten around a positive value, ascending. */
function roundNumbers(value: number): number[] {
  const exponent = Math.floor(Math.log10(value));
  const around = [exponent - 1, exponent, exponent + 1];
  return around.flatMap((e) => [1, 2, 5].map((mantissa) => multiple({ mantissa, exponent: e }, 1)));
}

/** Explicit limits win; what contradicts itself is refused. */
function withLimits(axis: Axis, [low, high]: Limits, step?: Step): ScaledAxis {
  const { label, scale, unit } = axis;
  let { min = low, max = high } = axis;
  if (axis.min === undefined && min >= max) min = scale === 'log' ? max / 10 : max - 1;
  if (axis.max === undefined && min >= max) max = scale === 'log' ? min * 10 : min + 1;
  const legal = Number.isFinite(min) && Number.isFinite(max) && min < max && (scale === 'linear' || min > 0);
  if (!legal) {
    const wanted = scale === 'log' ? 'with 0 < min < max on a log scale' : 'with min < max';
    throw new RangeError(`axis "${label}": found min ${min}, max ${max}; limits must be finite, ${wanted}`);
  }
  const of = unit === 'share' ? 100 : 1;
  const steps = step && { ...step, exponent: step.exponent + (of === 1 ? 0 : 2) };
  const ticks = scale === 'log' ? logTicks(of * min, of * max) : linearTicks(of * min, of * max, steps);
  const written = ticks.map((tick) => ({ value: tick.value / of, label: tick.label.map((line) => `${line}%`) }));
  return present({ label, scale, unit, min, max, ticks: unit === undefined ? ticks : written });
}

/** Between the labels of two ticks, in pixels. */
const GAP = 5;

/** The axes of a panel, with as many labels as stand apart. */
export function planeOf(x: ScaledAxis, y: ScaledAxis, { size, grain, measure, lineHeight }: PanelContext): Plane {
  const widthOf = ({ label }: Tick): number => Math.max(...label.map(measure));
  return { x: withRoom(x, size.width, widthOf), y: withRoom(y, size.height, () => lineHeight - GAP), size, grain };
}

/**
 * Leaves out labels of ticks where there is no room for all: every second one, every third, … keeps its label; all keep their
 * marks.
 *
 * `extent` is the length of a label along the axis, in pixels.
 */
export function withRoom(axis: ScaledAxis, length: number, extent: (tick: Tick) => number): ScaledAxis {
  const labelled = axis.ticks.filter(({ label }) => label.length > 0);
  const stand = (kept: readonly Tick[]): boolean =>
    kept.every((tick, i) => {
      const next = kept.at(i + 1);
      if (next === undefined) return true;
      return (fraction(axis, next.value) - fraction(axis, tick.value)) * length >= (extent(tick) + extent(next)) / 2 + GAP;
    });
  let stride = 1;
  let kept = labelled;
  while (!stand(kept)) {
    stride++;
    kept = labelled.filter((_, i) => i % stride === 0);
  }
  return { ...axis, ticks: axis.ticks.map((tick) => (kept.includes(tick) ? tick : { ...tick, label: [] })) };
}

/** Where a place in data units lies, in pixels from the lower left corner of the plot; y is NaN where a line breaks. */
export function pixelsOf({ x, y }: Spot, plane: Plane): Spot {
  const up = Number.isNaN(y) ? NaN : fraction(plane.y, y);
  return { x: fraction(plane.x, x) * plane.size.width, y: up * plane.size.height };
}

/** The place in data units that lies there: the inverse of `pixelsOf`. */
export function unitsOf({ x, y }: Spot, plane: Plane): Spot {
  return { x: valueAt(plane.x, x / plane.size.width), y: valueAt(plane.y, y / plane.size.height) };
}

/** Which way a point leaves the plot, in degrees clockwise from up; undefined inside. The vertical wins at a corner. */
export function outward({ x, y }: Point, plane: Plane): number | undefined {
  if (Number.isNaN(x)) throw new RangeError(`a point with y ${y} has no place: its x (${plane.x.label}) is NaN`);
  const vertical = sideOf(plane.y, y);
  if (vertical !== 'inside') return vertical === 'above' ? 0 : 180;
  const horizontal = sideOf(plane.x, x);
  if (horizontal === 'inside') return undefined;
  return horizontal === 'above' ? 90 : 270;
}

/**
 * Where the points of all series are drawn: those off the scale at the nearest edge. Where several series leave the plot at one
 * place, their triangles hang from the edge in the order of the series, so that none hides another.
 */
export function settled(series: readonly { readonly points: readonly Point[] }[], plane: Plane): Spot[][] {
  const taken = new Map<string, number>();
  return series.map(({ points }) => {
    const met = new Set<string>();
    const spots = points.map((point): Spot => {
      const spot = { x: pinned(plane.x, point.x), y: pinned(plane.y, point.y) };
      const turn = outward(point, plane);
      if (turn === undefined) return spot;
      const place = `${turn} ${spot.x} ${spot.y}`;
      met.add(place);
      return inward(spot, turn, taken.get(place) ?? 0, plane);
    });
    for (const place of met) taken.set(place, (taken.get(place) ?? 0) + 1);
    return spots;
  });
}

/** Two triangles so many pixels apart do not touch. */
const APART = 8.5;

/** So many triangles away from the edge. */
function inward({ x, y }: Spot, turn: number, steps: number, plane: Plane): Spot {
  if (steps === 0) return { x, y };
  const pixels = (turn === 0 || turn === 90 ? -1 : 1) * steps * APART * plane.grain;
  if (turn === 0 || turn === 180) return { x, y: moved(plane.y, y, pixels / plane.size.height) };
  return { x: moved(plane.x, x, pixels / plane.size.width), y };
}

/** How a point stands that leaves the plot: the way it leaves, and whether it is a number somewhere out there. */
export interface Away {
  readonly turn: number;
  readonly isFinite: boolean;
}

/** undefined inside. */
export function awayOf(point: Point, plane: Plane): Away | undefined {
  const turn = outward(point, plane);
  return turn === undefined ? undefined : { turn, isFinite: Number.isFinite(point.x) && Number.isFinite(point.y) };
}

/** The legend's entries for open triangles and for open squares, where there are any. */
export function offScaleKey(points: readonly Point[], plane: Plane): Key[] {
  const away = points.flatMap((point) => awayOf(point, plane) ?? []);
  const style = styleOf(1);
  return [
    ...(away.some(({ isFinite }) => isFinite) ? [{ label: 'off the scale', sample: 'off the scale' as const, style }] : []),
    ...(away.some(({ isFinite }) => !isFinite) ? [{ label: 'infinite or diverged', sample: 'infinite' as const, style }] : []),
  ];
}
