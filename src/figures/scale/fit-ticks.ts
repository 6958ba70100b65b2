import { fraction, type ScaledAxis } from './axis.ts';
import type { PanelContext } from '../model/drawing.ts';
import type { Plane } from '../model/drawing.ts';
import type { Tick } from './ticks.ts';

/** Between the labels of two ticks, in pixels. */
const GAP = 5;

/** The axes of a panel, with as many labels as stand apart. */
export function planeOf(x: ScaledAxis, y: ScaledAxis, { size, grain, measure, lineHeight }: PanelContext): Plane {
  const widthOf = ({ label }: Tick): number => Math.max(...label.map(measure));
  return { x: withRoom(x, size.width, widthOf), y: withRoom(y, size.height, () => lineHeight - GAP), size, grain };
}

/**
 * Leaves out labels of ticks where there is no room for all: every second one, every third, … keeps its label; all keep their
 * marks.
 *
 * `extent` is the length of a label along the axis, in pixels.
 */
export function withRoom(axis: ScaledAxis, length: number, extent: (tick: Tick) => number): ScaledAxis {
  const labelled = axis.ticks.filter(({ label }) => label.length > 0);
  const stand = (kept: readonly Tick[]): boolean =>
    kept.every((tick, i) => {
      const next = kept.at(i + 1);
      if (next === undefined) return true;
      return (fraction(axis, next.value) - fraction(axis, tick.value)) * length >= (extent(tick) + extent(next)) / 2 + GAP;
    });
  let stride = 1;
  let kept = labelled;
  while (!stand(kept)) {
    stride++;
    kept = labelled.filter((_, i) => i % stride === 0);
  }
  return { ...axis, ticks: axis.ticks.map((tick) => (kept.includes(tick) ? tick : { ...tick, label: [] })) };
}
