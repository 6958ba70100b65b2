import { scalarRecipe } from '../query.ts';

/**
 * Passive learning: every label is bought, p = 1. The baseline every figure needs. Unbiased; reads nothing, any loss will do.
 *
 * @example
 * queries.passive().unbiased // => true
 */
export const passive = scalarRecipe('passive', { reads: 'counts' }, {}, () => () => 1);
