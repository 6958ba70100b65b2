import { pow } from '../../numerics/pow.ts';
import { heightsOf, roundAxis, settled, tightAxis, planeOf } from '../model/drawing.ts';
import type { Drawing, Key, Mark, PanelContext, Plane, Spot, Stroke } from '../model/drawing.ts';
import { type CurvePanel, type PathPanel, type ScatterPanel, DIAGONAL } from '../model/figure.ts';
import { band, clouds, faintDots, keysOf, type Layer, layersOf, lineMarks, lonely, readings, whiskers } from './marks.ts';

/** Curves: lines with markers over an x axis as long as the data, each with a band where its points have bounds. */
export function drawCurves(panel: CurvePanel, context: PanelContext): Drawing {
  const { upright } = panel;
  const points = panel.series.flatMap((series) => series.points);
  const across = points.map((point) => point.x);
  const y = roundAxis(panel.y, heightsOf(points, panel.references));
  const plane = planeOf(tightAxis(panel.x, across), y, context);
  const layers = layersOf(panel.series, context);
  const upwards = ({ x }: { readonly x: number }): Spot[] => [y.min, y.max].map((height) => ({ x, y: height }));
  const rule = upright && ruled(upwards(upright), plane);
  const marks = [
    ...panel.series.map(({ label, cloud = [] }) => faintDots(cloud, plane, context.look(label).color, label)),
    ...(rule === undefined ? [] : [rule]),
    ...layers.map(({ label, points, style }) => ({ ...band(points, plane, style), series: label })),
    ...layers.map(({ label, points, style }) => whiskers(lonely(points, plane), plane, style.color, label)),
    ...lineMarks(layers, plane),
  ];
  return drawn(plane, layers, marks, 'line', ruleKey(upright?.label));
}

/** Paths: points joined in the order given, with whiskers; both axes are rounded outward. */
export function drawPaths(panel: PathPanel, context: PanelContext): Drawing {
  const { plane, layers, bounds } = pointsOf(panel, context);
  return drawn(plane, layers, [...bounds, ...lineMarks(layers, plane)], 'line');
}

/** A scatter of points, with whiskers where they have bounds, and the line y = x where one quantity is held against another. */
export function drawScatter(panel: ScatterPanel, context: PanelContext): Drawing {
  const { plane, layers, bounds } = pointsOf(panel, context);
  const rules = ruleKey(panel.diagonal);
  return drawn(plane, layers, [...rules.map(() => diagonalLine(plane)), ...bounds, ...clouds(layers, plane)], 'marker', rules);
}

/** Both axes rounded outward, and the whiskers of all points; with a diagonal both have the same limits. */
function pointsOf(panel: PathPanel | ScatterPanel, context: PanelContext) {
  const points = panel.series.flatMap((series) => series.points);
  const across = points.map((point) => point.x);
  const up = heightsOf(points, panel.references);
  const both = panel.kind === 'scatter' && panel.diagonal !== undefined ? [...across, ...up] : undefined;
  const plane = planeOf(roundAxis(panel.x, both ?? across), roundAxis(panel.y, both ?? up), context);
  const layers = layersOf(panel.series, context);
  return { plane, layers, bounds: layers.map(({ label, points, style }) => whiskers(points, plane, style.color, label)) };
}

/** A drawing with a grid both ways; `spots` say where the points of the layers are drawn. */
export function drawn(
  plane: Plane,
  layers: readonly Layer[],
  marks: readonly Mark[],
  sample: Key['sample'],
  rules: readonly Key[] = [],
  spots = settled(layers, plane),
): Drawing {
  const keys = keysOf(layers, sample, plane, rules);
  return { ...plane, grid: 'both', tickText: 'level', marks, keys, readings: readings(layers, plane, spots) };
}

/** The legend's entry for a line that is no series. */
function ruleKey(label: string | undefined): Key[] {
  return label === undefined ? [] : [{ label, sample: 'rule', style: DIAGONAL }];
}

/** y = x over the values that both axes have: straight where both have one scale, else a curve. */
function diagonalLine(plane: Plane): Stroke {
  const { x, y } = plane;
  const low = Math.max(x.min, y.min);
  const high = Math.min(x.max, y.max);
  const steps = low < high ? 64 : -1;
  const along = (k: number): number => (x.scale === 'log' ? low * pow(high / low, k / steps) : low + ((high - low) * k) / steps);
  const spots = Array.from({ length: steps + 1 }, (_, k) => ({ x: along(k), y: along(k) }));
  return ruled(spots, plane);
}

function ruled(spots: readonly Spot[], { grain }: Plane): Stroke {
  return { kind: 'stroke', spots, color: DIAGONAL.color, width: 1.2 * grain, dash: DIAGONAL.dash };
}
