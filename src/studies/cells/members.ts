import { DivergenceError } from '../../learners/margin-learner.ts';
import type { Loss } from '../../losses/loss.ts';
import { BlockLearner } from '../../reductions/block-learner.ts';
import { lossOfMany, type LossOfMany } from '../../reductions/loss-of-many.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { vectorWeights } from '../../rows/kernels/vector-weights.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { parts } from '../../specs/parts/registry.ts';
import { buildBlock } from '../../specs/reduction.ts';
import type { ProgressiveValidation } from '../../streams/measures/progressive.ts';
import type { Mistakes } from './measure.ts';

/** Rows with the labels that a loss reads, and the row at every position. */
export type Labelled = Pick<Dataset, 'rows' | 'labels' | 'importances'> & { readonly order: Uint32Array };

/**
 * The learners of cells that share a pass: specs of one loss, one update rule and one optimizer, which they give numbers of their own,
 * as members of a block. Member m is the learner of its spec bit for bit, until it leaves the range of numbers: then it is out, and
 * the others go on.
 *
 * Judges are one a member; those of members that are out are told nothing more.
 */
export class Members {
  readonly loss: Loss;
  readonly #learner: BlockLearner;
  readonly #lossOfAll: LossOfMany;
  /** 1 for members that are in. */
  readonly #isIn: Uint8Array;
  /** What the example in hand is to every member: its label, its importance, and what was predicted. */
  readonly #labels: Float64Array;
  readonly #importances: Float64Array;
  readonly #predictions: Float64Array;
  readonly #margins: Float64Array;
  #left: number;
  /** That of the members that are in. */
  #importance = 0;

  constructor(specs: readonly LearnerSpec[], columns: number) {
    this.loss = buildLoss(specs[0]);
    const size = specs.length;
    const block = buildBlock(specs.map(({ optimizer }) => optimizer))(columns, vectorWeights);
    this.#learner = new BlockLearner(this.loss, parts.updates[specs[0].update], block, (m) => {
      this.#leave(m);
    });
    this.#lossOfAll = lossOfMany(this.loss, size);
    this.#isIn = new Uint8Array(size).fill(1);
    this.#labels = new Float64Array(size);
    this.#importances = new Float64Array(size);
    this.#predictions = new Float64Array(size);
    this.#margins = new Float64Array(size);
    this.#left = size;
  }

  /** Learns positions from … to - 1 of the stream, and tells what is predicted of rows that the optimizers have seen (kinds/online.ts). */
  learn(stream: Labelled, judges: readonly ProgressiveValidation[], from: number, to: number): void {
    this.#walk(stream, judges, from, to, (rows, i) => {
      this.#learner.learn(rows, i, this.#labels, this.#importances, this.#predictions);
    });
  }

  /** The same as passiveLearn (streams/passes/passive-learn.ts) does it: predictions are made before the optimizers have seen the row. */
  buy(stream: Labelled, judges: readonly ProgressiveValidation[], from: number, to: number): void {
    this.#walk(stream, judges, from, to, (rows, i) => {
      this.#learner.block.margins(rows, i, this.#margins);
      this.#learner.learn(rows, i, this.#labels, this.#importances, this.#predictions, this.#margins);
    });
  }

  /** Predicts every row of a part. */
  judge({ rows }: Pick<Dataset, 'rows'>, judges: readonly Mistakes[]): void {
    this.#predictEach(rows, (i) => {
      for (let m = 0; m < judges.length; m++) if (this.#isIn[m] === 1) judges[m].record(i, this.#predictions[m]);
    });
  }

  /** The same for judges of the loss; labels are as the loss reads them. */
  score({ rows, labels, importances }: Omit<Labelled, 'order'>, judges: readonly ProgressiveValidation[]): void {
    this.#predictEach(rows, (i) => {
      this.#tell(i, labels[i], importances === undefined ? 1 : importances[i], judges);
    });
  }

  /** A new pass over the data begins. */
  beginPass(): void {
    this.#learner.beginPass();
  }

  /** The weights that predict, as a fresh array. */
  weights(m: number): Float64Array {
    return this.#learner.block.weights(m);
  }

  /** What the work gives for each member; undefined for those that are out, and for those that it finds to have left the numbers. */
  map<T>(work: (m: number) => T): (T | undefined)[] {
    return Array.from({ length: this.#isIn.length }, (_, m) => {
      if (this.#isIn[m] === 0) return undefined;
      try {
        return work(m);
      } catch (error) {
        if (!(error instanceof DivergenceError)) throw error;
        this.#leave(m);
        return undefined;
      }
    });
  }

  #walk(
    { rows, labels, importances, order }: Labelled,
    judges: readonly ProgressiveValidation[],
    from: number,
    to: number,
    learn: (rows: SparseRows, i: number) => void,
  ): void {
    for (let t = from; t < to && this.#left > 0; t++) {
      const i = order[t];
      const h = importances === undefined ? 1 : importances[i];
      this.#labels.fill(labels[i]);
      this.#weigh(h);
      learn(rows, i);
      if (judges.length > 0) this.#tell(i, labels[i], h, judges);
    }
  }

  #predictEach(rows: SparseRows, tell: (i: number) => void): void {
    for (let i = 0; i < rows.length && this.#left > 0; i++) {
      this.#learner.predictions(rows, i, this.#predictions);
      tell(i);
    }
  }

  /** The losses of all members at once; those that are out are not asked. */
  #tell(i: number, y: number, h: number, judges: readonly ProgressiveValidation[]): void {
    const { predictions, labels, out } = this.#lossOfAll;
    for (let m = 0; m < judges.length; m++) {
      predictions[m] = this.#isIn[m] === 1 ? this.#predictions[m] : 0;
      labels[m] = y;
    }
    this.#lossOfAll.values(judges.length);
    for (let m = 0; m < judges.length; m++) if (this.#isIn[m] === 1) judges[m].score(i, this.#predictions[m], y, h, out[m]);
  }

  /** Importance h for every member that is in. */
  #weigh(h: number): void {
    if (h === this.#importance) return;
    for (let m = 0; m < this.#isIn.length; m++) this.#importances[m] = this.#isIn[m] * h;
    this.#importance = h;
  }

  #leave(m: number): void {
    this.#isIn[m] = 0;
    this.#importances[m] = 0;
    this.#left--;
  }
}
