import { heightsOf, roundAxis, tightAxis } from '../scale/axis.ts';
import { band, lonely } from './band.ts';
import type { Drawing, PanelContext } from '../model/drawing.ts';
import type { CurvePanel } from '../model/figure.ts';
import { planeOf } from '../scale/fit-ticks.ts';
import { keysOf, layersOf, lineMarks, whiskers } from './marks.ts';
import { readings } from '../model/reading.ts';

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
