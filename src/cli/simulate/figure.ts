import type { Figure } from '../../figures/model/figure.ts';
import { learningCurve } from '../../figures/model/curves.ts';
import { type Dataset, smallerClass, type Split } from '../../rows/dataset.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { isOfCosts, pointOf, type Contested } from './result.ts';

/** The learning curves of runs on one stream; beside them what always predicting one class does, unless the file lists costs. */
export function learningCurves(contested: readonly Contested[], { train, test }: Split): Figure {
  const judged = test ?? train;
  const [{ result: first }] = contested;
  const { labels, importances, costs } = judged;
  const share = first.classes === undefined ? smallerClass(labels, 0, importances) : otherClasses(judged);
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

/** Share of the rows that are not of the largest class, each with its importance. */
function otherClasses({ labels, importances }: Dataset): number {
  const masses = new Map<number, number>();
  let mass = 0;
  labels.forEach((y, i) => {
    const h = importances === undefined ? 1 : importances[i];
    masses.set(y, (masses.get(y) ?? 0) + h);
    mass += h;
  });
  return 1 - Math.max(...masses.values()) / mass;
}
