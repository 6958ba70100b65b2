/** A scatter of points, with whiskers where they have bounds, and the line y = x where one quantity is held against another. */
import { heightsOf, roundAxis, type ScaledAxis } from './axis.ts';
import type { Dataset, Drawing, Key, StyleBook } from './drawing.ts';
import type { ScatterPanel } from './figure.ts';
import { clouds, whiskers } from './marks.ts';
import { offScaleKey } from './off-scale.ts';
import { DIAGONAL } from './styles.ts';

export function drawScatter(panel: ScatterPanel, look: StyleBook): Drawing {
  const points = panel.series.flatMap((series) => series.points);
  const across = points.map((point) => point.x);
  const up = heightsOf(points, panel.references);
  const both = panel.diagonal === undefined ? undefined : [...across, ...up];
  const plane = { x: roundAxis(panel.x, both ?? across), y: roundAxis(panel.y, both ?? up) };
  const layers = panel.series.map(({ label, points }) => ({ points, style: look(label) }));
  const diagonal: Key[] = panel.diagonal === undefined ? [] : [{ label: panel.diagonal, sample: 'diagonal', style: DIAGONAL }];
  return {
    ...plane,
    grid: 'both',
    tickText: 'level',
    datasets: [
      ...clouds(layers, plane),
      ...layers.map(({ points, style }) => whiskers(points, plane, style.color)),
      ...diagonal.map(() => diagonalLine(plane.x, plane.y)),
    ],
    boxes: [],
    keys: [
      ...panel.series.map(({ label }) => ({ label, sample: 'marker' as const, style: look(label) })),
      ...diagonal,
      ...offScaleKey(points, plane),
    ],
  };
}

/** y = x over the values that both axes have: straight where both have one scale, else a curve. */
function diagonalLine(x: ScaledAxis, y: ScaledAxis): Dataset {
  const low = Math.max(x.min, y.min);
  const high = Math.min(x.max, y.max);
  const steps = low < high ? 64 : -1;
  const along = (k: number): number => (x.scale === 'log' ? low * (high / low) ** (k / steps) : low + ((high - low) * k) / steps);
  return {
    data: Array.from({ length: steps + 1 }, (_, k) => ({ x: along(k), y: along(k) })),
    showLine: true,
    pointRadius: 0,
    borderColor: DIAGONAL.color,
    borderWidth: 1.2,
    borderDash: [...DIAGONAL.dash],
  };
}
