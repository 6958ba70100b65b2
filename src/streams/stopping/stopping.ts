import { CertifiedCount } from '../../statistics/certificates/certified-count.ts';
import { smallestCertifiable } from '../../statistics/certificates/certificate.ts';
import { log } from '../../numerics/elementary.ts';
import type { State, Stateful } from '../../numerics/state.ts';

/** What can be waited for, each with what it is. */
export const STOP_MEASURES = {
  error: 'wrong predictions, of the rows considered',
  recall: 'rows of the positive class among the labels bought, of all positive rows considered',
} as const;

/** When a run is to end. */
export interface StopGoal {
  readonly measure: keyof typeof STOP_MEASURES;
  /** The error has to be at most this, the recall at least; in (0, 1). */
  readonly limit: number;
  /** In (0, 1): the certificate is wrong in at most 1 - confidence of all runs, however long each went. */
  readonly confidence: number;
}

/** Rows between two looks: of numbers that large counting is still that of small integers. */
const MOST_QUIET = 2 ** 30 - 1;

/**
 * Ends a run when a certificate says that its goal is reached (statistics/certificates/certificate.ts), at whatever row that is: the
 * bound holds at every look at once, so that stopping because of it does it no harm.
 *
 *   error <= e     upper bound on mistakes <= e * rows considered
 *   recall >= r    positives bought >= r * upper bound on positives
 *
 * Both are about the rows considered; where the run ends in mid-pool, nothing is said of the rest. A handful of rows that were all
 * bought would reach any goal: the first look is when as many rows have been considered (for recall: as many positives bought) as
 * a run needs that buys with the smallest probability alone and sees no mistake,
 *
 *   ln(1 / alpha) / p_min / e rows       ln(1 / alpha) / p_min * r / (1 - r) positives
 */
export class Stopping implements Stateful {
  readonly goal: StopGoal;
  readonly #count: CertifiedCount;
  readonly #minimum: number;
  readonly #alpha: number;
  readonly #firstLook: number;
  /** Rows until the next look: before it the goal is out of reach, unless an answer comes. */
  #rest = 0;
  /** The same at the last look: what is gone of it are rows that the count was not told of, of which the number is all that matters. */
  #quiet = 0;
  /** The probability of the last of them. */
  #p = 0;
  /** The probability from which on a row of importance 1 need not be told at once. */
  #ordinary: number;

  /** `minimumProbability`: as it was known before the first coin. */
  constructor(goal: StopGoal, minimumProbability: number) {
    const { measure, limit, confidence } = goal;
    this.goal = goal;
    this.#count = new CertifiedCount(minimumProbability);
    this.#minimum = minimumProbability;
    this.#ordinary = minimumProbability;
    this.#alpha = 1 - confidence;
    const slack = -log(this.#alpha) / minimumProbability;
    this.#firstLook = measure === 'error' ? slack / limit : (slack * limit) / (1 - limit);
  }

  /** Whether the run may end here. To be asked between examples. */
  get isReached(): boolean {
    return this.#rest <= 0 && this.#look();
  }

  /** What is certified now: an error that is not exceeded, or a recall that is reached, with the rows it is about. */
  get certified(): { readonly bound: number; readonly rows: number } {
    this.#tell();
    const { rows, seen } = this.#count;
    const upper = this.#count.upper(this.#alpha);
    if (this.goal.measure === 'error') return { bound: rows === 0 ? 1 : upper / rows, rows };
    return { bound: seen === 0 ? 0 : seen / upper, rows };
  }

  /** A row is about to be decided with probability p, at a budget that holds so many labels. */
  consider(p: number, rowImportance: number, labelsLeft: number): void {
    if (rowImportance === 1 && p >= this.#ordinary && labelsLeft >= 1) {
      this.#rest--;
      this.#p = p;
      return;
    }
    this.#tell();
    if (labelsLeft < 1) this.#count.stop();
    this.#count.consider(p, rowImportance);
    this.#setOrdinary();
  }

  /** The label of row i, the one last considered, was bought. */
  buy(i: number): void {
    this.#tell();
    this.#count.buy(i);
  }

  /** It came; whether the prediction it was bought on was wrong, and whether it is of the positive class. */
  answer(i: number, isWrong: boolean, isPositive: boolean, _label?: number): void {
    this.#tell();
    this.#count.answer(i, this.goal.measure === 'error' ? isWrong : isPositive);
  }

  state(): State {
    this.#tell();
    return this.#count.state();
  }

  restore(state: State): void {
    this.#count.restore(state);
    [this.#rest, this.#quiet] = [0, 0];
    this.#setOrdinary();
  }

  #look(): boolean {
    this.#tell();
    const { measure, limit } = this.goal;
    const { rows, seen } = this.#count;
    const isEarly = (measure === 'error' ? rows : seen) < this.#firstLook;
    const upper = isEarly ? Infinity : this.#count.watchedUpper(this.#alpha);
    if (measure === 'error' ? upper <= limit * rows : seen >= limit * upper) return true;
    // Rows that are not bought lower no bound: positives wait for an answer, mistakes for more rows; not longer, whatever is rounded.
    const next = measure === 'recall' ? Infinity : isEarly ? this.#firstLook : upper / limit;
    this.#quiet = Math.min(MOST_QUIET, Math.ceil((1 - 1e-12) * next - rows));
    this.#rest = this.#quiet;
    return false;
  }

  /** Tells the count of the rows it was not told of; the next look is at once. */
  #tell(): void {
    const untold = this.#quiet - this.#rest;
    [this.#rest, this.#quiet] = [0, 0];
    if (untold === 0) return;
    this.#count.passOver(untold - 1);
    this.#count.consider(this.#p, 1);
  }

  /** Where the sum of importances is no whole number, ones that are added to it are rounded one at a time. */
  #setOrdinary(): void {
    this.#ordinary = Number.isInteger(this.#count.rows) ? this.#minimum : Infinity;
  }
}

/** What labels bought with at least this probability can certify at all, before one is bought. */
export interface Reach {
  /** Smallest share of the rows that can be certified: what may be hidden where no mistake is seen. Above 1: none. */
  readonly error: number;
  /** Positives that have to be bought for a recall of `limit`. */
  readonly positives: number;
}

/** The reach of a goal on so many rows, or so much importance of them; then the smallest probability is that of a unit of it. */
export function reachOf({ limit, confidence }: StopGoal, minimumProbability: number, rows: number): Reach {
  const hidden = smallestCertifiable(minimumProbability, 1 - confidence);
  return { error: hidden / rows, positives: Math.ceil((hidden * limit) / (1 - limit)) };
}
