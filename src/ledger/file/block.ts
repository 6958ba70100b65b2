import type { ExampleEntry, Outcome, Terms, Testimony } from '../entry.ts';

/** An example as a block of a ledger holds it. */
export type Example = Omit<ExampleEntry, 'model' | keyof Testimony>;

/** Numbers that few examples have. */
const TERMS: readonly (keyof Terms)[] = ['rowImportance', 'learnedImportance', 'knob', 'minimumProbability', 'pass', 'distance'];
/** Where the first of them stands. */
const FIRST_TERM = 14;
/** Numbers an example. */
const WIDTH = FIRST_TERM + TERMS.length;
/** Examples a block. */
const LENGTH = 1024;
const OUTCOMES: readonly Outcome[] = ['asked', 'passed', 'refused', 'implied'];
/** Which optional numbers an example has. */
const [FLIP, LABEL, ABSTAINED, COST, TERM] = [1, 2, 4, 8, 16];

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
    const { sensitivity, label, cost } = example;
    let has =
      (sensitivity === undefined ? 0 : FLIP) |
      (label === undefined ? 0 : label === null ? ABSTAINED : LABEL) |
      (cost === undefined ? 0 : COST);
    numbers[at + 1] = example.position;
    numbers[at + 2] = example.row;
    numbers[at + 3] = example.probability;
    numbers[at + 4] = example.coin;
    numbers[at + 5] = example.importance;
    numbers[at + 6] = OUTCOMES.indexOf(example.outcome);
    numbers[at + 7] = example.prediction;
    numbers[at + 8] = example.errorRate;
    numbers[at + 9] = sensitivity ?? 0;
    numbers[at + 10] = example.weightToFlip ?? 0;
    numbers[at + 11] = example.gap ?? 0;
    numbers[at + 12] = label ?? 0;
    numbers[at + 13] = cost ?? 0;
    for (let n = 0, flag = TERM; n < TERMS.length; n++, flag *= 2) {
      const term = example[TERMS[n]];
      if (term === undefined) continue;
      has |= flag;
      numbers[at + FIRST_TERM + n] = term;
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
    if (has & FLIP) {
      example.sensitivity = numbers[at + 9];
      example.weightToFlip = numbers[at + 10];
      example.gap = numbers[at + 11];
    }
    if (has & LABEL) example.label = numbers[at + 12];
    else if (has & ABSTAINED) example.label = null;
    if (has & COST) example.cost = numbers[at + 13];
    for (let n = 0, flag = TERM; has >= flag && n < TERMS.length; n++, flag *= 2) {
      if (has & flag) example[TERMS[n]] = numbers[at + FIRST_TERM + n];
    }
    yield example;
  }
}
