import { IwalError } from '../../numerics/iwal-error.ts';
import { columnsOf, numberIn, recordsIn, type State, type Stateful } from '../../numerics/state.ts';
import { knowing, type Annotator, type Answer } from './annotator.ts';

/**
 * An oracle sells labels: it counts what it sold and refuses what the budget does not hold.
 *
 * It is the only thing in a run that holds the labels of the stream while learning goes on; the learner, the query rule
 * and the sensitivity see a label only after it was bought here. The budget is a hard cap in units of cost; a label costs 1
 * unless the annotator says otherwise, so that a budget is a number of labels unless somebody sets prices.
 */
export interface Oracle {
  /** Labels sold so far, those on their way included. */
  readonly sold: number;
  /** What all answers so far cost. */
  readonly spent: number;
  /** Whether answers come late: where 0, none is ever 'later' and nothing arrives. */
  readonly delay: number;
  /** How many labels at the price of row i the budget still holds: below 1 it is not for sale. Infinity without a budget. */
  left(i: number): number;
  /**
   * Buys the label of row i after `time` examples.
   *
   * @throws BudgetSpent when it is not for sale.
   */
  label(i: number, time: number): Answer | 'later';
  /** The next late answer that is due after `time` examples, handed over once; undefined when there is none. */
  arrival(time: number): Arrival | undefined;
  /** Somebody waits: what is under way is due now. */
  hurry(): void;
}

/** A late answer. */
export interface Arrival {
  readonly row: number;
  readonly answer: Answer;
  /** What is given back of the price that was paid when it was bought; nothing if absent. */
  readonly refund?: number;
}

/** A label was asked for that the budget does not hold; the loop asks `left` before, and never sees it. */
export class BudgetSpent extends IwalError {
  override readonly code = 'IWAL_BUDGET_SPENT';
  constructor(budget: number) {
    super(`the budget of ${budget} is spent`);
    this.name = 'BudgetSpent';
  }
}

/** Arrays of a state, and what of each answer on its way they hold. */
const UNDER_WAY = { rows: 'row', due: 'due' } as const;

/** Sells the answers of an annotator. */
export class AnnotatorOracle implements Oracle, Stateful {
  readonly #annotator: Annotator;
  readonly #budget: number = Infinity;
  /** Purchases whose answers are on their way, oldest first. */
  #underWay: { readonly row: number; readonly due: number }[] = [];
  #sold = 0;
  #spent = 0;

  constructor(annotator: Annotator, budget = Infinity) {
    this.#annotator = annotator;
    this.#budget = budget;
  }

  get sold(): number {
    return this.#sold;
  }

  get spent(): number {
    return this.#spent;
  }

  get delay(): number {
    return this.#annotator.delay;
  }

  left(i: number): number {
    return (this.#budget - this.#spent) / this.#annotator.price(i);
  }

  label(i: number, time: number): Answer | 'later' {
    if (this.left(i) < 1) throw new BudgetSpent(this.#budget);
    const answer = this.#annotator.answer(i);
    this.#spent += this.#annotator.cost(i);
    if (answer !== 'abstains') this.#sold++;
    if (this.delay === 0) return answer;
    this.#underWay.push({ row: i, due: time + 1 + this.delay });
    return 'later';
  }

  arrival(time: number): Arrival | undefined {
    if (this.#underWay.length === 0 || this.#underWay[0].due > time) return undefined;
    const { row } = this.#underWay.shift()!;
    return { row, answer: this.#annotator.answer(row) };
  }

  hurry(): void {
    this.#underWay = this.#underWay.map(({ row }) => ({ row, due: 0 }));
  }

  state(): State {
    return { sold: this.#sold, spent: this.#spent, ...columnsOf(this.#underWay, UNDER_WAY) };
  }

  restore(state: State): void {
    this.#sold = numberIn(state, 'sold');
    this.#spent = numberIn(state, 'spent');
    this.#underWay = recordsIn(state, UNDER_WAY);
  }
}

/** Sells the known labels of a dataset, one unit each: the oracle of every plain simulation. */
export class LabelOracle extends AnnotatorOracle {
  constructor(labels: Float64Array, budget = Infinity) {
    super(knowing(labels), budget);
  }
}
