import type { SparseRows } from '../rows/sparse-rows.ts';
import { argmin, BlockReduction } from './base.ts';
import type { ReductionKind } from './reduction.ts';
import type { Target } from './target.ts';

class CostSensitive extends BlockReduction {
  learn(rows: SparseRows, i: number, { costs, listed, cheapest }: Target, h: number): number {
    for (let k = 0; k < this.classes; k++) this.importances[k] = listed[k] === 1 ? h : 0;
    this.learner.learn(rows, i, costs, this.importances, this.scores);
    let best = cheapest;
    for (let k = 0; k < this.classes; k++) {
      if (listed[k] === 1 && (this.scores[k] < this.scores[best] || (this.scores[k] === this.scores[best] && k < best))) best = k;
    }
    return best;
  }

  protected choose(): number {
    return argmin(this.scores);
  }
}

/**
 * Cost-sensitive one against all: every class regresses its own cost; the class of the lowest prediction wins, the first of
 * several.
 *
 * A class whose cost is not listed learns nothing from the example, and is not predicted while it is learned.
 *
 * Source: Vowpal Wabbit's --csoaa.
 */
export const costSensitive: ReductionKind = {
  meaning: 'each class regresses its cost, the lowest wins',
  needs: 'some costs',
  members: (classes) => classes,
  unfit: ({ name, labels }) =>
    labels === 'real' ? undefined : `loss '${name}' takes no costs; squared, huber, quantile and expectile do`,
  build: (learner, classes) => new CostSensitive(learner, classes),
};
