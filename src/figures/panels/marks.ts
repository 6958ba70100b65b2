import { count, printedSign, rounded } from '../../numerics/display.ts';
import { moved, pinned, sideOf, awayOf, offScaleKey, outward, settled } from '../model/drawing.ts';
import type { ScaledAxis, Away, Area, Dot, Dots, Key, PanelContext, Plane, Reading, Spot, Stroke } from '../model/drawing.ts';
import type { Axis, Comparison, Origin, Point, Style } from '../model/figure.ts';

/** A series that knows its look. */
export interface Layer {
  readonly label: string;
  readonly points: readonly Point[];
  readonly style: Style;
}

/** The series of a panel with their looks, in their order. */
export function layersOf(series: readonly Pick<Layer, 'label' | 'points'>[], { look }: Pick<PanelContext, 'look'>): Layer[] {
  return series.map(({ label, points }) => ({ label, points, style: look(label) }));
}

/** The legend of a panel: what stands for each series, the lines that are none, and what markers off the scale mean. */
export function keysOf(layers: readonly Layer[], sample: Key['sample'], plane: Plane, lines: readonly Key[] = []): Key[] {
  const own = layers.map(({ label, style }) => ({ label, sample, style }));
  const points = layers.flatMap((layer) => layer.points);
  return [...own, ...lines, ...offScaleKey(points, plane)];
}

/** Pixels of a line in a regular figure. */
export const LINE_WIDTH = 1.8;

/** Pixels of a marker's radius in a regular figure. */
export const MARKER_RADIUS = 3.7;

/** The same of a triangle, which looks smaller. */
export const TRIANGLE_RADIUS = 4.5;

/** And of a single measurement behind a curve. */
const FAINT_RADIUS = 1.7;

/** Strokes of these markers enclose nothing, so they need more of them. */
const OPEN_MARKERS: readonly Style['marker'][] = ['crossRot', 'star'];

/** A line may have any number of points; about this many carry a marker, fewer where marks are small. */
const MARKERS_PER_LINE = 12;

/**
 * A line through the points of each series, and their markers. It joins neighbours on the scale only: towards a point off the
 * scale it would suggest measurements that nobody made.
 */
export function lineMarks(layers: readonly Layer[], plane: Plane): (Stroke | Dots)[] {
  const spots = settled(layers, plane);
  return layers
    .flatMap(({ label, points, style }, l): (Stroke | Dots)[] => {
      const away = points.map((point) => outward(point, plane) !== undefined);
      const every = Math.ceil(points.length / (MARKERS_PER_LINE * plane.grain * 1.5));
      const isShown = (i: number): boolean => i % every === 0 || i === points.length - 1 || away[i];
      const onScale = spots[l].map((spot, i) => (away[i] ? { x: spot.x, y: NaN } : spot));
      return [markers(points, spots[l], label, style, isShown, plane), stroke(onScale, label, style, plane)];
    })
    .reverse();
}

/** A marker at every point of each series; those of the first series lie on top. */
export function clouds(layers: readonly Layer[], plane: Plane): Dots[] {
  const spots = settled(layers, plane);
  return layers.map(({ label, points, style }, l) => markers(points, spots[l], label, style, () => true, plane)).reverse();
}

/** Single measurements behind a curve. */
export function faintDots(cloud: readonly Spot[], plane: Plane, color: string, series: string): Dots {
  const look = { marker: 'circle', rotation: 0, radius: FAINT_RADIUS * plane.grain, fill: 'color', width: 0 } as const;
  const dots = cloud.map(({ x, y }): Dot => ({ at: { x: pinned(plane.x, x), y: pinned(plane.y, y) }, ...look }));
  return { kind: 'dots', series, dots, color, isFaint: true };
}

function stroke(spots: readonly Spot[], series: string, { color, dash }: Style, { grain }: Plane): Stroke {
  return { kind: 'stroke', series, spots, color, width: LINE_WIDTH * grain, dash: dash.map((length) => length * grain) };
}

function markers(
  points: readonly Point[],
  spots: readonly Spot[],
  series: string,
  style: Style,
  isShown: (i: number) => boolean,
  plane: Plane,
): Dots {
  const dots = points.map((point, i) => dotAt(spots[i], style, awayOf(point, plane), plane.grain));
  return { kind: 'dots', series, dots: dots.filter((_, i) => isShown(i)), color: style.color };
}

/** A method's marker; where the point leaves the plot a triangle that points outward, and an open square for what is infinite. */
export function dotAt(at: Spot, { marker, rotation }: Style, away: Away | undefined, grain: number): Dot {
  if (away !== undefined) {
    const shape = away.isFinite
      ? ({ marker: 'triangle', rotation: away.turn } as const)
      : ({ marker: 'rect', rotation: 0 } as const);
    return { at, ...shape, radius: TRIANGLE_RADIUS * grain, fill: 'paper', width: 1.4 * grain };
  }
  const width = (OPEN_MARKERS.includes(marker) ? 1.8 : 0.8) * grain;
  return { at, marker, rotation, radius: MARKER_RADIUS * grain, fill: 'color', width };
}

/** For every point with bounds a vertical line from low to high, a cap on each end. */
export function whiskers(points: readonly Point[], plane: Plane, color: string, series: string): Stroke {
  const { x, y, size, grain } = plane;
  const half = (MARKER_RADIUS * grain) / size.width;
  const whisker = (point: Bounded): Spot[] => {
    const at = pinned(x, point.x);
    const [low, high] = [pinned(y, point.low), pinned(y, point.high)];
    const cap = (level: number): Spot[] => [-half, half].map((share) => ({ x: moved(x, at, share), y: level }));
    const shaft = [high, low].map((level) => ({ x: at, y: level }));
    return [cap(high), shaft, cap(low)].flatMap(broken);
  };
  return { kind: 'stroke', series, spots: points.filter(hasBounds).flatMap(whisker), color, width: 1.2 * grain, dash: [] };
}

/** A piece of a line, and a break after it. */
export function broken(spots: readonly Spot[]): Spot[] {
  return [...spots, { x: spots[spots.length - 1].x, y: NaN }];
}

/** A point with its bounds. */
type Bounded = Point & Bounds;
type Bounds = Pick<Comparison, 'low' | 'high'>;

/** Whether both bounds of a point are known. */
export function hasBounds(point: Point): point is Bounded {
  return point.low !== undefined && point.high !== undefined && !Number.isNaN(point.low) && !Number.isNaN(point.high);
}

/**
 * The shaded area between the bounds of a series.
 *
 * Filled wherever neighbouring points on the scale have bounds: what was measured off it says nothing of what lies between.
 */
export function band(points: readonly Point[], plane: Plane, style: Style): Area {
  const edge = (bound: 'low' | 'high', facing: 'above' | 'below'): Spot[] =>
    points.map((point) => ({
      x: pinned(plane.x, point.x),
      y: carriesBand(point, plane) ? edgeAt(plane.y, point[bound], facing) : NaN,
    }));
  return { kind: 'area', upper: edge('high', 'below'), lower: edge('low', 'above'), color: style.color };
}

/** Points whose band has no width to be seen: they have bounds, their neighbours have none. */
export function lonely(points: readonly Point[], plane: Plane): Point[] {
  const bounded = points.map((point) => carriesBand(point, plane));
  return points.filter((_, i) => bounded[i] && !bounded[i - 1] && !bounded[i + 1]);
}

function carriesBand(point: Point, plane: Plane): point is Bounded {
  return hasBounds(point) && outward(point, plane) === undefined;
}

/** An edge of a band that leaves the plot is cut where it leaves, and keeps its slope. */
function edgeAt(y: ScaledAxis, value: number, facing: 'above' | 'below'): number {
  return sideOf(y, value) === facing ? pinned(y, value) : fenced(y, value);
}

/** A value far off the axis, but within reach of a renderer's arithmetic. */
function fenced({ scale, min, max }: ScaledAxis, value: number): number {
  if (scale === 'log') return Math.min(Math.max(value, min / 1e3, 1e-305), Math.min(max * 1e3, 1e305));
  const reach = 10 * (max - min);
  return Math.min(Math.max(value, min - reach), max + reach);
}

/** One reading a point, in the order of the layers and their points; `spots` says where they are drawn. */
export function readings(layers: readonly Layer[], plane: Plane, spots: readonly (readonly Spot[])[]): Reading[] {
  return layers.flatMap(({ label, points }, l) =>
    points.map((point, i): Reading => reading(label, spots[l][i], wordsFor(point, plane), point)),
  );
}

/** What a reader is told at a place of a figure. */
export function reading(series: string, at: Spot, words: readonly string[], { note, cells = [] }: Origin): Reading {
  return { series, at, text: [...words, ...(note === undefined ? [] : [note])].join('; '), cells };
}

function wordsFor(point: Point, plane: Plane): string[] {
  return [
    saidOn(plane.x, point.x),
    saidOn(plane.y, point.y, hasBounds(point) ? point : undefined),
    ...(awayOf(point, plane)?.isFinite === true ? ['off the scale'] : []),
  ];
}

/** What an axis says of a value and its bounds: "test error: 5.6% (5% to 6.2%)". */
export function saidOn({ label, unit }: Pick<Axis, 'label' | 'unit'>, value: number, bounds?: Bounds): string {
  const sign = (x: number): string => (unit !== undefined && Number.isFinite(x) ? '%' : '');
  const words = (x: number): string => `${numberInWords(unit === 'share' ? 100 * x : x)}${sign(x)}`;
  return `${label}: ${words(value)}${bounds === undefined ? '' : ` (${words(bounds.low)} to ${words(bounds.high)})`}`;
}

/**
 * Whole numbers as they are, others to four digits.
 *
 * @example
 * [91000, 0.116474, 3e-9, -2.5, Infinity, NaN].map(numberInWords) // => ['91,000', '0.1165', '3e-9', '−2.5', '∞', 'diverged']
 */
export function numberInWords(value: number): string {
  if (Number.isNaN(value)) return 'diverged';
  if (!Number.isFinite(value)) return `${printedSign(value)}∞`;
  const size = Math.abs(value);
  const digits = Number.isInteger(size) && size < 1e9 ? count(size) : String(rounded(size, 4));
  return `${printedSign(value)}${digits}`;
}
