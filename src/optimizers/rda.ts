import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Values } from '../numerics/recipe.ts';
import { Leader } from './bases/leader.ts';
import { softThreshold } from './bases/shrinking-weights.ts';
import { optimizerRecipe } from './optimizer.ts';

const parameters = {
  gamma: { above: 0, meaning: 'strength of the regulariser gamma sqrt(t) w^2 / 2; 1 / gamma acts as a step size' },
  l1: { from: 0, default: 0, meaning: 'penalty on |w|' },
  l2: { from: 0, default: 0, meaning: 'penalty on w^2 / 2' },
} as const;

class Rda extends Leader {
  readonly #l1: number;

  /** The dead zone of l1 > 0 grows with time and moves weights singly. */
  constructor(columns: number, { gamma, l1, l2 }: Values<typeof parameters>) {
    const growth = (h: number): number => h;
    super(columns, 'mass', growth, (mass) => (mass === 0 ? 0 : 1 / (gamma * Math.sqrt(mass) + l2 * mass)));
    this.#l1 = l1;
    if (l1 > 0) this.coordinates = undefined;
  }

  override margin(rows: SparseRows, i: number): number {
    const dead = this.#l1 * this.grown;
    if (dead === 0) return super.margin(rows, i);
    const { offsets, indices, values } = rows;
    const theta = this.theta.values;
    const end = offsets[i + 1];
    let sum = 0;
    for (let k = offsets[i]; k < end; k++) sum += softThreshold(theta[indices[k]], dead) * values[k];
    return this.rate * sum;
  }

  override base(rows: SparseRows, i: number, p: number): number {
    return this.#l1 === 0 ? super.base(rows, i, p) : this.margin(rows, i);
  }

  override weights(): Float64Array {
    const dead = this.#l1 * this.grown;
    return this.theta.values.map((theta) => this.rate * softThreshold(theta, dead));
  }
}

/**
 * Regularised dual averaging: w_i = soft(theta_i, l1 t) / (gamma sqrt(t) + l2 t), theta += u x, t the importance mass seen.
 *
 * With u = -h l' this is the printed w = -(sqrt(t)/gamma) soft(mean gradient, l1): weights are exactly 0 while their mean
 * gradient stays below l1. State per feature: theta. Time alone moves every weight, in `prepare` (see `base`).
 *
 * With l1 = 0 the margin is linear in u with q = x.x / (gamma sqrt(t) + l2 t) and every update rule applies. With l1 > 0 a
 * step spends itself first inside the dead zone |theta_i| <= l1 t; q is then what the margin moves by at most, and only the
 * plain gradient keeps its meaning (`linear` is false). Not importance-invariant as a whole: copies meet different t.
 *
 * Source: Xiao, Dual averaging methods for regularized stochastic learning (2010), equation 9 and, with l2, section 2.2.
 */
export const rda = optimizerRecipe(
  'rda',
  ({ l1 }) => ({ linear: l1 === 0, averagable: l1 === 0 }),
  parameters,
  (values, columns) => new Rda(columns, values),
);
