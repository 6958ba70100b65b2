import { heightsOf, roundAxis, tightAxis } from '../scale/axis.ts';
import type { Axis, CurvePanel, Figure, PathPanel, ScatterPanel } from '../model/figure.ts';

/** A panel that can stand among many. */
export type Multiple = CurvePanel | PathPanel | ScatterPanel;

/**
 * Many small panels of one kind on common axes, for a column of print: with the limits that hold them all, and labels of axes
 * from the first.
 *
 * @example
 * const axis = { label: '', scale: 'linear' };
 * const series = (y) => [{ label: 'A', points: [{ x: 0, y: 0 }, { x: 1, y }] }];
 * const panel = (y) => ({ kind: 'curves', title: '', x: axis, y: axis, series: series(y) });
 * smallMultiples([panel(0.4), panel(0.8)]).panels.map((each) => each.y.max) // => [0.8, 0.8]
 */
export function smallMultiples(panels: readonly Multiple[], columns = 3): Figure {
  if (panels.length === 0) return { panels };
  const [{ x, y, kind }] = panels;
  const points = panels.flatMap(({ series }) => series.flatMap((each) => each.points));
  const across = (kind === 'curves' ? tightAxis : roundAxis)(
    x,
    points.map((point) => point.x),
  );
  const up = roundAxis(
    y,
    heightsOf(
      points,
      panels.flatMap(({ references = [] }) => references),
    ),
  );
  const limited = (axis: Axis, { min, max }: { min: number; max: number }): Axis => ({ ...axis, min, max });
  const common = { x: limited(x, across), y: limited(y, up) };
  return { panels: panels.map((panel) => ({ ...panel, ...common })), columns, format: 'small multiples' };
}
