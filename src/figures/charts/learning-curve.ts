import type { CurvePanel, Figure, Point, Reference } from '../model/figure.ts';

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
  return {
    panels: [
      panel('error', ({ testError, progressiveError }) => testError ?? progressiveError, { references }),
      ...(errors === undefined
        ? []
        : [
            panel('balanced error', ({ balancedError }) => balancedError ?? NaN),
            panel('F-score', ({ fScore }) => fScore ?? NaN),
          ]),
    ],
  };
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
