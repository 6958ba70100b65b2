import type { SparseRows } from '../rows/sparse-rows.ts';
import { argmin, ByLearner } from './reduction.ts';
import type { BlockLearner } from './block-learner.ts';

/**
 * A regressor of the cost of each class, whose sensitivities know no cost: optimizers that read slopes are told 1, so that they adapt to
 * the features alone (G_i += x_i^2). What would be learned with a cost that nobody has bought is then known beforehand.
 */
export class CostRegressors extends ByLearner<BlockLearner> {
  readonly #slopes: Float64Array;
  readonly #margins: Float64Array;
  readonly #rates: Float64Array;
  readonly #starts: Float64Array;
  readonly #steps: Float64Array;

  constructor(learner: BlockLearner) {
    super(learner);
    const { size } = learner;
    this.#slopes = new Float64Array(size).fill(1);
    [this.#margins, this.#rates, this.#starts, this.#steps] = Array.from({ length: 4 }, () => new Float64Array(size));
  }

  /** The cheapest class by its predicted cost, counted from 0, the first of several. */
  predict(rows: SparseRows, i: number): number {
    this.learner.scores(rows, i, this.#margins);
    return argmin(this.#margins);
  }

  /** Fills in f_k and s_k of row i; returns the class that `predict` does. */
  look(rows: SparseRows, i: number, predictions: Float64Array, sensitivities: Float64Array): number {
    this.learner.scores(rows, i, predictions);
    this.learner.block.sensitivities(rows, i, this.#slopes, sensitivities);
    return argmin(predictions);
  }

  /** Learns the costs of the classes with an importance. */
  learn(rows: SparseRows, i: number, costs: Float64Array, importances: Float64Array): void {
    const { learner } = this;
    learner.begin(rows, i, importances, this.#margins);
    learner.block.prepare(rows, i, importances, this.#slopes, this.#rates);
    learner.starts(rows, i, this.#margins, this.#starts);
    for (let k = 0; k < learner.size; k++) {
      const h = importances[k];
      this.#steps[k] = h > 0 ? learner.stepOf(this.#starts[k], costs[k], h, this.#rates[k]) : 0;
    }
    learner.block.push(rows, i, this.#steps);
  }
}
