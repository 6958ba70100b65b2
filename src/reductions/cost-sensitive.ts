import type { SparseRows } from '../rows/sparse-rows.ts';
import { argmin, BlockReduction } from './base.ts';
import type { BlockLearner } from './block-learner.ts';
import { type Depth, Looking, type Outlook, type ReductionKind, type Target } from './reduction.ts';

/** Of a class label: 0 for its class, 1 for every other. */
const COSTS = { wins: 0, loses: 1, between: 0.5 } as const;

class CostSensitive extends BlockReduction {
  readonly #looking: Looking;

  constructor(learner: BlockLearner, classes: number) {
    super(learner, classes);
    this.#looking = new Looking(learner, COSTS);
  }

  learn(rows: SparseRows, i: number, { costs, listed, cheapest }: Target, h: number): number {
    for (let k = 0; k < this.classes; k++) this.importances[k] = listed[k] === 1 ? h : 0;
    this.learnEach(rows, i, costs);
    let best = cheapest;
    for (let k = 0; k < this.classes; k++) {
      if (listed[k] === 1 && (this.scores[k] < this.scores[best] || (this.scores[k] === this.scores[best] && k < best))) best = k;
    }
    return best;
  }

  look(rows: SparseRows, i: number, depth: Depth, out: Outlook): void {
    this.learner.scores(rows, i, this.scores);
    this.#looking.look(rows, i, this.scores, this.choose(), depth, out);
  }

  /** Low costs speak for a class. */
  scoresOf(rows: SparseRows, i: number, out: Float64Array): void {
    this.learner.predictions(rows, i, out);
    for (let k = 0; k < out.length; k++) out[k] = -out[k];
  }

  weightsOf(k: number): Float64Array {
    return this.learner.block.weights(k).map((w) => -w);
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
