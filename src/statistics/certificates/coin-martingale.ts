import { exp, expm1, log, log1p, solve } from '../../numerics/elementary.ts';
import { Kept } from '../../numerics/state.ts';

/**
 * How much can be hidden among labels that were not bought: an exponential martingale of the coins alone.
 *
 * Row i has a number z_i that is fixed before its coin (1 for a mistake, 0 otherwise), and its label is bought with a probability
 * p_i that may depend on everything before. For a constant lambda > 0 with lambda z_i < -ln(1 - p_i)
 *
 *   M = exp(lambda U) prod over bought rows of f_i,   f_i = 1 - (1 - p_i)(e^(lambda z_i) - 1) / p_i,   U = sum of z_i not bought
 *
 * has M = 1 in expectation before, between and after all coins: a row not bought multiplies it by e^(lambda z), a row bought by
 * f. So does a mixture over a grid of lambdas that is fixed before the first coin. Ville's inequality turns it into a bound on U
 * that holds at every look at once, for adaptive probabilities and whatever the labels are.
 *
 * A component of the grid is RETIRED, set to 0 for good, before the coin of the first row that it does not allow: M can only
 * fall.
 *
 * Source: Ville's inequality (1939); the exponential Horvitz-Thompson form is derived in this project. Compare Waudby-Smith &
 * Ramdas (2024) on betting, Stark's ALPHA (2023), Howard et al. (2021).
 */
export class CoinMartingale extends Kept {
  readonly #lambdas: Float64Array;
  /** ln w_k, of weights that sum to 1. */
  readonly #logWeights: Float64Array;
  /** G_k, the sum of ln f over bought rows; -Infinity once the component is retired. */
  readonly #logs: Float64Array;
  /** The largest lambda that is left; 0 where none is. */
  #largest = 0;
  /** The p with -ln(1 - p) = that: a row of |z| = 1 must have more, or the next component has to be retired. */
  #needed = 0;

  /** A grid of lambdas, descending, with one weight each. */
  constructor(lambdas: readonly number[], weights: readonly number[]) {
    super();
    const total = weights.reduce((sum, w) => sum + w, 0);
    this.#lambdas = Float64Array.from(lambdas);
    this.#logWeights = Float64Array.from(weights, (w) => log(w / total));
    this.#logs = new Float64Array(lambdas.length);
    this.keep({ logs: this.#logs });
    this.#findLargest();
  }

  /** A row is about to be decided with probability p; its z is at most `size`. Whether that retires a component; nothing else is kept. */
  consider(p: number, size = 1): boolean {
    // One comparison for almost every row: -ln(1 - p) > lambda |z| for the largest lambda that is left.
    if (size <= 1 && p > this.#needed) return false;
    const limit = -log1p(-p);
    if (size <= 0 || limit > size * this.#largest) return false;
    for (let k = 0; k < this.#lambdas.length; k++) if (this.#lambdas[k] * size >= limit) this.#logs[k] = -Infinity;
    this.#findLargest();
    return true;
  }

  /** The row of the last `consider`, or any row with p >= the probability the grid allows, was bought, and has this z. */
  see(p: number, z: number): void {
    if (z === 0 || p >= 1) return;
    for (let k = 0; k < this.#lambdas.length; k++) {
      if (this.#logs[k] > -Infinity) this.#logs[k] += log1p((-(1 - p) * expm1(this.#lambdas[k] * z)) / p);
    }
  }

  /** What U is below at every look, but with probability alpha; Infinity where every component is retired. */
  limit(alpha: number): number {
    const target = -log(alpha);
    const kept = Array.from(this.#lambdas.keys()).filter((k) => this.#logs[k] > -Infinity);
    if (kept.length === 0) return Infinity;
    const alone = kept.map((k) => (target - this.#logWeights[k] - this.#logs[k]) / this.#lambdas[k]);
    const shared = kept.map((k, n) => alone[n] - log(kept.length) / this.#lambdas[k]);
    return solve((u) => this.logValue(u), target, Math.min(...shared), Math.min(...alone));
  }

  /** Takes in what a martingale on the same grid says of other rows with other coins. */
  add(other: CoinMartingale): void {
    if (other.#lambdas.some((lambda, k) => lambda !== this.#lambdas[k]) || other.#lambdas.length !== this.#lambdas.length) {
      throw new RangeError('only martingales on one grid can be added: both must have begun with the same smallest probability');
    }
    for (let k = 0; k < this.#logs.length; k++) this.#logs[k] += other.#logs[k];
    this.#findLargest();
  }

  /** ln M, were the sum of z over all rows not bought this `hidden`. */
  logValue(hidden: number): number {
    let most = -Infinity;
    for (let k = 0; k < this.#lambdas.length; k++) most = Math.max(most, this.#term(k, hidden));
    if (most === -Infinity) return most;
    let sum = 0;
    for (let k = 0; k < this.#lambdas.length; k++) sum += exp(this.#term(k, hidden) - most);
    return most + log(sum);
  }

  protected override restored(): void {
    this.#findLargest();
  }

  #findLargest(): void {
    const k = this.#logs.findIndex((each) => each > -Infinity);
    this.#largest = k < 0 ? 0 : this.#lambdas[k];
    this.#needed = -expm1(-this.#largest);
  }

  #term(k: number, u: number): number {
    return this.#logs[k] === -Infinity ? -Infinity : this.#logWeights[k] + this.#lambdas[k] * u + this.#logs[k];
  }
}
