import { recipe, type Parameters, type Recipe, type Values } from '../numerics/recipe.ts';
import type { Loss } from './loss.ts';

/**
 * The recipe of a loss with parameters: `build` gives all but its name, which is that of the recipe.
 *
 * @throws RangeError, the recipe, for a parameter that it does not know, that is missing or out of range.
 */
export function lossRecipe<const P extends Parameters, const Label extends string>(
  label: Label,
  parameters: P,
  build: (values: Values<P>) => Omit<Loss, 'name'>,
): Recipe<Loss, P, [], Label> {
  return recipe(label, parameters, (values): Loss => ({ name: label, ...build(values) }));
}
