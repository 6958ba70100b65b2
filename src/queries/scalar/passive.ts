import { recipe } from '../../numerics/recipe.ts';
import { scalarRule } from '../query.ts';

/**
 * Passive learning: every label is bought, p = 1. The baseline every figure needs. Unbiased; reads nothing, any loss will do.
 *
 * @example
 * queries.passive().unbiased // => true
 */
export const passive = recipe('passive', {}, () => scalarRule('passive', 'counts', () => 1));
