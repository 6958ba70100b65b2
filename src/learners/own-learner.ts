import { CompositionError } from '../numerics/iwal-error.ts';
import type { Parameters, Values } from '../numerics/recipe.ts';
import type { Stateful } from '../numerics/state.ts';
import type { Loss } from '../losses/loss.ts';
import { PlainOptimizer } from '../optimizers/bases/descent.ts';
import { type OptimizerRecipe, optimizerRecipe, type OptimizerTraits } from '../optimizers/optimizer.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';

/** What a learner of one's own does: its scores need not be linear in the features. */
export interface OwnLearner extends Stateful {
  /** The score of row i: above 0 where it takes it for the positive class, with the logistic loss the logarithm of the odds; pure. */
  score(rows: SparseRows, i: number): number;
  /** Learns that row i is of class y, with importance h > 0: as if it had been met h times. */
  learn(rows: SparseRows, i: number, y: -1 | 1, h: number): void;
}

/**
 * The recipe of a learner of one's own, which stands where an optimizer does (`--optimizer`): `build` makes a fresh learner for rows of so many columns.
 * Reductions make several classes of it as of any other. It is told the class of a label and its importance; losses tell it nothing, and
 * update rules move nothing. It has no weights, so that no linear model is fitted in its place, and no importance to flip.
 *
 * @throws RangeError, the recipe, for a parameter that it does not know, that is missing or out of range.
 * @throws CompositionError, what it returns, where `build` makes something that is no learner.
 *
 * @example
 * const shy = learnerRecipe('shy', {}, () => ({ score: () => 0, learn: () => {}, state: () => ({}), restore: () => {} }));
 * shy({})(3).weights() // => Float64Array.of(0, 0, 0)
 */
export function learnerRecipe<const P extends Parameters, const Label extends string>(
  label: Label,
  parameters: P,
  build: (values: Values<P>, columns: number) => OwnLearner,
): OptimizerRecipe<P, Label> {
  const declared = { adaptive: true, averagable: false, isOwnLearner: true };
  const taught = (values: Values<P>, columns: number): Taught => new Taught(build(values, columns), columns);
  return optimizerRecipe(label, () => declared, parameters, taught);
}

const FUNCTIONS = ['score', 'learn', 'state', 'restore'] as const;

/** Tells a learner in `push` what `prepare` was told. */
class Taught extends PlainOptimizer {
  readonly #learner: OwnLearner;
  readonly #columns: number;
  #y: -1 | 1 = 1;
  #h = 0;

  constructor(learner: OwnLearner, columns: number) {
    super();
    const missing = FUNCTIONS.filter((name) => typeof (learner as Partial<OwnLearner> | undefined)?.[name] !== 'function');
    if (missing.length > 0)
      throw new CompositionError(`a learner has the functions ${FUNCTIONS.join(', ')}; this one lacks ${missing.join(', ')}`);
    this.#learner = learner;
    this.#columns = columns;
    this.keep({ learner });
  }

  margin(rows: SparseRows, i: number): number {
    return this.#learner.score(rows, i);
  }

  sensitivity(): number {
    return 0;
  }

  /** The slope of a loss that falls towards its label is negative of the positive class; it is 0 on the side of the label alone. */
  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    this.#h = h;
    this.#y = slope < 0 || (slope === 0 && this.margin(rows, i) >= 0) ? 1 : -1;
    return 0;
  }

  push(rows: SparseRows, i: number): void {
    if (this.#h > 0) this.#learner.learn(rows, i, this.#y, this.#h);
  }

  weights(): Float64Array {
    return new Float64Array(this.#columns);
  }
}

/** Far from 0, where losses that have their least value at the label rise again. */
const FAR = 1e3;

/** Throws a CompositionError for a loss whose slope does not tell a learner of one's own the class, where the optimizer is one. */
export function requireTellingLoss(loss: Loss, { name, isOwnLearner = false }: OptimizerTraits): void {
  if (!isOwnLearner || (loss.labels === 'sign' && loss.threshold === 0 && loss.slope(FAR, 1) <= 0)) return;
  throw new CompositionError(
    `'${name}' learns classes, and the slope of loss '${loss.name}' does not tell them; expected logistic, hinge or squared-hinge`,
  );
}
