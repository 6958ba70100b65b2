import { optimizerRecipe } from './optimizer.ts';
import { scheduleParameters } from './bases/descent.ts';
import { ShrinkingDescent } from './bases/shrinking-weights.ts';

const parameters = {
  ...scheduleParameters,
  l1: { from: 0, default: 0, meaning: 'penalty on |w|' },
  l2: { from: 0, default: 0, meaning: 'penalty on w^2 / 2' },
} as const;

/**
 * FOBOS: a gradient step, then the penalty's own: w += eta u x;  w_i = soft(w_i, h eta l1) / (1 + h eta l2), for every i.
 *
 * The step moves the margin by u q, q = eta(t) x.x, and the shrinkage comes after it: every update rule applies. Features
 * that a row does not have are settled when they are next seen, which is exact. State per feature: w, pull seen.
 * Not importance-invariant once l1 or l2 is positive: three copies shrink between their steps.
 *
 * Source: Duchi & Singer, Efficient online and batch learning using forward backward splitting (2009), section 5.
 */
export const fobos = optimizerRecipe(
  'fobos',
  ({ l1 }) => ({ averagable: l1 === 0 }),
  parameters,
  ({ l1, l2, ...values }, columns) => new ShrinkingDescent(columns, values, { l1, l2 }),
);
