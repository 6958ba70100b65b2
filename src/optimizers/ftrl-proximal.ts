import type { Kernels } from '../rows/kernels/kernels.ts';
import { KernelNumbers } from '../rows/kernels/numbers.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { unlessInfinite } from '../numerics/elementary.ts';
import type { Values } from '../numerics/recipe.ts';
import { coordinatesOf, Direction, PlainOptimizer } from './bases/descent.ts';
import { optimizerRecipe } from './optimizer.ts';
import { softThreshold } from './bases/shrinking-weights.ts';

const parameters = {
  alpha: { above: 0, meaning: 'step size of every feature' },
  beta: { from: 0, default: 1, meaning: 'what every root of summed squared gradients starts from' },
  l1: { from: 0, default: 0, meaning: 'penalty on |w|' },
  l2: { from: 0, default: 0, meaning: 'penalty on w^2 / 2' },
} as const;

class FtrlProximal extends PlainOptimizer {
  readonly #w: KernelNumbers;
  readonly #z: KernelNumbers;
  readonly #n: KernelNumbers;
  readonly #values: Values<typeof parameters>;
  /** 1 / D of each entry of the prepared row. */
  readonly #rates = new Direction();

  constructor(columns: number, values: Values<typeof parameters>) {
    super();
    [this.#w, this.#z, this.#n] = Array.from({ length: 3 }, () => new KernelNumbers(columns));
    this.#values = values;
    this.coordinates = coordinatesOf(this.#w);
    this.keep({ w: this.#w, z: this.#z, n: this.#n });
  }

  margin(rows: SparseRows, i: number): number {
    return this.#w.dot(rows, i);
  }

  sensitivity(rows: SparseRows, i: number, slope: number): number {
    const { offsets, kernels } = rows;
    if (kernels === undefined || !this.#isWithin(kernels)) return this.#sensitivityHere(rows, i, slope);
    const { rates, numbers } = kernels;
    const { alpha, beta, l2 } = this.#values;
    numbers[0] = slope;
    numbers[1] = alpha;
    numbers[2] = beta;
    numbers[3] = l2;
    rates.ftrlSensitivity(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.#n.at);
    return unlessInfinite(numbers[0], numbers[1]);
  }

  #sensitivityHere({ offsets, indices, values }: SparseRows, i: number, slope: number): number {
    const { alpha, beta, l2 } = this.#values;
    const n = this.#n.values;
    const end = offsets[i + 1];
    let q = 0;
    let total = 0;
    for (let k = offsets[i]; k < end; k++) {
      const x = values[k];
      const gradient = slope * x;
      const grown = n[indices[k]] + gradient * gradient;
      q += x * (x * rate(Math.sqrt(grown), alpha, beta, l2));
      total += grown;
    }
    return unlessInfinite(q, total);
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, kernels } = rows;
    if (kernels === undefined || !this.#isWithin(kernels) || !this.#rates.reserveWithin(kernels, rows, i))
      return this.#prepareHere(rows, i, h, slope);
    const { rates, numbers } = kernels;
    const { alpha, beta, l2 } = this.#values;
    const w = this.#w.at;
    const z = this.#z.at;
    numbers[0] = slope;
    numbers[1] = h;
    numbers[2] = alpha;
    numbers[3] = beta;
    numbers[4] = l2;
    rates.ftrlRates(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], w, z, this.#n.at, this.#rates.at);
    return unlessInfinite(numbers[0], numbers[1]);
  }

  #prepareHere(rows: SparseRows, i: number, h: number, slope: number): number {
    const { offsets, indices, values } = rows;
    const { alpha, beta, l2 } = this.#values;
    const rates = this.#rates.reserve(rows, i);
    const w = this.#w.values;
    const z = this.#z.values;
    const n = this.#n.values;
    const start = offsets[i];
    const end = offsets[i + 1];
    let q = 0;
    let total = 0;
    for (let k = start; k < end; k++) {
      const x = values[k];
      const j = indices[k];
      const gradient = slope * x;
      const grown = n[j] + h * (gradient * gradient);
      const root = Math.sqrt(grown);
      z[j] -= ((root - Math.sqrt(n[j])) / alpha) * w[j];
      n[j] = grown;
      const held = rate(root, alpha, beta, l2);
      rates[k - start] = held;
      q += x * (x * held);
      total += grown;
    }
    return unlessInfinite(q, total);
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (u === 0) return;
    const { offsets, kernels } = rows;
    if (kernels === undefined || !this.#isWithin(kernels) || !this.#rates.isWithin(kernels)) {
      this.#pushHere(rows, i, u);
      return;
    }
    const { rates, numbers } = kernels;
    numbers[0] = u;
    numbers[1] = this.#values.l1;
    rates.ftrlPush(rows.indicesAt, rows.valuesAt, offsets[i], offsets[i + 1], this.#w.at, this.#z.at, this.#rates.at);
  }

  #pushHere({ offsets, indices, values }: SparseRows, i: number, u: number): void {
    const { l1 } = this.#values;
    const rates = this.#rates.values;
    const w = this.#w.values;
    const z = this.#z.values;
    const start = offsets[i];
    const entries = offsets[i + 1] - start;
    for (let k = 0; k < entries; k++) {
      const j = indices[start + k];
      const moved = z[j] - u * values[start + k];
      z[j] = moved;
      w[j] = -(l1 === 0 ? moved : softThreshold(moved, l1)) * rates[k];
    }
  }

  weights(): Float64Array {
    return this.#w.copy();
  }

  coordinateMass(): Float64Array {
    return this.#n.copy();
  }

  #isWithin(kernels: Kernels): boolean {
    return this.#w.isWithin(kernels) && this.#z.isWithin(kernels) && this.#n.isWithin(kernels);
  }
}

/** 1 / D; 0 for a feature that nothing holds yet (no gradient, beta or l2). */
function rate(root: number, alpha: number, beta: number, l2: number): number {
  const hold = (beta + root) / alpha + l2;
  return hold === 0 ? 0 : 1 / hold;
}

/**
 * FTRL-Proximal: w_i = -soft(z_i, l1) / D_i,  D_i = (beta + sqrt(n_i)) / alpha + l2, for the penalty l1 |w| + l2/2 w^2.
 *
 *   prepare:  n_i += h (l' x_i)^2;  z_i -= sigma_i w_i,  sigma_i = (growth of sqrt(n_i)) / alpha
 *   push:     z_i -= u x_i                                u = -h l' is the printed z += g
 *
 * Centring the new curvature on the current weight leaves w as it is, so preparing is free and the step alone moves the
 * margin. With l1 = 0 the margin is linear in u with q = sum_i x_i^2 / D_i: every update rule applies. With l1 > 0 a step
 * spends itself first inside the dead zone |z_i| <= l1; q is then what the margin moves by at most, and only the plain
 * gradient keeps its meaning (`linear` is false).
 *
 * State per feature: z, n, w. Not importance-invariant as a whole: copies meet a larger n.
 *
 * Source: McMahan et al., Ad click prediction (2013), algorithm 1; there beta is 1 and importance does not occur.
 */
export const ftrlProximal = optimizerRecipe(
  'ftrl-proximal',
  ({ l1 }) => ({ adaptive: true, linear: l1 === 0 }),
  parameters,
  (values, columns) => new FtrlProximal(columns, values),
);
