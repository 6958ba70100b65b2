import { Kept } from '../../numerics/state.ts';
import { Certificate, plusOnes, type OpenCount } from './certificate.ts';
import { OpenPurchases } from '../open-purchases.ts';

/**
 * A count over the rows of a run as they are considered, and its certificate: the one account of every certified bound, for the
 * audit of a ledger and for a run that stops by it.
 *
 * Rows count up to the first whose price the budget did not hold (`stop`). A purchase without an answer counts as what would be
 * worst. A row of importance i counts as i rows; one of importance 0 counts nothing. Of differences every row has a z in [-1, 1].
 */
export class CertifiedCount extends Kept {
  readonly #certificate: Certificate;
  readonly #sums = { rows: 0, seen: 0, isStopped: false };
  /** Purchases without an answer, by their keys. */
  readonly #open = new OpenPurchases();
  #p = 0;
  #size = 0;
  /** Whether the coins' part of the last bound still holds: rows that are not bought do not move it, nor labels that are not counted. */
  #isKnown = false;
  /** The purchase since the last bound, where there is just one: it holds again if that label is not counted. */
  #last: number | undefined;
  #alpha = 0;
  #bound = 0;
  /** The same of the lower bound; of differences alone. */
  #floor = 0;
  readonly values: 'counts' | 'differences';

  /** `minimumProbability`: as it was known before the first coin (certificate.ts). */
  constructor(minimumProbability: number, values: 'counts' | 'differences' = 'counts') {
    super();
    this.#certificate = new Certificate(minimumProbability, values);
    this.keep({ certificate: this.#certificate, open: this.#open }, this.#sums);
    this.values = values;
  }

  /** Rows considered, or their importance where they have some. */
  get rows(): number {
    return this.#sums.rows;
  }

  /** Counted among the labels that came. */
  get seen(): number {
    return this.#sums.seen;
  }

  /** The budget cannot pay for the next row: nothing after it counts. */
  stop(): void {
    this.#sums.isStopped = true;
  }

  /** A row is about to be decided with probability p. */
  consider(p: number, size: number): void {
    if (this.#sums.isStopped) return;
    this.#sums.rows += size;
    this.#p = p;
    this.#size = size;
    if (size === 0) return;
    // What retires no component needs no new bound.
    if (this.#certificate.consider(p, size)) [this.#isKnown, this.#last] = [false, undefined];
  }

  /** So many rows of importance 1 were considered, each with at least the smallest probability, and not bought. */
  passOver(rows: number): void {
    if (this.#sums.isStopped) return;
    this.#sums.rows = plusOnes(this.#sums.rows, rows);
    this.#certificate.passOver(rows);
  }

  /** The label of the row last considered was paid for. */
  buy(key: number): void {
    if (this.#sums.isStopped) return;
    this.#open.add(key, this.#size, this.#p);
    this.#last = this.#isKnown ? key : undefined;
    this.#isKnown = false;
  }

  /** The label of a purchase came: whether the row counts, or the z of a row of importance 1. */
  answer(key: number, counted: boolean | number): void {
    if (!this.#open.take(key)) return;
    const { p: probability, i: size } = this.#open;
    const z = size * Number(counted);
    this.#sums.seen += z;
    this.#certificate.see(probability, z, size);
    this.#isKnown = z === 0 && key === this.#last;
    this.#last = undefined;
  }

  /** At most this at every look, but with probability alpha. */
  upper(alpha: number): number {
    return this.#certificate.upper(alpha, this.#unanswered());
  }

  /** At least this at every look, but with probability alpha. */
  lower(alpha: number): number {
    return this.#certificate.lower(alpha);
  }

  /** Both at once, each with half of what the confidence leaves. */
  bounds(confidence: number): readonly [low: number, high: number] {
    return this.#certificate.bounds(confidence, this.#unanswered());
  }

  /** The same as `upper`, at no cost after rows that were not bought. */
  watchedUpper(alpha: number): number {
    if (!this.#isKnown || alpha !== this.#alpha) {
      const open = this.#unanswered();
      this.#bound = this.#certificate.coinBound(alpha, open);
      if (this.values === 'differences') this.#floor = this.#certificate.coinFloor(alpha, open);
      this.#alpha = alpha;
      this.#isKnown = true;
      this.#last = undefined;
    }
    return Math.min(this.#bound, this.#certificate.most);
  }

  /** Both bounds of differences at this level each, at no cost likewise. */
  watchedBounds(alpha: number): readonly [low: number, high: number] {
    const high = this.watchedUpper(alpha);
    return [Math.max(this.#floor, this.#certificate.least), high];
  }

  protected override restored(): void {
    [this.#isKnown, this.#last] = [false, undefined];
  }

  #unanswered(): OpenCount[] {
    return Array.from(this.#open, ({ i, p }) => ({ probability: p, size: i }));
  }
}
