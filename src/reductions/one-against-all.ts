import { classesOf, type Classes } from '../losses/loss.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { argmax, BlockReduction } from './base.ts';
import type { BlockLearner } from './block-learner.ts';
import { type Depth, Looking, type Outlook, type ReductionKind, type Target } from './reduction.ts';

class OneAgainstAll extends BlockReduction {
  readonly #sides: Classes;
  readonly #labels: Float64Array;
  readonly #looking: Looking;

  constructor(learner: BlockLearner, classes: number) {
    super(learner, classes);
    this.#sides = classesOf(learner.loss);
    this.#labels = new Float64Array(classes);
    const { positive: wins, negative: loses } = this.#sides;
    this.#looking = new Looking(learner, { wins, loses, between: learner.loss.threshold! });
  }

  learn(rows: SparseRows, i: number, { cheapest }: Target, h: number): number {
    this.#labels.fill(this.#sides.negative);
    this.#labels[cheapest] = this.#sides.positive;
    this.importances.fill(h);
    this.learnEach(rows, i, this.#labels);
    return this.choose();
  }

  look(rows: SparseRows, i: number, depth: Depth, out: Outlook): void {
    this.learner.scores(rows, i, this.scores);
    this.#looking.look(rows, i, this.scores, this.choose(), depth, out);
  }

  scoresOf(rows: SparseRows, i: number, out: Float64Array): void {
    this.learner.predictions(rows, i, out);
  }

  weightsOf(k: number): Float64Array {
    return this.learner.block.weights(k);
  }

  protected choose(): number {
    return argmax(this.scores);
  }
}

/**
 * One against all: K binary learners, each of its class against all others.
 *
 *   scores from one sweep -> predict argmax, the first of several -> learn y_k = +1 for the true class, -1 for every other
 *
 * Source: Rifkin & Klautau, In defense of one-vs-all classification (2004); Vowpal Wabbit's --oaa.
 */
export const oneAgainstAll: ReductionKind = {
  meaning: 'each class against all others',
  needs: 'a class',
  members: (classes) => classes,
  unfit: ({ name, threshold }) => (threshold === undefined ? `loss '${name}' predicts no classes` : undefined),
  build: (learner, classes) => new OneAgainstAll(learner, classes),
};
