import { permutation, randomStream } from '../../src/numerics/random.ts';
import { AssistedShares } from '../../src/statistics/assisted-shares.ts';
import { CertifiedCount } from '../../src/statistics/certificates/certified-count.ts';
import { ErrorTally } from '../../src/statistics/error-tally.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { assistedInterval } from '../../src/statistics/intervals/assisted-interval.ts';
import { HALF_WIDTH } from '../../src/numerics/elementary.ts';
import { wilsonOfPool } from '../../src/statistics/intervals/wilson-interval.ts';
import { mean } from '../../src/statistics/small-samples.ts';

export const CONFIDENCE = 0.95;

/** What is said of a share, its ends null where it is not bounded by more than 0 and 1. */
interface Said {
  readonly value: number | null;
  readonly middle?: number;
  readonly low: number | null;
  readonly high: number | null;
}

export function estimateOf({ value, middle, low, high }: Said): Estimate {
  return { value: value ?? middle ?? low ?? 0, low: low ?? 0, high: high ?? 1 };
}

/** The share of positives with the running mean as the guess of every row: all rows are of one cell (statistics/assisted-shares.ts). */
export class RunningMean {
  readonly #tally = new ErrorTally();
  readonly #shares = new AssistedShares(2);

  consider(p: number): void {
    this.#tally.consider(1, p);
    this.#shares.consider(1, p, 0);
  }

  buy(row: number, isPositive: boolean): void {
    this.#tally.buy(row);
    this.#shares.buy(row);
    this.#tally.answer(row, isPositive ? 'wrong' : 'right', undefined);
    this.#shares.answer(row, Number(isPositive));
  }

  end(): Estimate {
    const plain = this.#tally.share('over');
    return estimateOf(this.#shares.share({ label: 1, predicted: [0, 1] }, 'over', plain, this.#tally.seen('over')));
  }
}

/** The share of positives with guesses as they came: METHODS of src/statistics/assisted-shares.ts with g = m, no cell and no lambda. */
export class RawGuesses {
  readonly #sides = [0, 1].map(() => ({ weighted: 0, squares: 0, seen: 0 }));
  #clock = 0;
  #total = 0;
  #largest = 0;

  consider(p: number, guess: number): void {
    this.#clock++;
    this.#total += guess;
    if (p < 1) this.#largest = Math.max(this.#largest, 1 / p);
  }

  buy(p: number, guess: number, isPositive: boolean): void {
    const residual = Number(isPositive) - guess;
    const side = this.#sides[Number(isPositive)];
    this.#total += residual / p;
    side.weighted += 1 / p;
    side.squares += ((1 - p) * residual * residual) / (p * p);
    side.seen++;
  }

  end(): Estimate {
    const [outside, inside] = this.#sides;
    return assistedInterval({ clock: this.#clock, total: this.#total, largest: this.#largest, inside, outside });
  }
}

/** Whether the count of some rows was outside of its certified bounds at a look: after every row, once its label is there. */
export class WatchedCount {
  readonly #count: CertifiedCount;
  readonly #alpha = (1 - CONFIDENCE) / 2;
  #truth = 0;
  #lower = 0;
  isOutside = false;

  constructor(minimum: number) {
    this.#count = new CertifiedCount(minimum);
  }

  consider(p: number, isCounted: boolean): void {
    this.look();
    this.#count.consider(p, 1);
    this.#truth += Number(isCounted);
  }

  buy(row: number, isCounted: boolean): void {
    this.#count.buy(row);
    this.#count.answer(row, isCounted);
    // What is not counted moves no bound from below.
    if (isCounted) this.#lower = Math.max(this.#lower, this.#count.lower(this.#alpha));
  }

  look(): void {
    if (this.#count.rows === 0) return;
    this.isOutside ||= this.#truth < this.#lower - 1e-9 || this.#truth > this.#count.watchedUpper(this.#alpha) + 1e-9;
  }
}

/** Rows drawn at random without replacement, their z in {0, 1} and the guesses of it. */
export interface RandomLabels {
  readonly z: readonly number[];
  readonly m: readonly number[];
  /** Rows that they are drawn from, and the mean guess of these. */
  readonly rows: number;
  readonly meanGuess: number;
}

/** So many of these rows, by the seed. */
export function randomLabels(rows: ArrayLike<number>, labels: number, seed: number): number[] {
  return Array.from(permutation(rows.length, randomStream(seed, 'labels at random')).subarray(0, labels), (n) => rows[n]);
}

/** The reference: Wilson's interval of them, as of a sample without replacement. */
export function ofRandom(z: readonly number[], rows: number): Estimate {
  return wilsonOfPool(mean(z), z.length, rows, CONFIDENCE);
}

/**
 * PPI++ on random labels, for the share in a pool:
 *
 *   theta = s mean of m over all rows + mean of z - s m over the labels        s = cov(z, m) / var(m) over the labels, in [0, 1]
 *   variance = (1 - n/N) / n times the variance of z - s m over the labels
 *
 * Source: Angelopoulos, Duchi & Zrnic, PPI++ (arXiv 2311.01453), with the correction for a finite pool (Cochran, 1977).
 */
export function ofPpi({ z, m, rows, meanGuess }: RandomLabels): Estimate {
  const n = z.length;
  const [meanZ, meanM] = [mean(z), mean(m)];
  const sum = (term: (i: number) => number): number => z.reduce((total, _, i) => total + term(i), 0);
  const variance = sum((i) => (m[i] - meanM) ** 2);
  const covariance = sum((i) => (z[i] - meanZ) * (m[i] - meanM));
  const s = variance > 0 ? Math.min(1, Math.max(0, covariance / variance)) : 0;
  const value = meanZ + s * (meanGuess - meanM);
  const residuals = sum((i) => (z[i] - meanZ - s * (m[i] - meanM)) ** 2) / (n - 1);
  const half = HALF_WIDTH * Math.sqrt(((1 - n / rows) * residuals) / n);
  return { value, low: value - half, high: value + half };
}
