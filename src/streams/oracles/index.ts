import { byName } from '../../numerics/recipe.ts';
import { abstaining, delayed, priced } from './terms.ts';
import { classNoise, noisy } from './noise.ts';
import { majority, sequential } from './panel.ts';

/**
 * The kinds of oracle, by the names that specs and the command line use. Each is a recipe of a decorator (annotator.ts) and
 * built with a context: `oracles.noisy({ flipRate: 0.1 }, { rows, classes, random })`. Listed one after the other, each works
 * on what the one before it makes of the true label.
 */
export const oracles = byName(noisy, classNoise, abstaining, delayed, majority, sequential, priced);
