import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Values } from '../numerics/recipe.ts';
import { numberIn, partIn, type State } from '../numerics/state.ts';
import type { Coordinates } from './optimizer.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { schedule, scheduleParameters } from './bases/schedule.ts';
import { ScheduledDescent } from './bases/scheduled-descent.ts';
import { ShrinkingWeights } from './bases/shrinking-weights.ts';

const parameters = {
  ...scheduleParameters,
  gravity: { from: 0, default: 0, meaning: 'pull toward 0 per example, in units of the step size' },
  every: { from: 1, whole: true, default: 1, meaning: 'K, examples between two pulls' },
  ceiling: { above: 0, default: 1, meaning: 'weights larger than this are not pulled' },
} as const;

class TruncatedGradient extends ScheduledDescent {
  /** Gravity pulls weights of all features, each to 0 and no further. */
  declare readonly coordinates?: Coordinates;
  readonly #weights: ShrinkingWeights;
  readonly #gravity: number;
  readonly #every: number;
  /** Pull of the examples since the last truncation, the prepared one included. */
  #owed = 0;
  #sinceLast = 0;

  constructor(columns: number, { gravity, every, ceiling, ...values }: Values<typeof parameters>) {
    super(schedule(values));
    this.#weights = new ShrinkingWeights(columns, ceiling);
    this.#gravity = gravity;
    this.#every = every;
    if (gravity === 0) this.coordinates = this.#weights.coordinates;
  }

  margin(rows: SparseRows, i: number): number {
    return this.#weights.margin(rows, i);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const q = super.prepare(rows, i, h, slope);
    this.#owed += h * this.eta * this.#gravity;
    return q;
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u !== 0) this.#weights.add(rows, i, this.eta * u);
    this.#sinceLast++;
    if (this.#sinceLast < this.#every) return;
    this.#weights.shrink(this.#owed, 0);
    this.#owed = 0;
    this.#sinceLast = 0;
  }

  weights(): Float64Array {
    return this.#weights.weights();
  }

  state(): State {
    return { weights: this.#weights.state(), pace: this.pace.state(), owed: this.#owed, sinceLast: this.#sinceLast };
  }

  restore(state: State): void {
    this.#weights.restore(partIn(state, 'weights'));
    this.pace.restore(partIn(state, 'pace'));
    this.#owed = numberIn(state, 'owed');
    this.#sinceLast = numberIn(state, 'sinceLast');
  }
}

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
  (values, columns) => new TruncatedGradient(columns, values),
);
