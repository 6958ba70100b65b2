import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Values } from '../numerics/recipe.ts';
import { optimizerRecipe } from './optimizer.ts';
import { schedule, scheduleParameters, ScheduledDescent } from './bases/descent.ts';
import { ShrinkingWeights } from './bases/shrinking-weights.ts';

const parameters = {
  ...scheduleParameters,
  gravity: { from: 0, default: 0, meaning: 'pull toward 0 per example, in units of the step size' },
  every: { from: 1, whole: true, default: 1, meaning: 'K, examples between two pulls' },
  ceiling: { above: 0, default: 1, meaning: 'weights larger than this are not pulled' },
} as const;

class TruncatedGradient extends ScheduledDescent<ShrinkingWeights> {
  readonly #gravity: number;
  readonly #every: number;
  /** `owed`: pull of the examples since the last truncation, the prepared one included. */
  readonly #now = { owed: 0, sinceLast: 0 };

  /** Gravity pulls weights of all features, each to 0 and no further. */
  constructor(columns: number, { gravity, every, ceiling, ...values }: Values<typeof parameters>) {
    const weights = new ShrinkingWeights(columns, ceiling);
    super(weights, schedule(values), gravity === 0 ? weights.coordinates : undefined);
    this.#gravity = gravity;
    this.#every = every;
    this.keep({ weights, pace: this.pace }, this.#now);
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const q = super.prepare(rows, i, h, slope);
    this.#now.owed += h * this.eta * this.#gravity;
    return q;
  }

  override push(rows: SparseRows, i: number, u: number): void {
    super.push(rows, i, u);
    this.#now.sinceLast++;
    if (this.#now.sinceLast < this.#every) return;
    this.w.shrink(this.#now.owed, 0);
    this.#now.owed = 0;
    this.#now.sinceLast = 0;
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
