import { Targets, type Target } from '../../reductions/reduction.ts';
import type { Dataset } from '../../rows/dataset.ts';

/** Sells single costs, one unit each, within a budget; of a class label 0 for its class and 1 for every other. */
export class CostOracle {
  readonly #targets: Targets;
  readonly #budget: number;
  #sold = 0;

  constructor(data: Pick<Dataset, 'labels' | 'costs'>, classes: number, budget = Infinity) {
    this.#targets = new Targets(data, classes);
    this.#budget = budget;
  }

  /** Costs sold so far. */
  get sold(): number {
    return this.#sold;
  }

  /** Costs that the budget still holds; Infinity without one. */
  get left(): number {
    return this.#budget - this.#sold;
  }

  /**
   * Sells so many costs of row i; those that were asked for may be read until the next call.
   *
   * @throws RangeError for more costs than the budget holds.
   */
  sell(i: number, wanted: number): Target {
    if (wanted > this.left) throw new RangeError(`${wanted} costs of row ${i} are asked for; the budget holds ${this.left}`);
    this.#sold += wanted;
    return this.#targets.of(i);
  }
}
