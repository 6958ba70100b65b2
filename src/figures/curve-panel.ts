/** Curves: lines with markers over an x axis as long as the data, each with a band where its points have bounds. */
import { heightsOf, roundAxis, tightAxis } from './axis.ts';
import { band, lonely } from './band.ts';
import type { Drawing, StyleBook } from './drawing.ts';
import type { CurvePanel } from './figure.ts';
import { lines, whiskers } from './marks.ts';
import { offScaleKey } from './off-scale.ts';

export function drawCurves(panel: CurvePanel, look: StyleBook): Drawing {
  const points = panel.series.flatMap((series) => series.points);
  const x = tightAxis(panel.x, points.map((point) => point.x));
  const y = roundAxis(panel.y, heightsOf(points, panel.references));
  const plane = { x, y };
  const layers = panel.series.map(({ label, points }) => ({ points, style: look(label) }));
  return {
    ...plane,
    grid: 'both',
    tickText: 'level',
    datasets: [
      ...lines(layers, plane),
      ...layers.map(({ points, style }) => whiskers(lonely(points), plane, style.color)),
      ...layers.flatMap(({ points, style }) => band(points, plane, style)),
    ],
    boxes: [],
    keys: [
      ...panel.series.map(({ label }) => ({ label, sample: 'line' as const, style: look(label) })),
      ...offScaleKey(points, plane),
    ],
  };
}
