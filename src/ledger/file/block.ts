import type { ExampleEntry, Testimony } from '../entry.ts';
import { FIELDS, OF_EXAMPLE, OUTCOMES, REQUIRED } from '../entries.ts';

/** An example as a block of a ledger holds it. */
export type Example = Omit<ExampleEntry, 'model' | keyof Testimony>;

/** Numbers that an example may lack, as entries.ts lists them, and where the first of them stands. */
const OPTIONAL = FIELDS.slice(REQUIRED, OF_EXAMPLE) as readonly Exclude<(typeof FIELDS)[number], 'after'>[];
const FIRST = 9;
/** Numbers an example. */
const WIDTH = FIRST + OPTIONAL.length;
/** Examples a block. */
const LENGTH = 1024;
/** Beside a bit for each of them that an example has: its label is null. */
const ABSTAINED = 1 << OPTIONAL.length;

/**
 * Examples on their way to the thread that writes: a block of numbers, because a structured clone of as many objects would take
 * longer than writing them.
 */
export class Block {
  #numbers = new Float64Array(LENGTH * WIDTH);
  #end = 0;

  get isEmpty(): boolean {
    return this.#end === 0;
  }

  get isFull(): boolean {
    return this.#end === this.#numbers.length;
  }

  add(example: Example): void {
    const numbers = this.#numbers;
    const at = this.#end;
    numbers[at + 1] = example.position;
    numbers[at + 2] = example.row;
    numbers[at + 3] = example.probability;
    numbers[at + 4] = example.coin;
    numbers[at + 5] = example.importance;
    numbers[at + 6] = OUTCOMES.indexOf(example.outcome);
    numbers[at + 7] = example.prediction;
    numbers[at + 8] = example.errorRate;
    let has = 0;
    for (let n = 0; n < OPTIONAL.length; n++) {
      const number = example[OPTIONAL[n]];
      if (number === undefined) continue;
      has |= number === null ? ABSTAINED | (1 << n) : 1 << n;
      numbers[at + FIRST + n] = number ?? 0;
    }
    numbers[at] = has;
    this.#end = at + WIDTH;
  }

  /** What was added, to be sent away; the block is empty then. */
  take(): Float64Array<ArrayBuffer> {
    const taken = this.#numbers.subarray(0, this.#end);
    this.#numbers = new Float64Array(LENGTH * WIDTH);
    this.#end = 0;
    return taken;
  }
}

/** The examples of a block, one after the other. */
export function* examplesOf(numbers: Float64Array): Generator<Example> {
  for (let at = 0; at < numbers.length; at += WIDTH) {
    const has = numbers[at];
    const example: { -readonly [K in keyof Example]: Example[K] } = {
      entry: 'example',
      position: numbers[at + 1],
      row: numbers[at + 2],
      probability: numbers[at + 3],
      coin: numbers[at + 4],
      importance: numbers[at + 5],
      outcome: OUTCOMES[numbers[at + 6]],
      prediction: numbers[at + 7],
      errorRate: numbers[at + 8],
    };
    for (let n = 0; n < OPTIONAL.length; n++) if (has & (1 << n)) example[OPTIONAL[n]] = numbers[at + FIRST + n];
    // Where it stands already, for a line has its fields in their order.
    if (has & ABSTAINED) example.label = null;
    yield example;
  }
}
