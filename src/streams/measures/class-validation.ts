import type { Dataset } from '../../rows/dataset.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';

/** What predictions of several classes are judged by: classes 1 … K, and their costs where there are some. */
export type Judged = Pick<Dataset, 'labels' | 'costs' | 'importances'>;

/**
 * Progressive validation of several classes: each prediction is scored before its label can influence it.
 *
 *   error = sum h [prediction costs more than the cheapest class] / sum h      cost = sum h c(prediction) / sum h
 *   confusion[true class][predicted class] = sum h
 *
 * A class label costs 0 for its class and 1 for every other, so that cost and error are one. Where costs are listed the true class
 * is the cheapest one, the first of several; a prediction whose cost is not listed is not scored. Examples count with their own
 * importance.
 */
export class ClassValidation {
  readonly #data: Judged;
  readonly #classes: number;
  readonly #confusion: Float64Array;
  #errors = 0;
  #costs = 0;
  #excess = 0;
  #mass = 0;
  #unlisted = 0;

  constructor(data: Judged, classes: number) {
    this.#data = data;
    this.#classes = classes;
    this.#confusion = new Float64Array(classes * classes);
  }

  /** Scores the class that was predicted for row i, counted from 0. */
  record(i: number, predicted: number): void {
    const { labels, importances } = this.#data;
    const h = importances === undefined ? 1 : importances[i];
    const truth = labels[i] - 1;
    const cost = this.#cost(i, predicted, truth);
    if (cost === undefined) {
      this.#unlisted++;
      return;
    }
    const least = this.#cost(i, truth, truth)!;
    this.#confusion[truth * this.#classes + predicted] += h;
    if (cost > least) this.#errors += h;
    this.#costs += h * cost;
    this.#excess += h * (cost - least);
    this.#mass += h;
  }

  /** Share of predictions that cost more than need be; NaN before the first. */
  get error(): number {
    return this.#errors / this.#mass;
  }

  /** Mean cost. */
  get cost(): number {
    return this.#costs / this.#mass;
  }

  /** Mean cost above that of the cheapest class. */
  get excess(): number {
    return this.#excess / this.#mass;
  }

  /** Predictions that were not scored, for want of their costs. */
  get unlisted(): number {
    return this.#unlisted;
  }

  /** Importance by true class and predicted class, a row a true class. */
  get confusion(): number[][] {
    const size = this.#classes;
    return Array.from({ length: size }, (_, k) => [...this.#confusion.subarray(k * size, (k + 1) * size)]);
  }

  #cost(i: number, predicted: number, truth: number): number | undefined {
    const { costs: table } = this.#data;
    if (table === undefined) return predicted === truth ? 0 : 1;
    const { offsets, classes, costs } = table;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) if (classes[k] === predicted + 1) return costs[k];
    return undefined;
  }
}

/** Judges a model that learns no more on every row of a set; classes are counted from 0 in what it predicts. */
export function judgedOn(
  model: { readonly predict: (rows: SparseRows, i: number) => number },
  data: Judged & Pick<Dataset, 'rows'>,
  classes: number,
): ClassValidation {
  const validation = new ClassValidation(data, classes);
  for (let i = 0; i < data.rows.length; i++) validation.record(i, model.predict(data.rows, i));
  return validation;
}
