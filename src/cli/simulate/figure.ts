import type { Dataset } from '../../rows/dataset.ts';
import type { Figure } from '../../figures/model/figure.ts';
import { learningCurve } from '../../figures/charts/learning-curve.ts';
import type { Split } from '../../rows/split.ts';
import type { Contested } from './run.ts';

/** The learning curves of simulations on one stream, as a figure. */
export function learningCurves(contested: readonly Contested[], { train, test }: Split): Figure {
  const { data, spec } = contested[0].result;
  return learningCurve(Object.fromEntries(contested.map(({ label, result }) => [label, result])), {
    title: `${data.name}, ${spec.loss.name} loss, ${spec.update} updates`,
    references: [{ y: majorityError(test ?? train), label: 'always the larger class' }],
  });
}

/** The error of predicting the larger class everywhere. */
function majorityError({ labels }: Dataset): number {
  const positive = labels.reduce((sum, y) => sum + (y > 0 ? 1 : 0), 0) / labels.length;
  return Math.min(positive, 1 - positive);
}
