import { Kept } from '../../numerics/state.ts';
import { CertifiedCount } from '../../statistics/certificates/certified-count.ts';
import { Certificate } from '../../statistics/certificates/certificate.ts';
import { orderSlack } from '../../statistics/certificates/order-slack.ts';
import type { Stopping } from './stopping.ts';

/** Of two guesses: the run ends when it is certified which of them is right more often. */
export interface LeadGoal {
  readonly measure: 'lead';
  /** What the guesses are called: the one that the run judges, and its rival. */
  readonly first: string;
  readonly second: string;
  /** Rows of the file, those in which the two agree too; absent: the rows of the pool. */
  readonly of?: number;
  /** In (0, 1): it also ends when they are certified to differ by at most this share of all rows; absent: it does not. */
  readonly limit?: number;
  /** In (0, 1): the certificate is wrong in at most 1 - confidence of all runs, however long each went. */
  readonly confidence: number;
}

/** What is certified of a lead: the share of right guesses of the first less that of the second, of all rows of the file. */
export interface CertifiedLead {
  readonly low: number;
  readonly high: number;
  /** Rows considered, and labels that came. */
  readonly rows: number;
  readonly labels: number;
}

/** The rows in which two guesses differ. */
export interface DifferingRows {
  /** How many are to be considered. */
  readonly rows: number;
  /** Whether their order was drawn at random. */
  readonly areShuffled: boolean;
  /** Of rows that are never considered: the lead in those whose labels are known, and how many have none. */
  readonly known: number;
  readonly unlabelled: number;
  /** Whether a label of row i is what the rival guesses. */
  isRivalRight(i: number, label: number): boolean;
}

/** Share of alpha for the order of the rows: the coins, which it leaves the rest to, decide most. */
const FOR_ORDER = 0.1;

/** What the coins may miss, a side. */
function coinAlpha({ confidence }: LeadGoal, { areShuffled }: Pick<DifferingRows, 'areShuffled'>): number {
  return ((areShuffled ? 1 - FOR_ORDER : 1) * (1 - confidence)) / 2;
}

/**
 * Ends a run when a certificate says which of two guesses is right more often in all rows, or that they differ by little.
 *
 *   T = sum of z over all N rows in which they differ,  z = right(first) - right(second) in {-1, 0, 1};   lead = T / rows of the file
 *
 * The signed coin martingale (statistics/certificates/certificate.ts) bounds Z, the sum over the n rows considered, from both sides. Of the
 * rows ahead z is at least -1 and at most 1, and where the order is random Z is T n / N within s(n) (order-slack.ts):
 *
 *   low = max(Z_low - (N - n), (Z_low - s) N / n) <= T <= min(Z_high + N - n, (Z_high + s) N / n) = high
 *
 * T is one number and each bound holds at every look, so that the best one so far does. Looks are before every row and after every answer.
 */
export class LeadStopping extends Kept {
  readonly goal: LeadGoal;
  readonly #of: DifferingRows;
  readonly #count: CertifiedCount;
  readonly #alpha: number;
  readonly #orderAlpha: number;
  /** The bounds on T at earlier looks. */
  readonly #sums: { low: number; high: number; labels: number };

  /** `minimumProbability`: as it was known before the first coin. */
  constructor(goal: LeadGoal, minimumProbability: number, of: DifferingRows) {
    super();
    this.goal = goal;
    this.#of = of;
    this.#count = new CertifiedCount(minimumProbability, 'differences');
    this.#alpha = coinAlpha(goal, of);
    this.#orderAlpha = FOR_ORDER * (1 - goal.confidence);
    this.#sums = { low: -of.rows, high: of.rows, labels: 0 };
    this.keep({ count: this.#count }, this.#sums);
  }

  /** Whether the run may end here. To be asked between examples. */
  get isReached(): boolean {
    const { low, high } = this.certified;
    const { limit = 0 } = this.goal;
    return low > 0 || high < 0 || (limit > 0 && low >= -limit && high <= limit);
  }

  get certified(): CertifiedLead {
    const { known, unlabelled, rows } = this.#of;
    const of = Math.max(1, this.goal.of ?? rows + unlabelled);
    const [low, high] = this.#bounds();
    // T is a whole number.
    const [least, most] = [known - unlabelled + Math.ceil(low - 1e-9), known + unlabelled + Math.floor(high + 1e-9)];
    return { low: least / of, high: most / of, rows: this.#count.rows, labels: this.#sums.labels };
  }

  /** A row is about to be decided with probability p, at a budget that holds so many labels. */
  consider(p: number, rowImportance: number, labelsLeft: number): void {
    this.#look();
    if (labelsLeft < 1) this.#count.stop();
    this.#count.consider(p, rowImportance);
  }

  /** The label of row i, the one last considered, was bought. */
  buy(i: number): void {
    this.#count.buy(i);
  }

  /** It came; whether the guess it was bought on was wrong. */
  answer(i: number, isWrong: boolean, _isPositive: boolean, label: number): void {
    this.#count.answer(i, Number(!isWrong) - Number(this.#of.isRivalRight(i, label)));
    this.#sums.labels++;
    this.#look();
  }

  #look(): void {
    [this.#sums.low, this.#sums.high] = this.#bounds();
  }

  /** On T, of the rows that are to be considered. */
  #bounds(): readonly [low: number, high: number] {
    const { rows, areShuffled } = this.#of;
    const n = this.#count.rows;
    const [low, high] = this.#count.watchedBounds(this.#alpha);
    const slack = areShuffled ? orderSlack(n, rows, this.#orderAlpha) : Infinity;
    const each = Math.max(1, rows) / Math.max(1, n);
    return [
      Math.max(this.#sums.low, low - (rows - n), (low - slack) * each),
      Math.min(this.#sums.high, high + rows - n, (high + slack) * each),
    ];
  }
}

/** What ends a run. */
export type AnyStopping = Stopping | LeadStopping;

/** The lead that so many labels can be expected to certify, as a share of all rows: what half of them right and half wrong leave open. */
export function leadReach(goal: LeadGoal, minimumProbability: number, rows: number, labels: number): number {
  const p = Math.min(1, Math.max(minimumProbability, labels / rows));
  const certificate = new Certificate(minimumProbability, 'differences');
  certificate.passOver(rows);
  for (let n = 0; n < 2 * Math.ceil(Math.min(labels, rows) / 2); n++) certificate.see(p, n % 2 === 0 ? 1 : -1);
  return Math.max(1, certificate.upper(coinAlpha(goal, { areShuffled: true }))) / (goal.of ?? rows);
}
