import { complete, recipe, type Given, type Parameters, type Recipe, type Values } from '../numerics/recipe.ts';
import type { Optimizer, OptimizerFactory } from './optimizer.ts';

/**
 * What is true of an optimizer whatever it has learned, and follows from its numbers: declared on its recipe, where it is read by
 * whoever needs no optimizer, and carried by every optimizer of the recipe.
 */
export interface OptimizerTraits extends Pick<Optimizer, 'name' | 'linear' | 'adaptive' | 'followsLeader' | 'suitsAnyUnits'> {
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
