import { classesOf, type Classes } from '../losses/loss.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { Meeting, type Sides } from '../updates/meeting.ts';
import { argmax, argmin, BlockReduction, type Depth, type Outlook, type ReductionKind, type Target } from './reduction.ts';
import type { BlockLearner } from './block-learner.ts';

/**
 * Reductions whose classes each learn a label of their own from every example: one where the class is the true one and another where it
 * is not. A label c that is not the predicted class w raises the score of c and lowers that of w at once; the importance with which they
 * meet (updates/meeting.ts) is that of c, and the smallest over all c decides. That need not be the class of the second best score: one
 * that learns faster may overtake from further behind.
 */
abstract class EachClass extends BlockReduction {
  readonly #sides: Sides;
  readonly #meeting: Meeting;
  readonly #slopes: Float64Array;
  readonly #rates: Float64Array;

  constructor(learner: BlockLearner, classes: number, sides: Sides) {
    super(learner, classes);
    this.#sides = sides;
    this.#meeting = new Meeting(learner.loss, learner.update, sides);
    [this.#slopes, this.#rates] = Array.from({ length: 2 }, () => new Float64Array(classes));
  }

  look(rows: SparseRows, i: number, depth: Depth, out: Outlook): void {
    this.learner.scores(rows, i, this.scores);
    out.predicted = this.choose();
    out.margin = marginOf(this.scores, out.predicted);
    if (depth === 'importance') this.#weigh(rows, i, out);
  }

  #weigh(rows: SparseRows, i: number, out: Outlook): void {
    const { wins, loses } = this.#sides;
    const { predicted: w } = out;
    const { learner, scores } = this;
    const rates = this.#rates;
    for (let k = 0; k < scores.length; k++) this.#slopes[k] = learner.slopeOf(scores[k], k === w ? loses : wins);
    learner.block.sensitivities(rows, i, this.#slopes, rates);
    out.importance = Infinity;
    out.sensitivity = 0;
    for (let c = 0; c < scores.length; c++) {
      if (c === w) continue;
      const h = this.#meeting.importance(scores[c], rates[c], scores[w], rates[w], out.importance);
      if (h >= out.importance) continue;
      out.importance = h;
      out.sensitivity = rates[c] + rates[w];
    }
  }

  scoresOf(rows: SparseRows, i: number, out: Float64Array): void {
    this.learner.predictions(rows, i, out);
  }

  weightsOf(k: number): Float64Array {
    return this.learner.block.weights(k);
  }
}

function marginOf(scores: Float64Array, predicted: number): number {
  let least = Infinity;
  for (let k = 0; k < scores.length; k++) if (k !== predicted) least = Math.min(least, Math.abs(scores[predicted] - scores[k]));
  return least;
}

class OneAgainstAll extends EachClass {
  readonly #sides: Classes;
  readonly #labels: Float64Array;

  constructor(learner: BlockLearner, classes: number) {
    const sides = classesOf(learner.loss);
    super(learner, classes, { wins: sides.positive, loses: sides.negative, between: learner.loss.threshold! });
    this.#sides = sides;
    this.#labels = new Float64Array(classes);
  }

  learn(rows: SparseRows, i: number, { cheapest }: Target, h: number): number {
    this.#labels.fill(this.#sides.negative);
    this.#labels[cheapest] = this.#sides.positive;
    this.importances.fill(h);
    this.learnEach(rows, i, this.#labels);
    return this.choose();
  }

  protected choose(): number {
    return argmax(this.scores);
  }
}

/** Of a class label: 0 for its class, 1 for every other. */
const COSTS = { wins: 0, loses: 1, between: 0.5 } as const;

class CostSensitive extends EachClass {
  constructor(learner: BlockLearner, classes: number) {
    super(learner, classes, COSTS);
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

  /** Low costs speak for a class. */
  override scoresOf(rows: SparseRows, i: number, out: Float64Array): void {
    super.scoresOf(rows, i, out);
    for (let k = 0; k < out.length; k++) out[k] = -out[k];
  }

  override weightsOf(k: number): Float64Array {
    return super.weightsOf(k).map((w) => -w);
  }

  protected choose(): number {
    return argmin(this.scores);
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
