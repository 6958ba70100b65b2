import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Values } from '../numerics/recipe.ts';
import { copyFrom, numberIn, type State } from '../numerics/state.ts';
import { coordinatesOf } from './bases/coordinates.ts';
import { LastDot } from './bases/last-dot.ts';
import type { Coordinates } from './optimizer.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { PlainOptimizer } from './bases/plain-optimizer.ts';
import { softThreshold } from './bases/soft-threshold.ts';

const parameters = {
  gamma: { above: 0, meaning: 'strength of the regulariser gamma sqrt(t) w^2 / 2; 1 / gamma acts as a step size' },
  l1: { from: 0, default: 0, meaning: 'penalty on |w|' },
  l2: { from: 0, default: 0, meaning: 'penalty on w^2 / 2' },
} as const;

class Rda extends PlainOptimizer {
  /** The dead zone of l1 > 0 grows with time and moves weights singly. */
  declare readonly coordinates?: Coordinates;
  readonly #theta: KernelNumbers;
  readonly #dot = new LastDot();
  readonly #gamma: number;
  readonly #l1: number;
  readonly #l2: number;
  #mass = 0;
  /** dw_i / dtheta_i outside the dead zone. */
  #rate = 0;

  constructor(columns: number, { gamma, l1, l2 }: Values<typeof parameters>) {
    super();
    this.#theta = new KernelNumbers(columns);
    this.#gamma = gamma;
    this.#l1 = l1;
    this.#l2 = l2;
    if (l1 === 0) this.coordinates = coordinatesOf(this.#theta, () => this.#rate);
  }

  margin(rows: SparseRows, i: number): number {
    const dead = this.#l1 * this.#mass;
    if (dead === 0) return this.#rate * this.#dot.take(rows, i, this.#theta);
    const { offsets, indices, values } = rows;
    const theta = this.#theta.values;
    const end = offsets[i + 1];
    let sum = 0;
    for (let k = offsets[i]; k < end; k++) sum += softThreshold(theta[indices[k]], dead) * values[k];
    return this.#rate * sum;
  }

  override base(rows: SparseRows, i: number, _p: number): number {
    return this.#l1 === 0 ? this.#rate * this.#dot.recall(rows, i, this.#theta) : this.margin(rows, i);
  }

  sensitivity(rows: SparseRows, i: number, _slope: number): number {
    return this.#rateAt(this.#mass + 1) * rows.squaredNorms[i];
  }

  prepare(rows: SparseRows, i: number, h: number, _slope: number): number {
    this.#mass += h;
    this.#rate = this.#rateAt(this.#mass);
    return this.#rate * rows.squaredNorms[i];
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u === 0) return;
    this.#theta.addScaled(rows, i, u);
    this.#dot.forget();
  }

  weights(): Float64Array {
    const dead = this.#l1 * this.#mass;
    return this.#theta.values.map((theta) => this.#rate * softThreshold(theta, dead));
  }

  state(): State {
    return { theta: this.#theta.values.slice(), mass: this.#mass };
  }

  restore(state: State): void {
    copyFrom(state, 'theta', this.#theta.values);
    this.#dot.forget();
    this.#mass = numberIn(state, 'mass');
    this.#rate = this.#rateAt(this.#mass);
  }

  /** `rate` at this mass; 0 before the first example, when theta is 0 too. */
  #rateAt(mass: number): number {
    return mass === 0 ? 0 : 1 / (this.#gamma * Math.sqrt(mass) + this.#l2 * mass);
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
