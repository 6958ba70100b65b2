import { complete, type Given, type Parameters, type Values } from '../../numerics/recipe.ts';
import type { BlockFactory } from './block.ts';

/** A family of blocks: called with the numbers of every member, as the optimizer's recipe is with those of one. */
export type BlockRecipe<P extends Parameters> = (members: readonly Given<P>[]) => BlockFactory;

/**
 * The recipe of blocks of an optimizer with these parameters.
 *
 * @throws RangeError, the recipe, for no member at all, and for parameters as `recipe` (numerics/recipe.ts).
 */
export function members<const P extends Parameters>(
  label: string,
  parameters: P,
  build: (settings: readonly Values<P>[]) => BlockFactory,
): BlockRecipe<P> {
  return (given) => {
    if (given.length === 0) throw new RangeError(`a block of ${label} needs one member at least`);
    return build(given.map((each) => complete(label, parameters, each)));
  };
}
