import { log1p, exp, expm1, log, solve } from '../../numerics/elementary.ts';
import { Kept } from '../../numerics/state.ts';
import { requireConfidence } from '../estimate.ts';

/** Components of a grid. */
const COMPONENTS = 12;

/** A purchase whose answer has not come. */
export interface OpenCount {
  /** The probability it was bought with. */
  readonly probability: number;
  /** The largest z that its answer can have. */
  readonly size: number;
}

/**
 * An anytime-valid bound on a count over the rows considered: mistakes made, positives, positives missed by the predictions.
 *
 *   Z = sum of z_i over rows considered = S (bought) + U (not bought);   lower <= Z <= upper at every look, but with probability alpha
 *
 * Only the coins are random: nothing is assumed of the data, the probabilities may be adaptive, and the run may stop whenever its
 * bounds please. z_i has to be fixed before the coin of row i, and every row's probability p_i > 0 known then.
 *
 * Answers that are late or never come count as the largest z for the upper bound and as nothing for the lower one, of differences as
 * the smallest. Trivial bounds always hold: S <= Z <= S + mass of the rows whose z was not seen, of differences S less that mass.
 *
 * Slack, one-sided at alpha: about ln(1 / alpha) / p_min + sqrt(2 ln(1 / alpha) sum of (1 - p) / p over rows with z = 1). The
 * floor p_min decides what a ledger can ever say. For weighted counts it is that of a unit of importance
 * (`unitProbability`): a row of |z| <= i allows every lambda below -ln(1 - p) / i, so that i / p must stay bounded, and not 1 / p.
 *
 * @example
 * const certificate = new Certificate(0.1);
 * for (let row = 0; row < 1000; row++) {
 *   certificate.consider(0.5);
 *   if (row % 2 === 0) certificate.see(0.5, 0); // bought, and no mistake
 * }
 * const [low, high] = certificate.bounds(0.95);
 * low // => 0
 * high > 5 && high < 60 // => true
 */
export class Certificate extends Kept {
  readonly #above: CoinMartingale;
  readonly #below: CoinMartingale;
  readonly #minimum: number;
  readonly #signed: boolean;
  readonly #sums = { seen: 0, unseenMass: 0 };

  /**
   * `minimumProbability`: the smallest p a row of |z| = 1 can have, as it was known before the first coin; never the smallest one seen.
   * Rows of |z| <= i have at least 1 - (1 - p)^i, or retire components.
   *
   * `values`: whether z can be negative, as differences of two predictors can.
   *
   * @throws RangeError outside (0, 1].
   */
  constructor(minimumProbability: number, values: 'counts' | 'differences' = 'counts') {
    super();
    if (!(minimumProbability > 0 && minimumProbability <= 1)) {
      throw new RangeError(`the smallest probability must be a number in (0, 1], found ${minimumProbability}`);
    }
    this.#minimum = minimumProbability;
    this.#signed = values === 'differences';
    this.#above = rising(minimumProbability);
    this.#below = this.#signed ? rising(minimumProbability) : falling(minimumProbability);
    this.keep({ above: this.#above, below: this.#below }, this.#sums);
  }

  /**
   * A row is about to be decided with probability p; |z| is at most `size`, its own importance for weighted counts. Whether it has
   * retired a component: any other moves nothing but `most`.
   */
  consider(p: number, size = 1): boolean {
    const retires = this.#above.consider(p, size);
    // For counts the lower bound's exponents are negative: every lambda is allowed.
    if (this.#signed) this.#below.consider(p, size);
    this.#sums.unseenMass += size;
    return retires;
  }

  /** So many rows of |z| <= 1 were decided, each with at least the smallest probability: no component is retired. */
  passOver(rows: number): void {
    this.#sums.unseenMass = plusOnes(this.#sums.unseenMass, rows);
  }

  /** The label of a row considered was bought with probability p and came: its z, at most `size` in absolute value. */
  see(p: number, z: number, size = 1): void {
    this.#above.see(p, z);
    this.#below.see(p, -z);
    this.#sums.seen += z;
    this.#sums.unseenMass -= size;
  }

  /** Z is at most this at every look, but with probability alpha in (0, 1). */
  upper(alpha: number, open: readonly OpenCount[] = []): number {
    return Math.min(this.coinBound(alpha, open), this.most);
  }

  /** The part of `upper` that the coins tell: rows that are not bought do not move it, unless they retire a component. */
  coinBound(alpha: number, open: readonly OpenCount[] = []): number {
    const limit = this.#assuming(this.#above, open).limit(alpha);
    return this.#sums.seen + sizeOf(open) + (this.#signed ? limit : Math.max(0, limit));
  }

  /** Z whatever the coins were: S and every row whose z was not seen. */
  get most(): number {
    return this.#sums.seen + this.#sums.unseenMass;
  }

  /** Z is at least this at every look, but with probability alpha in (0, 1). */
  lower(alpha: number, open: readonly OpenCount[] = []): number {
    return Math.max(this.coinFloor(alpha, open), this.least);
  }

  /** The part of `lower` that the coins tell; an open purchase counts as nothing, of differences as the smallest z. */
  coinFloor(alpha: number, open: readonly OpenCount[] = []): number {
    const { seen } = this.#sums;
    if (!this.#signed) return seen - Math.min(0, this.#below.limit(alpha));
    return seen - sizeOf(open) - this.#assuming(this.#below, open).limit(alpha);
  }

  /** Z whatever the coins were. */
  get least(): number {
    return this.#sums.seen - (this.#signed ? this.#sums.unseenMass : 0);
  }

  /**
   * Both at once, each with half of what the confidence leaves.
   *
   * @throws RangeError for a confidence outside (0, 1).
   */
  bounds(confidence: number, open: readonly OpenCount[] = []): readonly [low: number, high: number] {
    requireConfidence(confidence);
    const alpha = (1 - confidence) / 2;
    return [this.lower(alpha, open), this.upper(alpha, open)];
  }

  /** What a martingale would be if every open purchase had the largest z, of `below` the smallest. */
  #assuming(martingale: CoinMartingale, open: readonly OpenCount[]): CoinMartingale {
    if (open.length === 0) return martingale;
    const assumed = rising(this.#minimum);
    assumed.restore(martingale.state());
    for (const { probability, size } of open) assumed.see(probability, size);
    return assumed;
  }
}

/**
 * The most that can be hidden when not one count was seen: what a floor can certify at all, one-sided at alpha, in counts.
 *
 * @example
 * smallestCertifiable(0.1, 0.05) > Math.log(20) / 0.11 // => true
 */
export function smallestCertifiable(minimumProbability: number, alpha: number): number {
  return rising(minimumProbability).limit(alpha);
}

function sizeOf(open: readonly OpenCount[]): number {
  return open.reduce((sum, { size }) => sum + size, 0);
}

/** sum + 1 + … + 1, so many ones added one at a time: to the same bits. */
export function plusOnes(sum: number, ones: number): number {
  if (Number.isInteger(sum)) return sum + ones;
  let plus = sum;
  for (let n = 0; n < ones; n++) plus += 1;
  return plus;
}

/** For exponents of z >= 0: just below what a row of the smallest probability allows, halved again and again. */
function rising(minimum: number): CoinMartingale {
  const indices = Array.from({ length: COMPONENTS }, (_, k) => k);
  const scale = 0.98 * largestExponent(minimum);
  const weights = indices.map((k) => 1 / ((k + 1) * (k + 2)));
  const exponents = indices.map((k) => scale * 2 ** -k);
  return new CoinMartingale(exponents, weights);
}

/** For exponents of -z <= 0, where every lambda is allowed. */
function falling(minimum: number): CoinMartingale {
  const indices = Array.from({ length: COMPONENTS }, (_, k) => k);
  const exponents = indices.map((k) => 8 * largestExponent(minimum) * 2 ** -k);
  const weights = indices.map(() => 1);
  return new CoinMartingale(exponents, weights);
}

/** -ln(1 - p_min), kept finite: at p = 1 nothing is hidden, and any grid will do. */
function largestExponent(minimum: number): number {
  return -log1p(-Math.min(minimum, 1 - 2 ** -20));
}

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
