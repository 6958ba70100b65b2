/**
 * Passive learning: every label is bought, p = 1. The baseline every figure needs.
 *
 * @example
 * queries.passive().probability({ time: 10, prediction: 1, sensitivity: 1, weightToFlip: 2, errorRate: 0, queries: 0, labelsLeft: 1 }) // => 1
 */
import { recipe } from '../numerics/parameters.ts';
import { scalarRule } from './query.ts';

export const passive = recipe('passive', {}, () => scalarRule('passive', () => 1));
