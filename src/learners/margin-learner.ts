import { IwalError, CompositionError } from '../numerics/iwal-error.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { type Stateful, Kept } from '../numerics/state.ts';
import { type Loss, type Classes, classesOf } from '../losses/loss.ts';
import { clip, saturate } from '../numerics/elementary.ts';
import type { Optimizer } from '../optimizers/optimizer.ts';
import { needsLinearStep, startsFromBase, type UpdateRule } from '../updates/rules.ts';

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

/**
 * The linear learner: a loss, an update rule and an optimizer meet in two numbers, the prediction p and the sensitivity q.
 *
 *   admit -> p = margin -> q = prepare(h, l'(p, y)) -> move = update(loss, p, y, h q) -> push(move / q) -> return p
 *
 * The margin is clipped to the loss's domain, and the move of a margin outside it counts from the edge: the importance
 * invariance of losses with a bounded domain holds while margins stay inside. Implicit steps start from where `prepare` left
 * the margin (Optimizer.base), for they solve for the prediction after the step, regulariser included; every other rule reads
 * the loss at p itself. A row without features has q = 0 and teaches nothing; one of importance 0 is no row at all and moves
 * nothing.
 *
 * @throws CompositionError, the constructor, where the update rule and the optimizer do not go together.
 * @throws RangeError, `learn`, for an importance that is negative or no number.
 * @throws DivergenceError, `learn`, at the first example whose margin, base, sensitivity or move leaves the range of numbers,
 * before the weights do.
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), section 3.
 *
 * @example
 * const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(2));
 * const rows = new SparseRows(new Uint32Array([0, 1]), new Uint32Array([1]), new Float32Array([1]), 2);
 * learner.learn(rows, 0, 1, 3) // => 0
 * learner.predict(rows, 0) > 0 // => true
 */
export class LinearLearner extends Kept implements MarginLearner {
  readonly loss: Loss;
  readonly update: UpdateRule;
  readonly optimizer: Optimizer;
  // Fields that start as numbers are kept as numbers by the engine; others are on the heap.
  readonly #low: number = -Infinity;
  readonly #high: number = Infinity;
  readonly #classes: Classes;
  readonly #startsFromBase: boolean;
  /** Other optimizers are told the slope 0, and no exponential is computed for nothing. */
  readonly #readsSlope: boolean;
  readonly #count = { learned: 0 };

  constructor(loss: Loss, update: UpdateRule, optimizer: Optimizer) {
    super();
    requireLinearStep(update, optimizer);
    this.loss = loss;
    this.update = update;
    this.optimizer = optimizer;
    [this.#low, this.#high] = loss.domain;
    this.#classes = classesOf(loss);
    this.#startsFromBase = startsFromBase(update);
    this.#readsSlope = optimizer.adaptive;
    this.keep(this.#count, { optimizer });
  }

  predict(rows: SparseRows, i: number): number {
    return this.#clip(this.optimizer.predict(rows, i));
  }

  /** The prediction of the training weights, clipped to the loss's domain: what `learn` would return. */
  margin(rows: SparseRows, i: number): number {
    return this.#clip(this.optimizer.margin(rows, i));
  }

  /**
   * `margin`: what the method of that name returned for the row, where nothing was learned since; it saves asking again. On an
   * edge of the domain it is asked again, for clipping may have hidden a divergence.
   */
  learn(rows: SparseRows, i: number, y: number, h: number, margin?: number): number {
    const { loss, update, optimizer } = this;
    if (!(h > 0)) return this.#learnNothing(rows, i, h);
    this.#count.learned++;
    const moved = optimizer.admit(rows, i);
    const isKnown = margin !== undefined && !moved && this.#low < margin && margin < this.#high;
    const found = isKnown ? margin : optimizer.margin(rows, i);
    if (!isInRange(found)) this.#diverged('margin', found);
    const p = clip(found, this.#low, this.#high);
    const q = optimizer.prepare(rows, i, h, this.#readsSlope ? loss.slope(p, y) : 0);
    const start = this.#startsFromBase ? clip(optimizer.base(rows, i, p), this.#low, this.#high) : p;
    if (!isInRange(start)) this.#diverged('base', start);
    const move = q > 0 ? update(loss, start, y, saturate(h * q), h) : 0;
    const step = q > 0 ? move / q : 0;
    if (!(isInRange(q) && isInRange(move) && isInRange(step))) this.#divergedIn(q, move, step);
    optimizer.push(rows, i, step);
    return p;
  }

  beginPass(): void {
    this.optimizer.beginPass();
  }

  /** The class on p's side of the threshold, as a label; on the threshold it is the positive one. */
  side(p: number): number {
    return p >= thresholdOf(this.loss) ? this.#classes.positive : this.#classes.negative;
  }

  /** The label of the class opposite to the prediction p. */
  otherSide(p: number): number {
    return p >= thresholdOf(this.loss) ? this.#classes.negative : this.#classes.positive;
  }

  /** q of row i, predicted p, should its label turn out to be the opposite one; looks at no label. */
  sensitivity(rows: SparseRows, i: number, p: number): number {
    return this.optimizer.sensitivity(rows, i, this.#readsSlope ? this.loss.slope(p, this.otherSide(p)) : 0);
  }

  /** The flow time h * q after which the label opposite to the prediction p brings it to the threshold. */
  timeToFlip(p: number): number {
    return this.update.timeTo(this.loss, p, thresholdOf(this.loss), this.otherSide(p));
  }

  /** The importance with which the opposite label would flip the prediction p; Infinity where no importance does (q = 0). */
  weightToFlip(p: number, q: number): number {
    return q > 0 ? this.timeToFlip(p) / q : Infinity;
  }

  weights(): Float64Array {
    return this.optimizer.weights();
  }

  coordinateMass(): Float64Array | undefined {
    return this.optimizer.coordinateMass?.();
  }

  /** An example of importance 0; it is apart from `learn`, which the engine inlines while it is short, as what is thrown is. */
  #learnNothing(rows: SparseRows, i: number, h: number): number {
    if (h !== 0) throw new RangeError(`row ${i} cannot be learned with the importance ${h}; expected a number >= 0`);
    this.#count.learned++;
    return this.#clip(inRange(this.#count.learned, 'margin', this.optimizer.margin(rows, i)));
  }

  /** Throws a DivergenceError where this has left the range of numbers. */
  #diverged(name: string, value: number): void {
    inRange(this.#count.learned, name, value);
  }

  /** The same for the first of these that has. */
  #divergedIn(sensitivity: number, move: number, step: number): void {
    for (const [name, value] of Object.entries({ sensitivity, move, step })) this.#diverged(name, value);
  }

  #clip(p: number): number {
    return clip(p, this.#low, this.#high);
  }
}

function thresholdOf(loss: Loss): number {
  return loss.threshold ?? noClasses(loss);
}

function noClasses({ name }: Loss): never {
  throw new CompositionError(`'${name}' predicts no classes, so no prediction can flip`);
}

/** Throws a CompositionError where the update rule needs steps that move the prediction by u q, and the optimizer takes others. */
export function requireLinearStep(update: UpdateRule, { name, linear }: Pick<Optimizer, 'name' | 'linear'>): void {
  if (linear || !needsLinearStep(update)) return;
  throw new CompositionError(
    `update '${update.name}' needs a step that moves the prediction by u * q, which '${name}' with l1 > 0 does ` +
      `not make; expected update 'naive', l1 = 0, or an optimizer that shrinks apart from the step (fobos, truncated-gradient)`,
  );
}
