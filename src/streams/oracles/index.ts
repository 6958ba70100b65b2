import { byName } from '../../numerics/recipe.ts';
import { abstaining } from './abstaining.ts';
import { classNoise } from './class-noise.ts';
import { delayed } from './delayed.ts';
import { majority } from './majority.ts';
import { noisy } from './noisy.ts';
import { priced } from './priced.ts';
import { sequential } from './sequential.ts';

/**
 * The kinds of oracle, by the names that specs and the command line use. Each is a recipe of a decorator (annotator.ts) and
 * built with a context: `oracles.noisy({ flipRate: 0.1 }, { rows, classes, random })`. Listed one after the other, each works
 * on what the one before it makes of the true label.
 */
export const oracles = byName(noisy, classNoise, abstaining, delayed, majority, sequential, priced);
