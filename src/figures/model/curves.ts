import { pow } from '../../numerics/pow.ts';
import { median, quantile } from '../../statistics/small-samples.ts';
import type { Spot } from './drawing.ts';
import type { CurvePanel, Figure, Point, Reference, Series } from './figure.ts';

/** The measurements of one seed, in order of x. */
export type Run = readonly Spot[];

/**
 * From the curves of many seeds to one curve with a band: the runs summarised at every place of the grid that all of them cover.
 *
 * Seeds are measured at places of their own (labels bought, say), so all are read at common places. Between two measurements
 * a run has the value of the earlier one: what it had reached with so many labels. Outside the range that every run covers
 * nothing is said: a band never rests on fewer seeds at one end than at the other.
 *
 * @example
 * const runs = [[{ x: 1, y: 4 }, { x: 9, y: 2 }], [{ x: 2, y: 6 }, { x: 5, y: 0 }]];
 * summarised(runs, [1, 2, 4, 8], { label: 'mean', of: ([a, b]) => ({ y: (a + b) / 2 }) }) // => [{ x: 2, y: 5 }, { x: 4, y: 5 }]
 */
export function summarised(runs: readonly Run[], grid: readonly number[], summary: Summary): Point[] {
  const { from, to } = covered(runs);
  return grid.filter((x) => x >= from && x <= to).map((x) => ({ x, ...summary.of(runs.map((run) => carriedForward(run, x))) }));
}

/**
 * Places to read runs at: where they were measured if that is the same for all, else evenly spaced on the scale of logarithms
 * over the positive range that all cover, ends included.
 *
 * @example
 * commonGrid([[{ x: 1, y: 0 }, { x: 1000, y: 0 }], [{ x: 10, y: 0 }, { x: 5000, y: 0 }]], 3) // => [10, 100, 1000]
 */
export function commonGrid(runs: readonly Run[], count: number): number[] {
  if (runs.length === 0) return [];
  const places = runs[0].map(({ x }) => x);
  if (runs.every((run) => run.length === places.length && run.every(({ x }, i) => x === places[i]))) return places;
  const { from, to } = covered(runs.map((run) => run.filter(({ x }) => x > 0)));
  if (!(from < to) || count < 2) return from <= to ? [to] : [];
  const ratio = to / from;
  return Array.from({ length: count }, (_, k) => (k === count - 1 ? to : from * pow(ratio, k / (count - 1))));
}

/** From the last first place to the first last one; nothing (from > to) where there is no run, or an empty one. */
function covered(runs: readonly Run[]): { from: number; to: number } {
  if (runs.length === 0) return { from: Infinity, to: -Infinity };
  return {
    from: Math.max(...runs.map((run) => run.at(0)?.x ?? Infinity)),
    to: Math.min(...runs.map((run) => run.at(-1)?.x ?? -Infinity)),
  };
}

/** The last value measured at or before x; there is one. */
function carriedForward(run: Run, x: number): number {
  return run.findLast((spot) => spot.x <= x)!.y;
}

/** What a figure says about one quantity measured with many seeds: its middle, and bounds around it. */
export interface Summary {
  /** For the label of an axis or a caption: it must say what the bounds are. */
  readonly label: string;
  /** Of at least one value. A single one has no bounds. */
  of(values: readonly number[]): Pick<Point, 'y' | 'low' | 'high'>;
}

/** The median and the quantiles between which four of five seeds fall. A diverged run counts as infinitely bad. */
export const medianAndMiddle80: Summary = {
  label: 'median and middle 80 % of seeds',
  of: (values) => {
    const losses = values.map((value) => (Number.isNaN(value) ? Infinity : value));
    const y = ranked(median(losses));
    return values.length === 1 ? { y } : { y, low: ranked(quantile(losses, 0.1)), high: ranked(quantile(losses, 0.9)) };
  },
};

/** What is no number came of diverged runs, and is infinite: so it is between two infinite order statistics, where interpolating is NaN. */
export function ranked(value: number): number {
  return Number.isNaN(value) ? Infinity : value;
}

/**
 * A run after so many examples: labels bought until then, or single costs, and its errors as shares in [0, 1], null where there is no
 * such data.
 */
export interface RunPoint {
  readonly examples: number;
  readonly queried: number;
  readonly progressiveError: number;
  readonly testError: number | null;
  /** What the predictions of the error are worth in each class; absent where nobody asked. */
  readonly balancedError?: number | null;
  readonly fScore?: number | null;
}

/** Errors of fewer examples say more about chance than about learning. */
const FIRST_EXAMPLES = 10;

/**
 * The learning curves of single runs: error against labels bought, or against what `bought` names; with `errors` balanced error and
 * F-score in panels beside it.
 *
 * One line a run, under its name: the error on the test set where one was measured, else the progressive error of the stream.
 */
export function learningCurve(
  runs: Readonly<Record<string, { readonly curve: readonly RunPoint[] }>>,
  {
    title = '',
    references = [],
    bought = 'labels bought',
    errors,
  }: { title?: string; references?: readonly Reference[]; bought?: string; errors?: 'by class' | undefined } = {},
): Figure {
  const all = Object.values(runs).flatMap(({ curve }) => curve);
  const from = all.every(({ testError }) => testError !== null) ? 'test' : 'progressive';
  const panel = (what: string, of: (point: RunPoint) => number, more: Pick<CurvePanel, 'references'> = {}): CurvePanel => ({
    kind: 'curves',
    title: what === 'error' || title === '' ? title : `${title}: ${what}`,
    x: { label: bought, scale: 'log' },
    y: { label: `${from} ${what}`, scale: 'linear', min: 0 },
    series: Object.entries(runs).map(([label, { curve }]) => ({ label, points: pointsOf(curve, of) })),
    ...more,
  });
  const error = panel('error', ({ testError, progressiveError }) => testError ?? progressiveError, { references });
  if (errors === undefined) return { panels: [error] };
  const balanced = panel('balanced error', ({ balancedError }) => balancedError ?? NaN);
  return { panels: [error, balanced, panel('F-score', ({ fScore }) => fScore ?? NaN)] };
}

/** Of checkpoints with equally many labels the last, which has seen most; without those of which `of` knows nothing. */
function pointsOf(curve: readonly RunPoint[], of: (point: RunPoint) => number): Point[] {
  const byLabels = new Map<number, Point>();
  for (const point of curve) {
    const [x, y] = [point.queried, of(point)];
    if (point.examples >= FIRST_EXAMPLES && x > 0 && !Number.isNaN(y)) byLabels.set(x, { x, y });
  }
  return [...byLabels.values()];
}

/** A loss this many times the best one is as good as any worse one. */
const CEILING = 10;

/**
 * Step-size sensitivity: loss against step size, both on log axes, up to a ceiling above the best loss of all.
 *
 * Runs above the ceiling and diverged ones stand as open triangles at the top edge, so a method's range of good steps is the
 * stretch where its line is below it.
 */
interface Sensitivity extends Pick<CurvePanel, 'title' | 'references'> {
  /** Labels of the axes. */
  readonly step: string;
  readonly loss: string;
  /** One a method: x the step size, y the loss, NaN or Infinity where the run diverged. */
  readonly series: readonly Series[];
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
