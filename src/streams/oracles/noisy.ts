import { recipe } from '../../numerics/recipe.ts';
import type { AnnotatorContext, Decorator } from './annotator.ts';
import { flipping } from './class-noise.ts';

/**
 * Noise: a label is reported as that of the other class with probability flipRate, whatever it is. At 0.5 the answers know
 * nothing; beyond, they are better believed reversed.
 *
 * Source: Angluin & Laird, Learning from noisy examples (1988), random classification noise.
 */
export const noisy = recipe(
  'noisy',
  { flipRate: { from: 0, to: 1, default: 0.1, meaning: 'share of the labels reported as the other class' } },
  ({ flipRate }, context: AnnotatorContext): Decorator => flipping('noisy', flipRate, flipRate, context),
);
