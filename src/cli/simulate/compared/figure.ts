import { writeFile } from 'node:fs/promises';
import type { Figure } from '../../../figures/model/figure.ts';
import { learningCurve, type RunPoint } from '../../../figures/charts/learning-curve.ts';
import { smallerClass } from '../../../rows/smaller-class.ts';
import { SMALL_CLASS } from '../../../streams/measures/class-measures.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import type { Split } from '../../../rows/selection/split.ts';
import type { Target } from '../../options/target.ts';
import type { Contested } from './contested.ts';

/** Where curves go; undefined where none are asked for. */
export interface CurveRequest {
  readonly curve: Target | undefined;
}

/** Draws a figure into its file. */
export async function drawn(target: Target, figure: Figure): Promise<void> {
  const { figureFile } = await import('../../../figures/chart/figure-file.ts');
  await target.fill(async (path) => writeFile(path, await figureFile(figure, path)));
}

/** A run as its curve shows it. */
interface Drawn {
  readonly curve: readonly RunPoint[];
  readonly data: { readonly name: string };
  readonly spec: { readonly loss: { readonly name: string }; readonly update: string };
}

/** The learning curves of simulations of two classes on one stream, as a figure. */
export function learningCurves(contested: readonly Contested<Drawn>[], { train, test }: Split): Figure {
  const judged = test ?? train;
  const share = smallerClass(judged.labels, 0, judged.importances);
  return curves(contested, share, 'labels bought', share < SMALL_CLASS ? 'by class' : undefined);
}

/** The same of several classes; no reference where the file says what classes cost. */
export function classCurves(
  contested: readonly Contested<Drawn>[],
  { train, test }: Split,
  bought: 'labels bought' | 'costs bought' = 'labels bought',
): Figure {
  const judged = test ?? train;
  return curves(contested, judged.costs === undefined ? otherClasses(judged) : undefined, bought);
}

function curves(
  contested: readonly Contested<Drawn>[],
  constant: number | undefined,
  bought: string,
  errors?: 'by class',
): Figure {
  const { data, spec } = contested[0].result;
  return learningCurve(Object.fromEntries(contested.map(({ label, result }) => [label, result])), {
    title: `${data.name}, ${spec.loss.name} loss, ${spec.update} updates`,
    references: constant === undefined ? [] : [{ y: constant, label: 'always the larger class' }],
    bought,
    errors,
  });
}

/** Share of the rows that are of no largest class, each with its importance. */
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
