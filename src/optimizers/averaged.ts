import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { optimizerRecipe } from './optimizer.ts';
import { schedule, scheduleParameters, type Schedule, ScheduledDescent } from './bases/descent.ts';

class Averaged extends ScheduledDescent {
  readonly #drift: KernelNumbers;
  readonly #start: number;
  /** A before the prepared example. */
  #averagedBefore = 0;

  constructor(columns: number, eta: Schedule, start: number) {
    super(new KernelNumbers(columns), eta);
    this.#drift = new KernelNumbers(columns);
    this.#start = start;
    this.keep({ w: this.w, drift: this.#drift, pace: this.pace });
  }

  override predict(rows: SparseRows, i: number): number {
    const mass = this.#averagedMass();
    return mass === 0 ? this.margin(rows, i) : this.margin(rows, i) - this.#drift.dot(rows, i) / mass;
  }

  override prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    this.#averagedBefore = this.#averagedMass();
    return super.prepare(rows, i, h, slope);
  }

  override push(rows: SparseRows, i: number, u: number): void {
    if (u === 0) return;
    this.w.addScaled(rows, i, this.eta * u);
    if (this.#averagedBefore > 0) this.#drift.addScaled(rows, i, this.#averagedBefore * this.eta * u);
  }

  override weights(): Float64Array {
    const mass = this.#averagedMass();
    const drift = this.#drift.values;
    return mass === 0 ? this.w.copy() : this.w.values.map((w, j) => w - drift[j] / mass);
  }

  #averagedMass(): number {
    return Math.max(0, this.pace.mass - this.#start);
  }
}

/**
 * Averaged gradient descent: trains like gradient descent, predicts with the mean of its weights over the importance mass,
 *
 *   mean = sum_t a_t w_t / A,   a_t the part of h_t after mass `start`,   A the sum of a_t.
 *
 * Kept lazily: a step d made when A had come to A' is missing from the first A' units, so mean = w - drift / A with
 * drift += A' d, at the cost of the row's features alone. Before `start` the mean is w. State per feature: w, drift.
 *
 * With a constant step the training weights are exactly importance-invariant; their mean is not, since the weights between
 * copies of an example count in it.
 *
 * Source: Polyak & Juditsky (1992); the lazy form as in Daume, Practical structured learning techniques (2006), figure 2.3.
 */
export const averaged = optimizerRecipe(
  'averaged',
  () => ({ averagable: false }),
  { ...scheduleParameters, start: { from: 0, default: 0, meaning: 'importance mass before the averaging begins' } },
  ({ start, ...values }, columns) => new Averaged(columns, schedule(values), start),
);
