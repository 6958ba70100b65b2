import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Values } from '../numerics/recipe.ts';
import { copyFrom, partIn, type State } from '../numerics/state.ts';
import type { Coordinates } from './optimizer.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { coordinatesOf } from './bases/coordinates.ts';
import { schedule, scheduleParameters } from './bases/schedule.ts';
import { ScheduledDescent } from './bases/scheduled-descent.ts';

class GradientDescent extends ScheduledDescent {
  override readonly coordinates: Coordinates;
  readonly #w: KernelNumbers;

  constructor(columns: number, values: Values<typeof scheduleParameters>) {
    super(schedule(values));
    this.#w = new KernelNumbers(columns);
    this.coordinates = coordinatesOf(this.#w);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#w.dot(rows, i);
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u !== 0) this.#w.addScaled(rows, i, this.eta * u);
  }

  weights(): Float64Array {
    return this.#w.values.slice();
  }

  state(): State {
    return { w: this.#w.values.slice(), pace: this.pace.state() };
  }

  restore(state: State): void {
    copyFrom(state, 'w', this.#w.values);
    this.pace.restore(partIn(state, 'pace'));
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
