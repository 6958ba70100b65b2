import type { Loss } from '../../losses/loss.ts';
import { isMistake } from './progressive.ts';

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
