import { pow } from '../../numerics/pow.ts';
import { heightsOf, roundAxis, tightAxis } from '../model/axis.ts';
import type { Drawing, Key, PanelContext, Plane, Stroke } from '../model/drawing.ts';
import type { CurvePanel, PathPanel, ScatterPanel } from '../model/figure.ts';
import { planeOf } from '../model/places.ts';
import { DIAGONAL } from '../model/styles.ts';
import { band, clouds, keysOf, layersOf, lineMarks, lonely, readings, whiskers } from './marks.ts';

/** Curves: lines with markers over an x axis as long as the data, each with a band where its points have bounds. */
export function drawCurves(panel: CurvePanel, context: PanelContext): Drawing {
  const points = panel.series.flatMap((series) => series.points);
  const x = tightAxis(
    panel.x,
    points.map((point) => point.x),
  );
  const y = roundAxis(panel.y, heightsOf(points, panel.references));
  const plane = planeOf(x, y, context);
  const layers = layersOf(panel.series, context);
  return {
    ...plane,
    grid: 'both',
    tickText: 'level',
    marks: [
      ...layers.map(({ label, points, style }) => ({ ...band(points, plane, style), series: label })),
      ...layers.map(({ label, points, style }) => whiskers(lonely(points, plane), plane, style.color, label)),
      ...lineMarks(layers, plane),
    ],
    keys: keysOf(layers, 'line', plane),
    readings: readings(layers, plane),
  };
}

/** Paths: points joined in the order given, with whiskers; both axes are rounded outward. */
export function drawPaths(panel: PathPanel, context: PanelContext): Drawing {
  const points = panel.series.flatMap((series) => series.points);
  const x = roundAxis(
    panel.x,
    points.map((point) => point.x),
  );
  const plane = planeOf(x, roundAxis(panel.y, heightsOf(points, panel.references)), context);
  const layers = layersOf(panel.series, context);
  return {
    ...plane,
    grid: 'both',
    tickText: 'level',
    marks: [
      ...layers.map(({ label, points, style }) => whiskers(points, plane, style.color, label)),
      ...lineMarks(layers, plane),
    ],
    keys: keysOf(layers, 'line', plane),
    readings: readings(layers, plane),
  };
}

/** A scatter of points, with whiskers where they have bounds, and the line y = x where one quantity is held against another. */
export function drawScatter(panel: ScatterPanel, context: PanelContext): Drawing {
  const points = panel.series.flatMap((series) => series.points);
  const across = points.map((point) => point.x);
  const up = heightsOf(points, panel.references);
  const both = panel.diagonal === undefined ? undefined : [...across, ...up];
  const plane = planeOf(roundAxis(panel.x, both ?? across), roundAxis(panel.y, both ?? up), context);
  const layers = layersOf(panel.series, context);
  const diagonal: Key[] = panel.diagonal === undefined ? [] : [{ label: panel.diagonal, sample: 'rule', style: DIAGONAL }];
  return {
    ...plane,
    grid: 'both',
    tickText: 'level',
    marks: [
      ...diagonal.map(() => diagonalLine(plane)),
      ...layers.map(({ label, points, style }) => whiskers(points, plane, style.color, label)),
      ...clouds(layers, plane),
    ],
    keys: keysOf(layers, 'marker', plane, diagonal),
    readings: readings(layers, plane),
  };
}

/** y = x over the values that both axes have: straight where both have one scale, else a curve. */
function diagonalLine({ x, y, grain }: Plane): Stroke {
  const low = Math.max(x.min, y.min);
  const high = Math.min(x.max, y.max);
  const steps = low < high ? 64 : -1;
  const along = (k: number): number => (x.scale === 'log' ? low * pow(high / low, k / steps) : low + ((high - low) * k) / steps);
  const spots = Array.from({ length: steps + 1 }, (_, k) => ({ x: along(k), y: along(k) }));
  return { kind: 'stroke', spots, color: DIAGONAL.color, width: 1.2 * grain, dash: DIAGONAL.dash };
}
