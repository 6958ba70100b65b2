import { logistic } from '../../losses/logistic.ts';
import { instance, memoryOfPages } from '../../rows/kernels/instance.ts';
import type { LossOfMany } from './loss-of-many.ts';
import bytes from './logistic.wat';

/** Lists of logistic.wat. */
const LISTS = 10;
/** Members whose lists a page holds. */
export const MOST_IN_VECTORS = 800;
const LIST = 8 * MOST_IN_VECTORS;

/** What logistic.wat exports: of the members before `end`, in bytes; 1 where none is left to losses/logistic.ts. */
type Walk = (end: number) => number;

interface Walks {
  readonly values: Walk;
  readonly slopes: Walk;
  readonly flows: Walk;
}

/** The logistic loss of up to MOST_IN_VECTORS members, two in a vector register (logistic.wat). */
export class LogisticOfMany implements LossOfMany {
  readonly predictions: Float64Array;
  readonly labels: Float64Array;
  readonly times: Float64Array;
  readonly out: Float64Array;
  readonly #walks: Walks;

  constructor() {
    const memory = memoryOfPages(1);
    const lists = Array.from({ length: LISTS }, (_, at) => new Float64Array(memory.buffer, at * LIST, MOST_IN_VECTORS));
    [this.predictions, this.labels, this.times, this.out] = lists;
    lists[4].fill(NaN);
    this.#walks = instance(bytes, { members: { memory, list: LIST } }) as Walks;
  }

  values(n: number): void {
    const { predictions, labels, out } = this;
    if (this.#walks.values(8 * n) === 1) return;
    for (let m = 0; m < n; m++) if (Number.isNaN(out[m])) out[m] = logistic.value(predictions[m], labels[m]);
  }

  slopes(n: number): void {
    const { predictions, labels, out } = this;
    if (this.#walks.slopes(8 * n) === 1) return;
    for (let m = 0; m < n; m++) if (Number.isNaN(out[m])) out[m] = logistic.slope(predictions[m], labels[m]);
  }

  flows(n: number): void {
    const { predictions, labels, times, out } = this;
    if (this.#walks.flows(8 * n) === 1) return;
    for (let m = 0; m < n; m++) if (Number.isNaN(out[m])) out[m] = logistic.flow(predictions[m], labels[m], times[m]);
  }
}
