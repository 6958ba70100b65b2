/**
 * An oracle sells labels: it counts what it sold and refuses once the budget is spent.
 *
 * It is the only thing in a run that holds the labels of the stream while learning goes on; the learner, the query rule
 * and the sensitivity see a label only after it was bought here.
 */
export interface Oracle {
  /** Labels sold so far. */
  readonly spent: number;
  /** Labels the budget still holds; Infinity without one. */
  readonly left: number;
  /** The label of row i, for one unit of budget; throws BudgetSpent when there is none left. */
  label(i: number): number;
}

export class BudgetSpent extends Error {
  constructor(budget: number) {
    super(`the budget of ${budget} labels is spent`);
    this.name = 'BudgetSpent';
  }
}

/** Sells the known labels of a dataset: the oracle of every simulation. */
export class LabelOracle implements Oracle {
  readonly #labels: Float64Array;
  readonly #budget: number;
  #spent = 0;

  constructor(labels: Float64Array, budget = Infinity) {
    this.#labels = labels;
    this.#budget = budget;
  }

  get spent(): number {
    return this.#spent;
  }

  get left(): number {
    return this.#budget - this.#spent;
  }

  label(i: number): number {
    if (this.#spent >= this.#budget) throw new BudgetSpent(this.#budget);
    this.#spent++;
    return this.#labels[i];
  }
}
