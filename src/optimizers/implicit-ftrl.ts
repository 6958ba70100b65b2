import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { copyFrom, numberIn, type State } from '../numerics/state.ts';
import { coordinatesOf } from './bases/coordinates.ts';
import { LastDot } from './bases/last-dot.ts';
import type { Coordinates } from './optimizer.ts';
import { optimizerRecipe } from './optimizer-recipe.ts';
import { PlainOptimizer } from './bases/plain-optimizer.ts';

/** The parameter of every implicit FTRL. */
export const implicitFtrlParameters = {
  eta0: { above: 0, meaning: 'step size at the start, 1 / lambda' },
} as const;

/** How lambda grows: what an example of importance h, slope l' and squared norm x.x adds to lambda^2 eta0^2. */
export type Growth = (h: number, slope: number, squaredNorm: number) => number;

/** Implicit FTRL with any growth of lambda; `implicitFtrl` says what it computes. */
export class ImplicitFtrl extends PlainOptimizer {
  override readonly coordinates: Coordinates;
  readonly #theta: KernelNumbers;
  readonly #dot = new LastDot();
  readonly #eta0: number;
  readonly #growth: Growth;
  #grown = 0;
  /** 1 / lambda. */
  #rate = 0;

  constructor(columns: number, eta0: number, growth: Growth) {
    super();
    this.#theta = new KernelNumbers(columns);
    this.#eta0 = eta0;
    this.#growth = growth;
    this.coordinates = coordinatesOf(this.#theta, () => this.#rate);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#rate * this.#dot.take(rows, i, this.#theta);
  }

  override base(rows: SparseRows, i: number, _p: number): number {
    return this.#rate * this.#dot.recall(rows, i, this.#theta);
  }

  sensitivity(rows: SparseRows, i: number, slope: number): number {
    const squaredNorm = rows.squaredNorms[i];
    return this.#rateAt(this.#grown + this.#growth(1, slope, squaredNorm)) * squaredNorm;
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const squaredNorm = rows.squaredNorms[i];
    this.#grown += this.#growth(h, slope, squaredNorm);
    this.#rate = this.#rateAt(this.#grown);
    return this.#rate * squaredNorm;
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u === 0) return;
    this.#theta.addScaled(rows, i, u);
    this.#dot.forget();
  }

  weights(): Float64Array {
    return this.#theta.values.map((theta) => this.#rate * theta);
  }

  state(): State {
    return { theta: this.#theta.values.slice(), grown: this.#grown };
  }

  restore(state: State): void {
    copyFrom(state, 'theta', this.#theta.values);
    this.#dot.forget();
    this.#grown = numberIn(state, 'grown');
    this.#rate = this.#rateAt(this.#grown);
  }

  /** 1 / lambda; 0 before lambda has grown at all, when theta is 0 too; NaN where it overflowed. */
  #rateAt(grown: number): number {
    if (grown === 0) return 0;
    return grown === Infinity ? NaN : this.#eta0 / Math.sqrt(grown);
  }
}

/**
 * Generalised implicit FTRL: x_t = theta_t / lambda_t,  theta += u x,  lambda_t = sqrt(t) / eta0, t the importance mass seen.
 *
 * `prepare` moves on to lambda_{t+1}, shrinking all weights (see `base`), and returns q = x.x / lambda_{t+1}. The surrogate
 * gradient z_t = -u x is then the update rule's business; with lam = lambda_{t+1} and a = q the rules give the paper's four:
 *
 *   naive      z = l'(p) x                                  linearised losses
 *   truncated  z = min{1, lam (l - inf l) / |g|^2} l'(p) x  aProx
 *   invariant  z = -flow(p, y, a) / a x                     IWA
 *   implicit   z = l'(p') x,  p' = base - a l'(p')          proximal: the exact minimiser of H
 *
 * where the first three read the loss at p = <x, x_t> and the last starts from base = <x, theta_t> / lam.
 * Law: with H(z) = |theta - z|^2 / (2 lam) + l*(z), the proximal z minimises H; aProx and IWA obey H(z) <= H(l' x), so that
 * neither is worse than linearising, as long as shrinking does not drive the prediction uphill: (base - p) l'(p) <= 0. The
 * paper proves it for a lambda that does not grow (base = p); on examples already predicted well, growth can undo it.
 *
 * State per feature: theta. lambda = sqrt(t) / eta0 is our choice: the corollary that fixes it in the paper was not at hand.
 * Not importance-invariant as a whole: lambda grows between copies.
 *
 * Source: Chen & Orabona, Implicit interpretation of importance weight aware updates (2023), algorithm 1 and section 4.
 */
export const implicitFtrl = optimizerRecipe(
  'implicit-ftrl',
  () => ({ followsLeader: true }),
  implicitFtrlParameters,
  ({ eta0 }, columns) => new ImplicitFtrl(columns, eta0, (h) => h),
);
