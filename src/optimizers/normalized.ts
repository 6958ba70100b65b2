import type { SparseRows } from '../rows/sparse-rows.ts';
import { DirectedDescent, schedule, scheduleParameters, type Schedule, Scales } from './bases/descent.ts';
import { optimizerRecipe } from './optimizer.ts';

class Normalized extends DirectedDescent {
  readonly #scales: Scales;

  constructor(columns: number, eta: Schedule, initial: number) {
    super(columns, eta);
    this.#scales = new Scales(columns, 2, initial);
    this.keep({ scales: this.#scales });
  }

  override admit(rows: SparseRows, i: number): boolean {
    return this.#scales.admit(rows, i, this.w.values);
  }

  override sensitivity(rows: SparseRows, i: number, _slope: number): number {
    const { offsets, indices, values } = rows;
    const { s } = this.#scales;
    const end = offsets[i + 1];
    let squaredLength = 0;
    for (let k = offsets[i]; k < end; k++) {
      const x = values[k];
      const scale = Math.max(s[indices[k]], Math.abs(x));
      squaredLength += x * (x / (scale * scale));
    }
    return this.pace.ahead() * this.#scales.ahead(squaredLength) * squaredLength;
  }

  override prepare(rows: SparseRows, i: number, h: number, _slope: number): number {
    const { offsets, indices, values } = rows;
    const direction = this.direction.reserve(rows, i);
    const { s } = this.#scales;
    const start = offsets[i];
    const end = offsets[i + 1];
    let squaredLength = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const scale = s[indices[k]];
      const along = x / (scale * scale);
      direction[k - start] = along;
      squaredLength += x * along;
    }
    this.eta = this.pace.advance(h) * this.#scales.count(h, squaredLength);
    return this.eta * squaredLength;
  }
}

/**
 * Normalized gradient descent (NG): w_i += eta(t) (t/N) u x_i / s_i^2, s_i the largest |x_i| seen.
 *
 * State per feature: w, s; besides N = sum of h x_i^2 / s_i^2 and the importance mass t. Predictions do not change when a
 * feature is measured in other units (x -> D x, D any positive diagonal). A row that shows a larger |x_i| first rescales
 * w_i by (s_i / |x_i|)^2, in `admit`. With a constant step and scales that are already known, copies differ only in t/N,
 * which every example moves: the whole learner is not importance-invariant.
 *
 * Source: Ross, Mineiro & Langford, Normalized online learning (2013), algorithm 1.
 */
export const normalized = optimizerRecipe(
  'normalized',
  () => ({ suitsAnyUnits: true }),
  { ...scheduleParameters, initial: { from: 0, default: 0, meaning: 'what t and N start from' } },
  ({ initial, ...values }, columns) => new Normalized(columns, schedule(values), initial),
);
