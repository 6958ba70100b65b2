import { recipe } from '../../numerics/recipe.ts';
import type { AnnotatorContext, Decorator } from './annotator.ts';

/**
 * Delay: an answer comes when `delay` more examples have been considered, to be learned then with the importance it was bought
 * with. What is still under way at the end of the stream was paid for and never learned.
 *
 * Unbiased as far as answers come: the rules see only what has come, and every P is decided before its coin. The running error
 * estimate lacks the errors under way.
 */
export const delayed = recipe(
  'delayed',
  { delay: { from: 1, whole: true, default: 100, meaning: 'examples between a purchase and its answer' } },
  ({ delay }, _context: AnnotatorContext): Decorator =>
    (inner) => ({ ...inner, delay: inner.delay + delay }),
);
