/** The learning curve of a simulation beside that of passive learning on the same stream, as a figure. */
import type { Dataset } from '../data/dataset.ts';
import type { Figure, Point } from '../figures/figure.ts';
import type { Split } from '../studies/simulate.ts';
import type { Result } from './result.ts';

/** Errors of fewer examples say more about chance than about learning. */
const FIRST_EXAMPLES = 10;

/** Error against labels bought: on the test set where there is one, else the progressive error of the stream. */
export function learningCurve(active: Result, passive: Result, { train, test }: Split): Figure {
  const judged = test ?? train;
  return {
    panels: [
      {
        kind: 'curves',
        title: `${active.data.name}, ${active.spec.loss.name} loss, ${active.spec.update} updates`,
        x: { label: 'labels bought', scale: 'log' },
        y: { label: test === undefined ? 'progressive error (%)' : 'test error (%)', scale: 'linear', min: 0 },
        series: [
          { label: active.spec.query.name, points: pointsOf(active) },
          { label: 'passive', points: pointsOf(passive) },
        ],
        references: [{ y: 100 * majorityError(judged), label: 'always the larger class' }],
      },
    ],
  };
}

/** In percent; of checkpoints with equally many labels the last, which has seen most. */
function pointsOf({ curve }: Result): Point[] {
  const byLabels = new Map<number, Point>();
  for (const { examples, queried, testError, progressiveError } of curve) {
    if (examples >= FIRST_EXAMPLES && queried > 0) byLabels.set(queried, { x: queried, y: 100 * (testError ?? progressiveError) });
  }
  return [...byLabels.values()];
}

/** The error of predicting the larger class everywhere. */
function majorityError({ labels }: Dataset): number {
  const positive = labels.reduce((sum, y) => sum + (y > 0 ? 1 : 0), 0) / labels.length;
  return Math.min(positive, 1 - positive);
}
