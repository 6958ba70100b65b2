import { lossOutOfRange, type DivergenceError } from '../../learners/margin-learner.ts';
import type { Loss } from '../../losses/loss.ts';

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
