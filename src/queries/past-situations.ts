import { arrayIn, type State, type Stateful } from '../numerics/state.ts';
import type { Situation } from './query.ts';

/** What is remembered of a row: all that rules may read of its situation, and the price of its label. */
const FIELDS = [
  'time',
  'rowImportance',
  'errorRate',
  'queries',
  'labelsLeft',
  'prediction',
  'distance',
  'sensitivity',
  'weightToFlip',
  'price',
] as const;

/**
 * The last situations of a run as they were before their coins, each with the price of its label: a ring of numbers, a column a field.
 * It shows one of them at a time, the one at `place`, as a situation.
 */
export class PastSituations implements Situation, Stateful {
  /** Which of them is shown, from 0. */
  place = 0;
  readonly #columns: Readonly<Record<(typeof FIELDS)[number], Float64Array>>;
  readonly #length: number;

  constructor(length: number) {
    const column = (value: number): Float64Array => new Float64Array(length).fill(value);
    this.#length = length;
    this.#columns = {
      time: column(0),
      rowImportance: column(1),
      errorRate: column(0),
      queries: column(0),
      labelsLeft: column(0),
      prediction: column(0),
      distance: column(0),
      sensitivity: column(0),
      weightToFlip: column(0),
      price: column(1),
    };
  }

  /** How many it holds after so many were remembered. */
  held(remembered: number): number {
    return Math.min(remembered, this.#length);
  }

  /** Remembers the situation of the n-th row, from 0, in the place of the oldest. */
  remember(n: number, situation: Situation, price: number): void {
    const columns = this.#columns;
    const at = n % this.#length;
    columns.time[at] = situation.time;
    columns.rowImportance[at] = situation.rowImportance;
    columns.errorRate[at] = situation.errorRate;
    columns.queries[at] = situation.queries;
    columns.labelsLeft[at] = situation.labelsLeft;
    columns.prediction[at] = situation.prediction;
    columns.distance[at] = situation.distance;
    columns.sensitivity[at] = situation.sensitivity;
    columns.weightToFlip[at] = situation.weightToFlip;
    columns.price[at] = price;
  }

  get time(): number {
    return this.#columns.time[this.place];
  }

  get rowImportance(): number {
    return this.#columns.rowImportance[this.place];
  }

  get errorRate(): number {
    return this.#columns.errorRate[this.place];
  }

  get queries(): number {
    return this.#columns.queries[this.place];
  }

  get labelsLeft(): number {
    return this.#columns.labelsLeft[this.place];
  }

  get prediction(): number {
    return this.#columns.prediction[this.place];
  }

  get distance(): number {
    return this.#columns.distance[this.place];
  }

  get sensitivity(): number {
    return this.#columns.sensitivity[this.place];
  }

  get weightToFlip(): number {
    return this.#columns.weightToFlip[this.place];
  }

  get price(): number {
    return this.#columns.price[this.place];
  }

  state(): State {
    return Object.fromEntries(FIELDS.map((field) => [field, this.#columns[field].slice()]));
  }

  restore(state: State): void {
    for (const field of FIELDS) this.#columns[field].set(arrayIn(state, field));
  }
}
