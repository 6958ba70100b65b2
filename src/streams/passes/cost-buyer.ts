import { numberIn, partIn, type State, type Stateful } from '../../numerics/state.ts';
import type { RandomStream } from '../../numerics/random.ts';
import type { CostRule, CostSituation } from '../../queries/costs/cost-rule.ts';
import type { CostRegressors } from '../../reductions/cost-regressors.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { ClassValidation } from '../measures/class-validation.ts';
import { Targets, type Target } from '../../reductions/reduction.ts';

/** What buys costs. */
export interface CostParts {
  readonly learner: CostRegressors;
  readonly rule: CostRule;
  /** Tossed for every class of every example. */
  readonly coin: RandomStream;
  /** Costs lie in [low, high]. */
  readonly low: number;
  readonly high: number;
}

/**
 * Active learning of costs, one example at a time: an example is predicted, the rule says which of its costs it wants, and those
 * that are bought are learned, each by its regressor, with the importance of the row. An example costs 0 … K units. Where the budget
 * does not hold all that are wanted of an example, none of them is bought; of a row of importance 0 none is wanted.
 */
export class CostBuyer implements Stateful {
  readonly learner: CostRegressors;
  readonly #rule: CostRule;
  readonly #coin: RandomStream;
  readonly #situation: { -readonly [K in keyof CostSituation]: CostSituation[K] };
  readonly #probabilities: Float64Array;
  readonly #importances: Float64Array;

  constructor({ learner, rule, coin, low, high }: CostParts) {
    this.learner = learner;
    this.#rule = rule;
    this.#coin = coin;
    const { size } = learner.learner;
    const [predictions, sensitivities] = [new Float64Array(size), new Float64Array(size)];
    this.#situation = { time: 1, predictions, sensitivities, low, high };
    this.#probabilities = new Float64Array(size);
    this.#importances = new Float64Array(size);
  }

  /**
   * Considers row i, which has an importance of its own, and buys what it wants of it; returns the class that was predicted before.
   *
   * @throws RangeError for an importance that is negative or no number.
   */
  consider(rows: SparseRows, i: number, oracle: CostOracle, importance = 1): number {
    if (!(importance >= 0 && importance < Infinity))
      throw new RangeError(`row ${i} has the importance ${importance}; expected a finite number >= 0`);
    const situation = this.#situation;
    const predicted = this.learner.look(rows, i, situation.predictions, situation.sensitivities);
    const wanted = this.#wish(importance);
    if (wanted > 0 && wanted <= oracle.left) this.learner.learn(rows, i, oracle.sell(i, wanted).costs, this.#importances);
    situation.time++;
    return predicted;
  }

  /** Fills in what is learned with which importance; how many costs that are. */
  #wish(importance: number): number {
    this.#rule.probabilities(this.#situation, this.#probabilities);
    let wanted = 0;
    for (let k = 0; k < this.#importances.length; k++) {
      const isWanted = this.#coin.next() < this.#probabilities[k] && importance > 0;
      this.#importances[k] = isWanted ? importance : 0;
      if (isWanted) wanted++;
    }
    return wanted;
  }

  /** Taken between examples. */
  state(): State {
    return { learner: this.learner.state(), coin: this.#coin.state(), time: this.#situation.time };
  }

  restore(state: State): void {
    this.learner.restore(partIn(state, 'learner'));
    this.#coin.restore(partIn(state, 'coin'));
    this.#situation.time = numberIn(state, 'time');
  }
}

/**
 * Runs positions from … to - 1 of a stream; every prediction is scored before anything is learned from its example.
 *
 * @throws RangeError for an importance that is negative or no number.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function costLearn(
  buyer: CostBuyer,
  { rows, importances, order }: Pick<Dataset, 'rows' | 'importances'> & { readonly order: Uint32Array },
  oracle: CostOracle,
  evaluator: ClassValidation,
  from: number,
  to: number,
): void {
  for (let t = from; t < to; t++) {
    const i = order[t];
    evaluator.record(i, buyer.consider(rows, i, oracle, importances === undefined ? 1 : importances[i]));
  }
}

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
