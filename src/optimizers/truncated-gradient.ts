import { optimizerRecipe } from './optimizer.ts';
import { scheduleParameters } from './bases/descent.ts';
import { ShrinkingDescent } from './bases/shrinking-weights.ts';

const parameters = {
  ...scheduleParameters,
  gravity: { from: 0, default: 0, meaning: 'pull toward 0 per example, in units of the step size' },
  every: { from: 1, whole: true, default: 1, meaning: 'K, examples between two pulls' },
  ceiling: { above: 0, default: 1, meaning: 'weights larger than this are not pulled' },
} as const;

/**
 * Truncated gradient: gradient steps, and after every K-th example all weights with |w_i| <= ceiling are pulled toward 0 by
 * the gravity of these K examples, sum of h eta gravity, but not across it.
 *
 * The step moves the margin by u q, q = eta(t) x.x, and the pull comes after it: every update rule applies. Large weights
 * are left alone, which is what tells it from FOBOS (K = 1, no ceiling). State per feature: w, pull seen.
 * Not importance-invariant once gravity is positive: copies are pulled between their steps, and count towards K.
 *
 * Source: Langford, Li & Zhang, Sparse online learning via truncated gradient (2009), equations 5 and 6.
 */
export const truncatedGradient = optimizerRecipe(
  'truncated-gradient',
  ({ gravity }) => ({ averagable: gravity === 0 }),
  parameters,
  ({ gravity: l1, every, ceiling, ...values }, columns) => new ShrinkingDescent(columns, values, { l1, every, ceiling }),
);
