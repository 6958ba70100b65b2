/** The learning curve of a simulation beside that of passive learning on the same stream, as a figure. */
import type { Dataset } from '../data/dataset.ts';
import type { Figure } from '../figures/figure.ts';
import { learningCurve } from '../figures/learning-curve.ts';
import type { Split } from '../studies/simulate.ts';
import type { Result } from './result.ts';

export function besidePassive(active: Result, passive: Result, { train, test }: Split): Figure {
  return learningCurve(
    { [active.spec.query.name]: active, passive },
    {
      title: `${active.data.name}, ${active.spec.loss.name} loss, ${active.spec.update} updates`,
      references: [{ y: majorityError(test ?? train), label: 'always the larger class' }],
    },
  );
}

/** The error of predicting the larger class everywhere. */
function majorityError({ labels }: Dataset): number {
  const positive = labels.reduce((sum, y) => sum + (y > 0 ? 1 : 0), 0) / labels.length;
  return Math.min(positive, 1 - positive);
}
