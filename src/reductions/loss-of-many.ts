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
function eachOfMany(loss: Loss, size: number): LossOfMany {
  const [predictions, labels, times, out] = Array.from({ length: 4 }, () => new Float64Array(size));
  return {
    ...{ predictions, labels, times, out },
    values(n) {
      for (let m = 0; m < n; m++) out[m] = loss.value(predictions[m], labels[m]);
    },
    slopes(n) {
      for (let m = 0; m < n; m++) out[m] = loss.slope(predictions[m], labels[m]);
    },
    flows(n) {
      for (let m = 0; m < n; m++) out[m] = loss.flow(predictions[m], labels[m], times[m]);
    },
  };
}

/** Lists of logistic.wat. */
const LISTS = 10;
/** Members whose lists a page holds. */
export const MOST_IN_VECTORS = 800;
const LIST = 8 * MOST_IN_VECTORS;

/** What logistic.wat exports: of the members before `end`, in bytes; 1 where none is left to losses/logistic.ts. */
type Walks = Readonly<Record<'values' | 'slopes' | 'flows', (end: number) => number>>;

/** The logistic loss of up to MOST_IN_VECTORS members, two in a vector register (logistic.wat). */
function logisticOfMany(): LossOfMany {
  const memory = memoryOfPages(1);
  const lists = Array.from({ length: LISTS }, (_, at) => new Float64Array(memory.buffer, at * LIST, MOST_IN_VECTORS));
  const [predictions, labels, times, out] = lists;
  lists[4].fill(NaN);
  const walks = instance(bytes, { members: { memory, list: LIST } }) as Walks;
  const complete = (n: number, asked: 'value' | 'slope' | 'flow'): void => {
    for (let m = 0; m < n; m++) if (Number.isNaN(out[m])) out[m] = logistic[asked](predictions[m], labels[m], times[m]);
  };
  return {
    ...{ predictions, labels, times, out },
    values(n) {
      if (walks.values(8 * n) !== 1) complete(n, 'value');
    },
    slopes(n) {
      if (walks.slopes(8 * n) !== 1) complete(n, 'slope');
    },
    flows(n) {
      if (walks.flows(8 * n) !== 1) complete(n, 'flow');
    },
  };
}

/** One for all learners of this thread: nothing stays in its lists. */
let vectors: LossOfMany | undefined;

/** A loss of up to `size` members: in vector instructions where it has some, and the kernels of rows are not those in TypeScript. */
export function lossOfMany(loss: Loss, size: number): LossOfMany {
  const inVectors = loss === logistic && size > 1 && size <= MOST_IN_VECTORS && chosenKernels() === 'wasm';
  return inVectors ? (vectors ??= logisticOfMany()) : eachOfMany(loss, size);
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
