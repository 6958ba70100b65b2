import { arrayIn, numberIn, partIn, type State, type Stateful } from '../../numerics/state.ts';
import { CertifiedCount } from '../../statistics/certificates/certified-count.ts';
import type { AnyActiveLearner } from '../active-learner.ts';
import type { Observer } from '../passes/active-learn.ts';
import type { Answer } from '../oracles/annotator.ts';

/** Rows that the smallest probability alone would have bought: below, a band says next to nothing. */
const ENOUGH_FOR_BAND = 40;

/** A certified band, in shares of the importance considered. */
export interface Band {
  readonly low: number;
  readonly high: number;
  /** What it is about: rows, or their importance where they have some. */
  readonly rows: number;
}

/**
 * Keeps the certified band of a run's mistakes while it happens: valid at every look. A late answer judges the prediction it was bought on.
 *
 * A row counts once it is done with: while its question is open, the band is that of the rows before.
 */
export class BandMeter implements Observer<AnyActiveLearner>, Stateful {
  readonly #minimum: number;
  readonly #count: CertifiedCount;
  /** In rounds the count where the last complete one ended, and how many those are; undefined where every row is met once. */
  #told: CertifiedCount | undefined;
  #rounds = 1;
  /** The predictions that purchases without an answer were made on, by row. */
  readonly #predictions = new Map<number, number>();
  /** Rows done with that count: the importance of others is 0. */
  #rows = 0;
  #isStopped = false;
  /** The row last considered; -1 where it is done with. */
  #row = -1;
  #p = 0;
  #size = 0;
  #isAsked = false;

  /** `minimumProbability`: as it was known before the first coin. */
  constructor(minimumProbability: number) {
    this.#minimum = minimumProbability;
    this.#count = new CertifiedCount(minimumProbability);
  }

  considered({ situation, decision, rounds }: AnyActiveLearner, i: number): void {
    this.#settle();
    if (rounds === undefined) this.#isStopped ||= situation.labelsLeft < 1;
    else this.#tell(situation.time / rounds.rows);
    if (this.#isStopped) return;
    this.#row = i;
    this.#p = decision.probability;
    this.#size = situation.rowImportance;
    this.#isAsked = decision.outcome === 'asked';
    if (this.#isAsked) this.#predictions.set(i, situation.prediction);
  }

  answered(active: AnyActiveLearner, i: number, answer: Answer): void {
    this.#settle();
    const prediction = this.#predictions.get(i);
    this.#predictions.delete(i);
    if (prediction === undefined || answer === 'abstains') return;
    for (const count of [this.#count, this.#told]) count?.answer(i, active.judge.isWrong(prediction, answer));
  }

  /** The band of 95% confidence, in rounds after the last complete one; undefined while too few rows have been considered for one. */
  get band(): Band | undefined {
    const count = this.#told ?? this.#count;
    const { rows } = count;
    if (this.#minimum * (this.#told === undefined ? this.#rows : rows) < ENOUGH_FOR_BAND) return undefined;
    const [low, high] = count.bounds(0.95);
    return { low: low / rows, high: high / rows, rows: rows / this.#rounds };
  }

  /** So many rounds are complete; others tell nothing. */
  #tell(rounds: number): void {
    if (!Number.isInteger(rounds)) return;
    this.#told = new CertifiedCount(this.#minimum);
    this.#told.restore(this.#count.state());
    this.#rounds = Math.max(1, rounds);
  }

  /** Taken where no question is open. */
  state(): State {
    this.#settle();
    return {
      count: this.#count.state(),
      ...(this.#told && { told: this.#told.state(), rounds: this.#rounds }),
      rows: this.#rows,
      isStopped: Number(this.#isStopped),
      open: Float64Array.from(this.#predictions.keys()),
      predictions: Float64Array.from(this.#predictions.values()),
    };
  }

  restore(state: State): void {
    this.#count.restore(partIn(state, 'count'));
    this.#told = 'told' in state ? new CertifiedCount(this.#minimum) : undefined;
    this.#told?.restore(partIn(state, 'told'));
    this.#rounds = 'rounds' in state ? numberIn(state, 'rounds') : 1;
    this.#rows = numberIn(state, 'rows');
    this.#isStopped = numberIn(state, 'isStopped') === 1;
    const predictions = arrayIn(state, 'predictions');
    this.#predictions.clear();
    arrayIn(state, 'open').forEach((row, n) => this.#predictions.set(row, predictions[n]));
    this.#row = -1;
  }

  #settle(): void {
    if (this.#row < 0) return;
    if (this.#size > 0) this.#rows++;
    this.#count.consider(this.#p, this.#size);
    if (this.#isAsked) this.#count.buy(this.#row);
    this.#row = -1;
  }
}
