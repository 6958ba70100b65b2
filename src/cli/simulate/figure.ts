import type { Figure } from '../../figures/model/figure.ts';
import { learningCurve } from '../../figures/charts/learning-curve.ts';
import { smallerClass } from '../../rows/smaller-class.ts';
import type { Split } from '../../rows/selection/split.ts';
import type { Contested } from './run.ts';

/** The learning curves of simulations on one stream, as a figure. */
export function learningCurves(contested: readonly Contested[], { train, test }: Split): Figure {
  const judged = test ?? train;
  const { data, spec } = contested[0].result;
  return learningCurve(Object.fromEntries(contested.map(({ label, result }) => [label, result])), {
    title: `${data.name}, ${spec.loss.name} loss, ${spec.update} updates`,
    references: [{ y: smallerClass(judged.labels, 0, judged.importances), label: 'always the larger class' }],
  });
}
