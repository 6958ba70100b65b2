import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { Values } from '../numerics/recipe.ts';
import { optimizerRecipe } from './optimizer.ts';
import { coordinatesOf, ScheduledDescent, schedule, scheduleParameters } from './bases/descent.ts';

class GradientDescent extends ScheduledDescent {
  constructor(columns: number, values: Values<typeof scheduleParameters>) {
    const w = new KernelNumbers(columns);
    super(w, schedule(values), coordinatesOf(w));
    this.keep({ w, pace: this.pace });
  }
}

/**
 * Gradient descent: w += eta(t) u x, so that q = eta(t) x.x and u = -h l' is the plain gradient step.
 *
 * State per feature: w. With power = 0 and one pass (or decay = 1) the step is constant and the whole learner is exactly
 * importance-invariant: an example of importance 3 and three copies of it end in the same weights. A schedule in t breaks
 * that, because the copies meet three different step sizes.
 *
 * Source: Karampatziakis & Langford (arXiv 1011.1576), section 3.
 */
export const gradientDescent = optimizerRecipe(
  'gradient-descent',
  ({ power }) => ({ followsLeader: power === 0 }),
  scheduleParameters,
  (values, columns) => new GradientDescent(columns, values),
);
