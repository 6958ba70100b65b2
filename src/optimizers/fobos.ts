import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Values } from '../numerics/recipe.ts';
import { optimizerRecipe } from './optimizer.ts';
import { ScheduledDescent, schedule, scheduleParameters } from './bases/descent.ts';
import { ShrinkingWeights } from './bases/shrinking-weights.ts';

const parameters = {
  ...scheduleParameters,
  l1: { from: 0, default: 0, meaning: 'penalty on |w|' },
  l2: { from: 0, default: 0, meaning: 'penalty on w^2 / 2' },
} as const;

class Fobos extends ScheduledDescent<ShrinkingWeights> {
  readonly #l1: number;
  readonly #l2: number;
  /** h * eta of the prepared example. */
  #time = 0;

  /** l1 > 0 pulls weights of all features, each to 0 and no further. */
  constructor(columns: number, { l1, l2, ...values }: Values<typeof parameters>) {
    const weights = new ShrinkingWeights(columns, Infinity);
    super(weights, schedule(values), l1 === 0 ? weights.coordinates : undefined);
    this.#l1 = l1;
    this.#l2 = l2;
    this.keep({ weights, pace: this.pace });
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const q = super.prepare(rows, i, h, slope);
    this.#time = h * this.eta;
    return q;
  }

  override push(rows: SparseRows, i: number, u: number): void {
    super.push(rows, i, u);
    this.w.shrink(this.#time * this.#l1, this.#time * this.#l2);
  }
}

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
  (values, columns) => new Fobos(columns, values),
);
