import { IwalError } from '../numerics/iwal-error.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Stateful } from '../numerics/state.ts';

/** A learner predicts for a row and learns from its label, one example at a time. */
export interface Learner<Label, Prediction> extends Stateful {
  /** What a user should be shown for row i; pure. */
  predict(rows: SparseRows, i: number): Prediction;
  /** Learns row i with its label and importance h >= 0; returns what was predicted in training BEFORE the update. */
  learn(rows: SparseRows, i: number, label: Label, h: number): Prediction;
  /** A new pass over the data begins. */
  beginPass(): void;
}

/** Learning has left the numbers: the message names the example, what was found there and what usually helps. */
export class DivergenceError extends IwalError {
  override readonly code = 'IWAL_DIVERGENCE';
  override readonly name = 'DivergenceError';
  /** Number of the example among those learned, from 1. */
  readonly example: number;

  constructor(example: number, found: string, helps = 'a smaller step size or an update rule that cannot overshoot helps') {
    super(`learning diverged at example ${example}: ${found}; ${helps}`);
    this.example = example;
  }
}

/** The largest number, at which losses saturate. */
const LIMIT = Number.MAX_VALUE;

/** Whether the value is a number, and neither infinite nor the largest. */
export function isInRange(value: number): boolean {
  return Math.abs(value) < LIMIT;
}

/** The value, unless it has left the range of numbers: then a DivergenceError. */
export function inRange(example: number, name: string, value: number): number {
  if (isInRange(value)) return value;
  throw outOfRange(example, name, value);
}

/** What is said where not the weights but the sum of the losses has left the numbers, at this prediction of this label. */
export function lossOutOfRange(example: number, p: number, y: number): DivergenceError {
  const found = `with the prediction ${p} for the label ${y} the sum of losses leaves the range of numbers`;
  return new DivergenceError(
    example,
    found,
    'labels on a smaller scale, a smaller step size or an update rule that cannot overshoot help',
  );
}

/** Apart from its caller, which the engine inlines while it is short. */
function outOfRange(example: number, name: string, value: number): DivergenceError {
  return new DivergenceError(example, `its ${name} is ${value}`);
}
