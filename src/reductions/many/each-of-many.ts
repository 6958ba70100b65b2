import type { Loss } from '../../losses/loss.ts';
import type { LossOfMany } from './loss-of-many.ts';

/** A loss asked member by member. */
export class EachOfMany implements LossOfMany {
  readonly predictions: Float64Array;
  readonly labels: Float64Array;
  readonly times: Float64Array;
  readonly out: Float64Array;
  readonly #loss: Loss;

  constructor(loss: Loss, size: number) {
    this.#loss = loss;
    this.predictions = new Float64Array(size);
    this.labels = new Float64Array(size);
    this.times = new Float64Array(size);
    this.out = new Float64Array(size);
  }

  values(n: number): void {
    const { predictions, labels, out } = this;
    for (let m = 0; m < n; m++) out[m] = this.#loss.value(predictions[m], labels[m]);
  }

  slopes(n: number): void {
    const { predictions, labels, out } = this;
    for (let m = 0; m < n; m++) out[m] = this.#loss.slope(predictions[m], labels[m]);
  }

  flows(n: number): void {
    const { predictions, labels, times, out } = this;
    for (let m = 0; m < n; m++) out[m] = this.#loss.flow(predictions[m], labels[m], times[m]);
  }
}
