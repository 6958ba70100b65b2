import type { CurvePanel, Reference, Series } from '../model/figure.ts';

/** A loss this many times the best one is as good as any worse one. */
const CEILING = 10;

/**
 * Step-size sensitivity: loss against step size, both on log axes, up to a ceiling above the best loss of all.
 *
 * Runs above the ceiling and diverged ones stand as open triangles at the top edge, so a method's range of good steps is the
 * stretch where its line is below it.
 */
export interface Sensitivity {
  readonly title: string;
  /** Labels of the axes. */
  readonly step: string;
  readonly loss: string;
  /** One a method: x the step size, y the loss, NaN or Infinity where the run diverged. */
  readonly series: readonly Series[];
  readonly references?: readonly Reference[];
}

/**
 * The panel of step-size sensitivity; its ceiling is ten times the smallest loss that is positive and finite.
 *
 * @example
 * const points = [{ x: 0.1, y: 0.7 }, { x: 1, y: 0.2 }, { x: 10, y: NaN }];
 * sensitivityPanel({ title: '', step: 'eta0', loss: 'loss', series: [{ label: 'naive', points }] }).y.max // => 2
 */
export function sensitivityPanel({ title, step, loss, series, references = [] }: Sensitivity): CurvePanel {
  const losses = series.flatMap(({ points }) => points.map(({ y }) => y)).filter((y) => y > 0 && y < Infinity);
  const ceiling = losses.length === 0 ? {} : { max: CEILING * Math.min(...losses) };
  return {
    kind: 'curves',
    title,
    x: { label: step, scale: 'log' },
    y: { label: loss, scale: 'log', ...ceiling },
    series,
    references,
  };
}
