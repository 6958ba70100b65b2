import { IwalError } from '../numerics/iwal-error.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Stateful } from '../numerics/state.ts';
import type { Loss } from '../losses/loss.ts';

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

/**
 * A learner of one margin w.x, and what it takes to flip its side: all that streams and query rules know of what learns. The plain
 * one is LinearLearner; others are made of some.
 */
export interface MarginLearner extends Learner<number, number> {
  readonly loss: Loss;
  /** The prediction of the training weights, clipped to the loss's domain: what `learn` would return. */
  margin(rows: SparseRows, i: number): number;
  /**
   * As Learner has it. `margin`: what the method of that name returned for the row, where nothing was learned since; it saves asking
   * again.
   */
  learn(rows: SparseRows, i: number, y: number, h: number, margin?: number): number;
  /** The class on p's side of the threshold, as a label; on the threshold it is the positive one. */
  side(p: number): number;
  /** The label of the class opposite to the prediction p. */
  otherSide(p: number): number;
  /** q of row i, predicted p, should its label turn out to be the opposite one; looks at no label. */
  sensitivity(rows: SparseRows, i: number, p: number): number;
  /** The flow time h * q after which the label opposite to the prediction p brings it to the threshold. */
  timeToFlip(p: number): number;
  /** The importance with which the opposite label would flip the prediction p; Infinity where no importance does (q = 0). */
  weightToFlip(p: number, q: number): number;
  /** What `predict` multiplies the row with, as a fresh array, one weight a feature. */
  weights(): Float64Array;
  /** As Optimizer has it: what each weight counts in an average of models, where its method says so. */
  coordinateMass?(): Float64Array | undefined;
}
