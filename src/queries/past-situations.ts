import { arrayIn, type State, type Stateful } from '../numerics/state.ts';
import type { Situation } from './query.ts';

/** A situation in the hands of the one who fills it in; as it is before the first example. */
export class Filled implements Situation {
  time = 0;
  rowImportance = 1;
  prediction = 0;
  distance = 0;
  sensitivity = 0;
  weightToFlip = 0;
  errorRate = 0;
  queries = 0;
  labelsLeft = 0;
}

/** What is remembered of a row, in this order: all that rules may read of its situation, and the price of its label. */
const FIELDS = 'time rowImportance errorRate queries labelsLeft prediction distance sensitivity weightToFlip price'.split(' ');
const WIDTH = FIELDS.length;

/**
 * The last situations of a run as they were before their coins, each with the price of its label: a ring of numbers, those of a row
 * side by side. It is one of them at a time as a situation.
 */
export class PastSituations extends Filled implements Stateful {
  readonly #numbers: Float64Array;
  readonly #length: number;
  /** Of the one that is shown. */
  price = 0;

  constructor(length: number) {
    super();
    this.#length = length;
    this.#numbers = new Float64Array(length * WIDTH);
  }

  /** How many it holds after so many were remembered. */
  held(remembered: number): number {
    return Math.min(remembered, this.#length);
  }

  /**
   * Remembers the situation of the n-th row, from 0, in the place of the oldest, as if the clock said `time`, and as if the importance of
   * the row were `share`: what its p_min goes by.
   */
  remember(n: number, situation: Situation, price: number, time = situation.time, share = situation.rowImportance): void {
    const numbers = this.#numbers;
    const at = (n % this.#length) * WIDTH;
    numbers[at] = time;
    numbers[at + 1] = share;
    numbers[at + 2] = situation.errorRate;
    numbers[at + 3] = situation.queries;
    numbers[at + 4] = situation.labelsLeft;
    numbers[at + 5] = situation.prediction;
    numbers[at + 6] = situation.distance;
    numbers[at + 7] = situation.sensitivity;
    numbers[at + 8] = situation.weightToFlip;
    numbers[at + 9] = price;
  }

  /** Shows the one at this place, from 0. */
  show(place: number): void {
    const numbers = this.#numbers;
    const at = place * WIDTH;
    this.time = numbers[at];
    this.rowImportance = numbers[at + 1];
    this.errorRate = numbers[at + 2];
    this.queries = numbers[at + 3];
    this.labelsLeft = numbers[at + 4];
    this.prediction = numbers[at + 5];
    this.distance = numbers[at + 6];
    this.sensitivity = numbers[at + 7];
    this.weightToFlip = numbers[at + 8];
    this.price = numbers[at + 9];
  }

  state(): State {
    return Object.fromEntries(
      FIELDS.map((field, k) => [
        field,
        Float64Array.from({ length: this.#length }, (_, place) => this.#numbers[place * WIDTH + k]),
      ]),
    );
  }

  restore(state: State): void {
    for (const [k, field] of FIELDS.entries()) {
      const column = new Float64Array(this.#length);
      column.set(arrayIn(state, field));
      for (const [place, number] of column.entries()) this.#numbers[place * WIDTH + k] = number;
    }
  }
}
