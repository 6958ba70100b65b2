import type { Figure, Point, Reference } from '../model/figure.ts';

/**
 * A run after so many examples: labels bought until then, or single costs, and its errors as shares in [0, 1], null where there is no such data.
 */
export interface RunPoint {
  readonly examples: number;
  readonly queried: number;
  readonly progressiveError: number;
  readonly testError: number | null;
}

/** Errors of fewer examples say more about chance than about learning. */
const FIRST_EXAMPLES = 10;

/**
 * The learning curves of single runs: error against labels bought, or against what `bought` names.
 *
 * One line a run, under its name: the error on the test set where one was measured, else the progressive error of the stream.
 */
export function learningCurve(
  runs: Readonly<Record<string, { readonly curve: readonly RunPoint[] }>>,
  {
    title = '',
    references = [],
    bought = 'labels bought',
  }: { title?: string; references?: readonly Reference[]; bought?: string } = {},
): Figure {
  const tested = Object.values(runs).every(({ curve }) => curve.every(({ testError }) => testError !== null));
  return {
    panels: [
      {
        kind: 'curves',
        title,
        x: { label: bought, scale: 'log' },
        y: { label: tested ? 'test error' : 'progressive error', scale: 'linear', min: 0 },
        series: Object.entries(runs).map(([label, { curve }]) => ({ label, points: pointsOf(curve) })),
        references,
      },
    ],
  };
}

/** Of checkpoints with equally many labels the last, which has seen most. */
function pointsOf(curve: readonly RunPoint[]): Point[] {
  const byLabels = new Map<number, Point>();
  for (const { examples, queried, testError, progressiveError } of curve) {
    if (examples >= FIRST_EXAMPLES && queried > 0) byLabels.set(queried, { x: queried, y: testError ?? progressiveError });
  }
  return [...byLabels.values()];
}
