import { arrayIn, type State, type Stateful } from '../numerics/state.ts';
import type { Situation } from './query.ts';

/** What is remembered of a row, in this order: all that rules may read of its situation, and the price of its label. */
const FIELDS = 'time rowImportance errorRate queries labelsLeft prediction distance sensitivity weightToFlip price'.split(' ');
const WIDTH = FIELDS.length;

/**
 * The last situations of a run as they were before their coins, each with the price of its label: a ring of numbers, those of a row
 * side by side. It shows one of them at a time as a situation.
 */
export class PastSituations implements Situation, Stateful {
  readonly #numbers: Float64Array;
  readonly #length: number;
  /** Where the numbers begin of the one that is shown. */
  #shown = 0;

  constructor(length: number) {
    this.#length = length;
    this.#numbers = new Float64Array(length * WIDTH);
  }

  /** How many it holds after so many were remembered. */
  held(remembered: number): number {
    return Math.min(remembered, this.#length);
  }

  /** Remembers the situation of the n-th row, from 0, in the place of the oldest, as if the clock said `time`. */
  remember(n: number, situation: Situation, price: number, time = situation.time): void {
    const numbers = this.#numbers;
    const at = (n % this.#length) * WIDTH;
    numbers[at] = time;
    numbers[at + 1] = situation.rowImportance;
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
    this.#shown = place * WIDTH;
  }

  get time(): number {
    return this.#numbers[this.#shown];
  }

  get rowImportance(): number {
    return this.#numbers[this.#shown + 1];
  }

  get errorRate(): number {
    return this.#numbers[this.#shown + 2];
  }

  get queries(): number {
    return this.#numbers[this.#shown + 3];
  }

  get labelsLeft(): number {
    return this.#numbers[this.#shown + 4];
  }

  get prediction(): number {
    return this.#numbers[this.#shown + 5];
  }

  get distance(): number {
    return this.#numbers[this.#shown + 6];
  }

  get sensitivity(): number {
    return this.#numbers[this.#shown + 7];
  }

  get weightToFlip(): number {
    return this.#numbers[this.#shown + 8];
  }

  get price(): number {
    return this.#numbers[this.#shown + 9];
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
