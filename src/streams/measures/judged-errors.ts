import type { Judge } from '../judge.ts';

/** Counts the wrong predictions of a run by the true labels, each row with its own importance. */
export class JudgedErrors {
  readonly #judge: Pick<Judge, 'isWrong'>;
  readonly #labels: Float64Array;
  readonly #importances: Float64Array | undefined;
  #wrong = 0;
  #mass = 0;

  /** `labels` as the judge reads them; without importances every row counts 1. */
  constructor(judge: Pick<Judge, 'isWrong'>, labels: Float64Array, importances?: Float64Array) {
    this.#judge = judge;
    this.#labels = labels;
    this.#importances = importances;
  }

  /** Judges the prediction for row i. */
  record(i: number, prediction: number): void {
    const h = this.#importances === undefined ? 1 : this.#importances[i];
    if (this.#judge.isWrong(prediction, this.#labels[i])) this.#wrong += h;
    this.#mass += h;
  }

  /** Share of wrong predictions so far; NaN before the first. */
  get error(): number {
    return this.#wrong / this.#mass;
  }
}
