import type { Loss } from '../../losses/loss.ts';
import { logistic } from '../../losses/logistic.ts';
import { chosenKernels } from '../../rows/kernels/choice.ts';
import { LogisticOfMany, MOST_IN_VECTORS } from './logistic-of-many.ts';

/**
 * A loss of many members at once: what the functions of that name say (losses/loss.ts) of the first n predictions, labels and times, in
 * `out`. The lists are filled by who asks, right before; somebody else may fill them afterwards.
 *
 * Law (test/laws/vector/loss-of-many.test.ts, whole registry): bit for bit what the loss says of each.
 */
export interface LossOfMany {
  /** p of each member. */
  readonly predictions: Float64Array;
  /** y of each. */
  readonly labels: Float64Array;
  /** tau of each: what `flows` reads besides. */
  readonly times: Float64Array;
  readonly out: Float64Array;
  /** l(p, y) of n members. */
  values(n: number): void;
  /** dl/dp. */
  slopes(n: number): void;
  /** The displacement of the flow. */
  flows(n: number): void;
}

/** A loss asked member by member. */
export class EachOfMany implements LossOfMany {
  readonly predictions: Float64Array;
  readonly labels: Float64Array;
  readonly times: Float64Array;
  readonly out: Float64Array;
  readonly #loss: Loss;

  constructor(loss: Loss, size: number) {
    this.#loss = loss;
    this.predictions = new Float64Array(size);
    this.labels = new Float64Array(size);
    this.times = new Float64Array(size);
    this.out = new Float64Array(size);
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

/** A loss of up to `size` members: in vector instructions where it has some, and the kernels of rows are not those in TypeScript. */
export function lossOfMany(loss: Loss, size: number): LossOfMany {
  const inVectors = loss === logistic && size > 1 && size <= MOST_IN_VECTORS && chosenKernels() === 'wasm';
  return inVectors ? (shared ??= new LogisticOfMany()) : new EachOfMany(loss, size);
}

/** One for all learners of this thread: nothing stays in its lists. */
let shared: LogisticOfMany | undefined;
