import type { Figure } from '../../figures/model/figure.ts';
import { learningCurve } from '../../figures/model/curves.ts';
import { smallerClass, smallerClasses, type Split } from '../../rows/dataset.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { isOfCosts, pointOf, type Contested } from './result.ts';

/** The learning curves of runs on one stream; beside them what always predicting one class does, unless the file lists costs. */
export function learningCurves(contested: readonly Contested[], { train, test }: Split): Figure {
  const [{ result: first }] = contested;
  const { labels, importances, costs } = test ?? train;
  const share = (first.classes === undefined ? smallerClass : smallerClasses)(labels, importances);
  const constant = costs === undefined ? share : undefined;
  const { loss, update } = first.spec;
  const isSmall = first.classes === undefined && share < SMALL_CLASS;
  return learningCurve(Object.fromEntries(contested.map(({ label, result }) => [label, { curve: result.curve.map(pointOf) }])), {
    title: `${first.data.name}, ${loss.name} loss, ${update} updates`,
    references: constant === undefined ? [] : [{ y: constant, label: 'always the larger class' }],
    bought: isOfCosts(first) ? 'costs bought' : 'labels bought',
    errors: isSmall ? 'by class' : undefined,
  });
}
