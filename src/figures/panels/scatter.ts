import { pow } from '../../numerics/pow.ts';
import { heightsOf, roundAxis } from '../scale/axis.ts';
import type { Drawing, PanelContext, Key, Stroke } from '../model/drawing.ts';
import type { ScatterPanel } from '../model/figure.ts';
import { planeOf } from '../scale/fit-ticks.ts';
import { clouds, keysOf, layersOf, whiskers } from './marks.ts';
import type { Plane } from '../model/drawing.ts';
import { readings } from '../model/reading.ts';
import { DIAGONAL } from '../model/styles.ts';

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
