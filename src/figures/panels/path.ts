import { heightsOf, roundAxis } from '../scale/axis.ts';
import type { Drawing, PanelContext } from '../model/drawing.ts';
import type { PathPanel } from '../model/figure.ts';
import { planeOf } from '../scale/fit-ticks.ts';
import { keysOf, layersOf, lineMarks, whiskers } from './marks.ts';
import { readings } from '../model/reading.ts';

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
