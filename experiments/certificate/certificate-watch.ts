import { CertifiedCount } from '../../src/statistics/certificates/certified-count.ts';
import { ErrorTally } from '../../src/statistics/error-tally.ts';
import { HALF_WIDTH } from '../../src/numerics/elementary.ts';
import { scoreInterval } from '../../src/statistics/intervals/score-interval.ts';
import type { Observer } from '../../src/streams/passes/active-learn.ts';
import type { ActiveLearner } from '../../src/streams/active-learner.ts';
import type { Answer } from '../../src/streams/oracles/annotator.ts';
import { type ClassMeasures, isMistake } from '../../src/streams/measures/class-measures.ts';

/** Shares of the importance considered: the truth, its estimate H/t, and the certified band. */
export interface CertificateCheckpoint {
  readonly examples: number;
  readonly truth: number;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** What a run came to while its budget could pay for a label; shares of the importance considered. */
export interface Ending {
  readonly curve: readonly CertificateCheckpoint[];
  readonly rows: number;
  readonly labels: number;
  readonly truth: number;
  readonly low: number;
  readonly high: number;
  readonly scoreLow: number;
  readonly scoreHigh: number;
  readonly normalLow: number;
  readonly normalHigh: number;
  /** Whether the truth was outside of the certified band at any row. */
  readonly wasOutside: boolean;
}

/** A certificate at its checkpoints, beside the truth. */
export interface Watched {
  /** True labels by row, as the loss reads them. */
  readonly labels: Float64Array;
  /** p_min, known before the first coin. */
  readonly floor: number;
  readonly confidence: number;
  /** Rows considered at which the curve is drawn. */
  readonly at: readonly number[];
  /** Is told the predictions that the truth counts. */
  readonly classes?: ClassMeasures;
}

/** Holds a certificate against the truth at every row of a run whose answers are true and come at once. */
export class CertificateWatch implements Observer {
  readonly #given: Watched;
  readonly #count: CertifiedCount;
  readonly #tally = new ErrorTally();
  readonly #alpha: number;
  readonly #checkpoints: Set<number>;
  readonly #curve: CertificateCheckpoint[] = [];
  #rows = 0;
  /** Their importance. */
  #mass = 0;
  #labels = 0;
  #truth = 0;
  #lower = 0;
  #wasOutside = false;
  #isStopped = false;

  constructor(given: Watched) {
    this.#given = given;
    this.#count = new CertifiedCount(given.floor);
    this.#alpha = (1 - given.confidence) / 2;
    this.#checkpoints = new Set(given.at);
  }

  considered({ learner, situation, decision }: ActiveLearner, i: number): void {
    this.#look();
    if (situation.labelsLeft < 1) {
      this.#isStopped = true;
      this.#tally.stop();
      this.#count.stop();
    }
    if (this.#isStopped) return;
    const { rowImportance, prediction } = situation;
    this.#rows++;
    this.#mass += rowImportance;
    this.#tally.consider(rowImportance, decision.probability);
    this.#count.consider(decision.probability, rowImportance);
    const { labels, classes } = this.#given;
    if (isMistake(learner.loss, prediction, labels[i])) this.#truth += rowImportance;
    classes?.record(prediction, labels[i], rowImportance);
    if (decision.outcome !== 'asked') return;
    this.#tally.buy(i);
    this.#count.buy(i);
  }

  answered({ learner: { loss }, situation }: ActiveLearner, i: number, answer: Answer): void {
    if (answer === 'abstains') return;
    const isWrong = isMistake(loss, situation.prediction, answer);
    this.#labels++;
    this.#tally.answer(i, isWrong ? 'wrong' : 'right', answer > loss.threshold! ? 'positive' : 'negative');
    this.#count.answer(i, isWrong);
    // A right prediction moves no bound from below.
    if (isWrong) this.#lower = this.#count.lower(this.#alpha);
  }

  end(): Ending {
    this.#look();
    const seen = this.#tally.seen('over').answered;
    const score = scoreInterval(seen);
    const [estimate, reach] = [seen.weighted, HALF_WIDTH * Math.sqrt(seen.variance)];
    const [low, high] = this.#count.bounds(this.#given.confidence);
    const [rows, mass] = [this.#rows, this.#mass];
    return {
      curve: this.#curve,
      ...{ rows, labels: this.#labels, truth: this.#truth / mass, low: low / mass, high: high / mass },
      ...{ scoreLow: score.low, scoreHigh: score.high },
      ...{ normalLow: (estimate - reach) / mass, normalHigh: (estimate + reach) / mass },
      wasOutside: this.#wasOutside,
    };
  }

  /** After a row and its answer. */
  #look(): void {
    if (this.#isStopped || this.#rows === 0) return;
    this.#wasOutside ||= this.#truth < this.#lower || this.#truth > this.#count.watchedUpper(this.#alpha);
    if (!this.#checkpoints.has(this.#rows)) return;
    const mass = this.#mass;
    const [low, high] = this.#count.bounds(this.#given.confidence);
    const { weighted } = this.#tally.seen('over').answered;
    this.#curve.push({
      ...{ examples: this.#rows, truth: this.#truth / mass, estimate: weighted / mass },
      ...{ low: low / mass, high: high / mass },
    });
  }
}
