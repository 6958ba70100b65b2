import { logistic } from '../../losses/logistic.ts';
import type { Loss } from '../../losses/loss.ts';
import { chosenKernels } from '../../rows/kernels/choice.ts';
import { EachOfMany } from './each-of-many.ts';
import { LogisticOfMany, MOST_IN_VECTORS } from './logistic-of-many.ts';
import type { LossOfMany } from './loss-of-many.ts';

/** One for all learners of this thread: nothing stays in its lists. */
let vectors: LogisticOfMany | undefined;

/** A loss of up to `size` members: in vector instructions where it has some, and the kernels of rows are not those in TypeScript. */
export function lossOfMany(loss: Loss, size: number): LossOfMany {
  const inVectors = loss === logistic && size > 1 && size <= MOST_IN_VECTORS && chosenKernels() === 'wasm';
  return inVectors ? (vectors ??= new LogisticOfMany()) : new EachOfMany(loss, size);
}
