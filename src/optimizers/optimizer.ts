import { complete, type Given, type Parameters, recipe, type Recipe, type Values } from '../numerics/recipe.ts';
import type { Stateful } from '../numerics/state.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';

/** Weights w_j = factor * values_j, as they are now. */
export interface Coordinates {
  /** One a feature; live. `admit` and `push` change those of the row's features alone, `prepare` changes none. */
  readonly values: Float64Array;
  /** Of all weights; `prepare` and `push` may change it, `admit` does not. */
  readonly factor: number;
  /** Makes the factor 1, in one pass over the features, for methods whose factor goes to 0 and whose values grow; others leave it out. */
  fold?(): void;
}

/**
 * An optimizer owns the weights and the geometry: how a scalar step `u` on the prediction of one row becomes a move of w.
 *
 * Questions are pure. Commands come in one order per update: admit, (margin), prepare, push; every prepare is followed by
 * its push, with u = 0 where nothing is to be learned.
 *
 * Laws (test/laws/vector/optimizers.test.ts, whole registry):
 * - after `prepare` returned q, `push(rows, i, u)` moves the margin by u * q. Where `linear` is false it moves by a share
 *   in [0, 1] of that: never too far, never the wrong way. Shrinkage towards 0 comes on top, after the step;
 * - `sensitivity` is the q that `prepare` would return, and asking changes nothing;
 * - `restore(state())` on a fresh optimizer of the same spec continues bit for bit.
 *
 * Its state is taken between examples.
 */
export interface Optimizer extends Stateful {
  /** The name under which the registry, specs and the command line know it. */
  readonly name: string;
  /** Whether a step moves the margin by exactly u * q, as every update rule but the plain gradient needs. */
  readonly linear: boolean;
  /** Whether `sensitivity` and `prepare` read the slope; those of others may be told anything. */
  readonly adaptive: boolean;
  /** Whether the weights are theta / lambda, a regularised leader's, lambda one number that may grow; absent: they are not. */
  readonly followsLeader?: boolean;
  /** Predictions do not change when a feature is measured in other units; absent where they do. */
  readonly suitsAnyUnits?: boolean;
  /** Whether it is a learner of one's own, whose scores no weights say (learners/own-learner.ts); absent: it is not. */
  readonly isOwnLearner?: boolean;
  /**
   * The weights as one common factor times coordinates, of which examples move no others than those of their features; absent
   * where weights of other features move each by an amount of its own. An average of all weights is kept by them (averaged-weights.ts).
   */
  readonly coordinates?: Coordinates | undefined;
  /**
   * Of methods that adapt a rate to every feature: the sum of h (l' x_i)^2 that each has met, as a fresh array; others have none. It
   * is what a weight counts in an average of models (learners/average-models.ts).
   */
  coordinateMass?(): Float64Array | undefined;
  /** w.x with the training weights. */
  margin(rows: SparseRows, i: number): number;
  /** What a user should be shown for this row: the margin, or that of the averaged weights where there are some. */
  predict(rows: SparseRows, i: number): number;
  /**
   * The q that `prepare` would return for importance 1 and this slope, without doing it. For the query rules the slope is
   * that of the label opposite to the prediction, so no hidden label is ever looked at.
   */
  sensitivity(rows: SparseRows, i: number, slope: number): number;
  /**
   * Lets scale state see the row before its margin is taken; returns whether weights changed (normalized methods rescale w
   * here). Others do nothing.
   */
  admit(rows: SparseRows, i: number): boolean;
  /**
   * Counts importance h and the slope of the loss into the state; returns q = d margin / du, step size included: 0 where
   * the row has nothing to move, NaN where the state overflowed, which the learner reports.
   */
  prepare(rows: SparseRows, i: number, h: number, slope: number): number;
  /**
   * Where `prepare` left the margin of row i that was p before: methods whose regulariser strengthens with time shrink all
   * weights there, others return p. Implicit steps start from here.
   */
  base(rows: SparseRows, i: number, p: number): number;
  /** Takes the step u along the direction prepared for row i. */
  push(rows: SparseRows, i: number, u: number): void;
  /** A new pass over the data begins (step sizes may decay). */
  beginPass(): void;
  /** The weights that `predict` uses, as a fresh array, one a feature. */
  weights(): Float64Array;
}

/** Builds a fresh optimizer for this many features; what the registry's recipes return. */
export type OptimizerFactory = (columns: number) => Optimizer;

/**
 * What is true of an optimizer whatever it has learned, and follows from its numbers: declared on its recipe, where it is read by
 * whoever needs no optimizer, and carried by every optimizer of the recipe.
 */
export interface OptimizerTraits extends Pick<
  Optimizer,
  'name' | 'linear' | 'adaptive' | 'followsLeader' | 'suitsAnyUnits' | 'isOwnLearner'
> {
  /** Whether its weights can be averaged as the rows come (averaged-weights.ts): the optimizer has `coordinates`. */
  readonly averagable: boolean;
}

/** What a recipe declares: where its optimizers differ from one that is linear, reads no slope, and can be averaged. */
export type DeclaredOptimizer = Partial<Omit<OptimizerTraits, 'name'>>;

/** What an optimizer does, besides what its recipe declares. */
export type OptimizerActions = Omit<Optimizer, keyof OptimizerTraits>;

/** A recipe of optimizers, with what is true of those with given numbers. */
export type OptimizerRecipe<P extends Parameters, Label extends string = string> = Recipe<OptimizerFactory, P, [], Label> & {
  /** What is true of the optimizers of these numbers. */
  readonly traits: (given: Given<P>) => OptimizerTraits;
};

/**
 * The recipe of an optimizer: `build` gives what it does for so many features, and the traits are those declared.
 *
 * @throws RangeError, the recipe and its traits, for a parameter that it does not know, that is missing or out of range.
 *
 * @example
 * const still = optimizerRecipe('still', ({ l1 }) => ({ linear: l1 === 0 }), { l1: { from: 0, meaning: 'penalty' } }, () => optimizers['gradient-descent']({ eta0: 1 })(1));
 * [still.traits({ l1: 1 }).linear, still({ l1: 0 })(1).name] // => [false, 'still']
 */
export function optimizerRecipe<const P extends Parameters, const Label extends string>(
  label: Label,
  declared: (values: Values<P>) => DeclaredOptimizer,
  parameters: P,
  build: (values: Values<P>, columns: number) => OptimizerActions,
): OptimizerRecipe<P, Label> {
  const traitsOf = (values: Values<P>): OptimizerTraits => ({
    ...{ name: label, linear: true, adaptive: false, averagable: true },
    ...declared(values),
  });
  const make = recipe(label, parameters, (values): OptimizerFactory => {
    const traits = traitsOf(values);
    return (columns) => Object.assign(build(values, columns), traits);
  });
  return Object.assign(make, { traits: (given: Given<P>) => traitsOf(complete(label, parameters, given)) });
}
