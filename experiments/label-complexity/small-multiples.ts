import { heightsOf, roundAxis, tightAxis } from '../../src/figures/model/drawing.ts';
import type { Axis, CurvePanel, Figure, PathPanel, ScatterPanel } from '../../src/figures/model/figure.ts';

/** A panel that can stand among many. */
export type Multiple = CurvePanel | PathPanel | ScatterPanel;

/**
 * Many small panels of one kind on common axes, for a column of print: with the limits that hold them all, and labels of axes
 * from the first.
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
