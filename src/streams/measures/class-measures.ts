import type { Loss } from '../../losses/loss.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { lossOutOfRange, type DivergenceError } from '../../learners/margin-learner.ts';

/**
 * Progressive validation: every prediction is scored before its label can influence it, so the running averages estimate
 * the error on unseen data without holding anything out.
 *
 * Each example counts with its own importance, never with 1/p: this is evaluation over the whole stream, with labels that
 * only the evaluator sees. Source: Blum, Kalai & Langford, Beating the hold-out (1999).
 */
export class ProgressiveValidation {
  readonly #loss: Loss;
  readonly #labels: Float64Array;
  readonly #importances: Float64Array | undefined;
  /** A sum that gets there has left the numbers. Losses of probabilities do saturate, at predictions that rule the label out. */
  readonly #limit: number = Infinity;
  #lossSum = 0;
  #errorSum = 0;
  #mass = 0;
  #recorded = 0;
  #divergence: DivergenceError | undefined = undefined;
  #ruledOut: number | undefined = undefined;

  constructor(loss: Loss, labels: Float64Array, importances?: Float64Array) {
    this.#loss = loss;
    this.#labels = labels;
    this.#limit = loss.labels === 'unit' ? Infinity : Number.MAX_VALUE;
    this.#importances = importances;
  }

  /** Scores the prediction p of row i. */
  record(i: number, p: number): void {
    this.score(i, p, this.#labels[i], this.#importances === undefined ? 1 : this.#importances[i]);
  }

  /** The same for a row whose label y and importance h are handed over, and its loss where it is known. */
  score(i: number, p: number, y: number, h: number, loss = this.#loss.value(p, y)): void {
    this.#recorded++;
    this.#lossSum += h * loss;
    if (!(this.#lossSum < Number.MAX_VALUE)) this.#ruledOut ??= i;
    if (!(Math.abs(this.#lossSum) < this.#limit)) this.#divergence ??= lossOutOfRange(this.#recorded, p, y);
    if (isMistake(this.#loss, p, y)) this.#errorSum += h;
    this.#mass += h;
  }

  /** Mean loss so far; NaN before the first example, and no number to go on with once the sum has left the range of numbers. */
  get loss(): number {
    return this.#lossSum / this.#mass;
  }

  /**
   * Mean loss so far.
   *
   * @throws DivergenceError with the first example that took the sum out of the range of numbers.
   */
  get finiteLoss(): number {
    if (this.#divergence !== undefined) throw this.#divergence;
    return this.loss;
  }

  /**
   * The row at which the sum left the numbers, for a loss of probabilities the first whose prediction ruled its label out; undefined
   * where it is a number. Losses saturate, so that such a mean is some large number or infinite, and means nothing.
   */
  get infiniteAt(): number | undefined {
    return this.#ruledOut;
  }

  /** Share of wrong signs so far; NaN before the first example. */
  get error(): number {
    return this.#errorSum / this.#mass;
  }
}

/** Whether p and y lie on different sides of the threshold; a prediction on it counts as positive. */
export function isMistake(loss: Loss, p: number, y: number): boolean {
  return p >= loss.threshold! !== y > loss.threshold!;
}

/** What predictions are worth in each class: shares that are known (null: unknown), or estimates of them. */
export interface ByClass<Share> {
  /** Share of the smaller class; NaN where there are no two. */
  readonly smallerClass: number;
  /** The mean of the errors in both classes. */
  readonly balancedError: Share;
  /** 2 TP / (2 TP + FP + FN). */
  readonly fScore: Share;
}

/**
 * What predictions are worth in each class, by the true labels. Where one class is small the plain error says little: always
 * saying the larger class looks good.
 *
 *   balanced error = (FN / P + FP / N) / 2       F-score = 2 TP / (2 TP + FP + FN)
 *
 * Rows count with their importances.
 */
export class ClassMeasures {
  readonly #loss: Loss;
  #truePositive = 0;
  #falseNegative = 0;
  #falsePositive = 0;
  #trueNegative = 0;

  constructor(loss: Loss) {
    this.#loss = loss;
  }

  /** The prediction p of a row of label y and importance i. */
  record(p: number, y: number, i = 1): void {
    const isWrong = isMistake(this.#loss, p, y);
    if (y > this.#loss.threshold!) {
      if (isWrong) this.#falseNegative += i;
      else this.#truePositive += i;
    } else if (isWrong) this.#falsePositive += i;
    else this.#trueNegative += i;
  }

  /** null where a class has no row. */
  get balancedError(): number | null {
    const positive = this.#truePositive + this.#falseNegative;
    const negative = this.#trueNegative + this.#falsePositive;
    if (positive === 0 || negative === 0) return null;
    return (this.#falseNegative / positive + this.#falsePositive / negative) / 2;
  }

  /** null where no row is positive or was predicted to be. */
  get fScore(): number | null {
    const twice = 2 * this.#truePositive;
    const all = twice + this.#falsePositive + this.#falseNegative;
    return all === 0 ? null : twice / all;
  }

  /** What it comes to; in JSON a share that nobody knows is null. */
  get summary(): ByClass<number | null> {
    const { smallerClass, balancedError, fScore } = this;
    return { smallerClass, balancedError, fScore };
  }

  /** Share of the smaller class; NaN before the first row. */
  get smallerClass(): number {
    const positive = this.#truePositive + this.#falseNegative;
    const negative = this.#trueNegative + this.#falsePositive;
    return Math.min(positive, negative) / (positive + negative);
  }
}

/** Below this share of the smaller class the plain error says little. */
export const SMALL_CLASS = 0.2;

/** Progressive validation, bit for bit, that keeps account of both classes too: for whoever shows its error. */
export class TwoClassValidation extends ProgressiveValidation {
  #classes: ClassMeasures | undefined;
  /** Labels of a loss that takes any number are classes as long as they are -1 and +1. */
  readonly #mayBeNumbers: boolean;

  /** `classes`: the account to go on with; absent: one of its own. */
  constructor(loss: Loss, labels: Float64Array, importances?: Float64Array, classes?: ClassMeasures) {
    super(loss, labels, importances);
    this.#classes = loss.threshold === undefined ? undefined : (classes ?? new ClassMeasures(loss));
    this.#mayBeNumbers = loss.labels === 'real';
  }

  /** undefined where there are none: the loss predicts no classes, or labels are numbers. */
  get classes(): ClassMeasures | undefined {
    return this.#classes;
  }

  override score(i: number, p: number, y: number, h: number, loss?: number): void {
    super.score(i, p, y, h, loss);
    if (this.#mayBeNumbers && Math.abs(y) !== 1) this.#classes = undefined;
    this.#classes?.record(p, y, h);
  }
}

/** Progressive validation of rows that come a piece at a time: bit for bit that of all of them, in the memory of one piece. */
export class PiecewiseValidation extends TwoClassValidation {
  #piece: Pick<Dataset, 'labels' | 'importances'> = { labels: NONE };
  /** Rows of the pieces before: rows are counted from 0 through all pieces. */
  #before = 0;

  constructor(loss: Loss) {
    super(loss, NONE);
  }

  /** The rows that are recorded from now on are those of this piece. */
  begin(piece: Pick<Dataset, 'labels' | 'importances'>): void {
    this.#before += this.#piece.labels.length;
    this.#piece = piece;
  }

  /** Scores the prediction p of row i of the piece. */
  override record(i: number, p: number): void {
    const { labels, importances } = this.#piece;
    this.score(this.#before + i, p, labels[i], importances === undefined ? 1 : importances[i]);
  }
}

const NONE = new Float64Array(0);
