import { logistic } from '../losses/logistic.ts';
import type { Loss } from '../losses/loss.ts';
import { saturate } from '../numerics/elementary.ts';
import { chosenKernels, instance, memoryOfPages } from '../rows/kernels/choice.ts';
import { invariant, naive, type UpdateRule } from '../updates/rules.ts';
import bytes from './logistic.wat';

/**
 * A loss of many members at once: what the functions of that name say (losses/loss.ts) of the first n predictions, labels and times, in
 * `out`. The lists are filled by who asks, right before; somebody else may fill them afterwards.
 *
 * Law (test/laws/vector/loss-of-many.test.ts, whole registry): bit for bit what the loss says of each.
 */
export interface LossOfMany extends Lists {
  /** l(p, y) of n members. */
  values(n: number): void;
  /** dl/dp. */
  slopes(n: number): void;
  /** The displacement of the flow. */
  flows(n: number): void;
}

/** Lists of one number a member. */
class Lists {
  /** p of each member. */
  readonly predictions: Float64Array;
  /** y of each. */
  readonly labels: Float64Array;
  /** tau of each: what `flows` reads besides. */
  readonly times: Float64Array;
  readonly out: Float64Array;

  constructor(lists: readonly Float64Array[]) {
    [this.predictions, this.labels, this.times, this.out] = lists;
  }
}

/** A loss asked member by member. */
export class EachOfMany extends Lists implements LossOfMany {
  readonly #loss: Loss;

  constructor(loss: Loss, size: number) {
    super(Array.from({ length: 4 }, () => new Float64Array(size)));
    this.#loss = loss;
  }

  values(n: number): void {
    const { predictions, labels, out } = this;
    for (let m = 0; m < n; m++) out[m] = this.#loss.value(predictions[m], labels[m]);
  }

  slopes(n: number): void {
    const { predictions, labels, out } = this;
    for (let m = 0; m < n; m++) out[m] = this.#loss.slope(predictions[m], labels[m]);
  }

  flows(n: number): void {
    const { predictions, labels, times, out } = this;
    for (let m = 0; m < n; m++) out[m] = this.#loss.flow(predictions[m], labels[m], times[m]);
  }
}

/** Lists of logistic.wat. */
const LISTS = 10;
/** Members whose lists a page holds. */
export const MOST_IN_VECTORS = 800;
const LIST = 8 * MOST_IN_VECTORS;

/** What logistic.wat exports: of the members before `end`, in bytes; 1 where none is left to losses/logistic.ts. */
type Walks = Readonly<Record<'values' | 'slopes' | 'flows', (end: number) => number>>;

/** The logistic loss of up to MOST_IN_VECTORS members, two in a vector register (logistic.wat). */
export class LogisticOfMany extends Lists implements LossOfMany {
  readonly #walks: Walks;

  constructor() {
    const memory = memoryOfPages(1);
    const lists = Array.from({ length: LISTS }, (_, at) => new Float64Array(memory.buffer, at * LIST, MOST_IN_VECTORS));
    super(lists);
    lists[4].fill(NaN);
    this.#walks = instance(bytes, { members: { memory, list: LIST } }) as Walks;
  }

  values(n: number): void {
    if (this.#walks.values(8 * n) !== 1) this.#complete(n, 'value');
  }

  slopes(n: number): void {
    if (this.#walks.slopes(8 * n) !== 1) this.#complete(n, 'slope');
  }

  flows(n: number): void {
    if (this.#walks.flows(8 * n) !== 1) this.#complete(n, 'flow');
  }

  #complete(n: number, asked: 'value' | 'slope' | 'flow'): void {
    const { predictions, labels, times, out } = this;
    for (let m = 0; m < n; m++) if (Number.isNaN(out[m])) out[m] = logistic[asked](predictions[m], labels[m], times[m]);
  }
}

/** One for all learners of this thread: nothing stays in its lists. */
let vectors: LogisticOfMany | undefined;

/** A loss of up to `size` members: in vector instructions where it has some, and the kernels of rows are not those in TypeScript. */
export function lossOfMany(loss: Loss, size: number): LossOfMany {
  const inVectors = loss === logistic && size > 1 && size <= MOST_IN_VECTORS && chosenKernels() === 'wasm';
  return inVectors ? (vectors ??= new LogisticOfMany()) : new EachOfMany(loss, size);
}

/** Fills `out` of a loss with the moves of the first n members. */
export type MovesOfMany = (loss: LossOfMany, n: number) => void;

/** What an update rule moves many members at once; absent for rules that are asked member by member. */
export function movesOfMany(update: UpdateRule): MovesOfMany | undefined {
  return update === invariant ? (loss, n) => loss.flows(n) : update === naive ? gradientSteps : undefined;
}

function gradientSteps(loss: LossOfMany, n: number): void {
  loss.slopes(n);
  const { times, out } = loss;
  for (let m = 0; m < n; m++) out[m] = saturate(-times[m] * out[m]);
}
