import type { Objective } from '../../src/fits/newton.ts';
import type { Loss } from '../../src/losses/loss.ts';
import type { Work } from '../../src/numerics/work.ts';
import type { Dataset } from '../../src/rows/dataset.ts';
import { addScaled, dot } from '../../src/rows/sparse-rows.ts';

/** The empirical risk f(w) = (1/n) sum over i of l(w.x_i, y_i) + l2 |w|^2 / 2, with its gradient and Hessian. */
export class Risk implements Objective {
  readonly size: number;
  readonly #loss: Loss;
  readonly #data: Pick<Dataset, 'rows' | 'labels'>;
  readonly #l2: number;
  readonly #margins: Float64Array;

  constructor(loss: Loss, data: Pick<Dataset, 'rows' | 'labels'>, l2: number) {
    [this.#loss, this.#data, this.#l2] = [loss, data, l2];
    this.size = data.rows.columns;
    this.#margins = new Float64Array(data.rows.length);
  }

  *value(point: Float64Array): Work<number> {
    const { rows, labels } = this.#data;
    let sum = 0;
    for (let i = 0; i < rows.length; i++) {
      this.#margins[i] = dot(rows, i, point);
      sum += this.#loss.value(this.#margins[i], labels[i]);
    }
    yield;
    return sum / rows.length + (this.#l2 / 2) * point.reduce((square, w) => square + w * w, 0);
  }

  *gradient(point: Float64Array, out: Float64Array): Work<void> {
    const { rows, labels } = this.#data;
    point.forEach((w, j) => (out[j] = this.#l2 * w));
    for (let i = 0; i < rows.length; i++) addScaled(rows, i, out, this.#loss.slope(this.#margins[i], labels[i]) / rows.length);
    yield;
  }

  *product(direction: Float64Array, out: Float64Array): Work<void> {
    const { rows, labels } = this.#data;
    direction.forEach((d, j) => (out[j] = this.#l2 * d));
    for (let i = 0; i < rows.length; i++) {
      const curvature = this.#loss.curvature(this.#margins[i], labels[i]) / rows.length;
      addScaled(rows, i, out, curvature * dot(rows, i, direction));
    }
    yield;
  }
}
