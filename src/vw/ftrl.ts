import type { SparseRows } from '../rows/sparse-rows.ts';
import { copyFrom, type State } from '../numerics/state.ts';
import { softThreshold } from '../optimizers/bases/shrinking-weights.ts';
import type { FtrlSettings } from './settings.ts';

/**
 * Vowpal Wabbit's FTRL-Proximal on rows in which features may share a weight, entry after entry:
 *
 *   g = h l' x;  z += g - (sqrt(n + g^2) - sqrt(n)) / alpha w;  n += g^2;  w = -soft(z, l1) / ((beta + sqrt(n)) / alpha + l2)
 *
 * The importance multiplies the gradient before it is squared, where our ftrl-proximal counts h (l' x)^2, as h copies would. With
 * importance 1, on canonical rows, both are the same.
 *
 * State per weight: w, z, n.
 *
 * Source: Vowpal Wabbit 9.11, ftrl.cc, in double precision.
 */
export class VwFtrl {
  readonly #settings: FtrlSettings;
  readonly #w: Float64Array;
  readonly #z: Float64Array;
  readonly #n: Float64Array;

  constructor(columns: number, settings: FtrlSettings) {
    this.#settings = settings;
    this.#w = new Float64Array(columns);
    this.#z = new Float64Array(columns);
    this.#n = new Float64Array(columns);
  }

  margin({ offsets, indices, values }: SparseRows, i: number): number {
    const w = this.#w;
    let sum = 0;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) sum += w[indices[k]] * values[k];
    return sum;
  }

  /** 1: a step is along the gradient alone, however long the row. */
  prepare(): number {
    return 1;
  }

  /** u: -h l'. */
  push({ offsets, indices, values }: SparseRows, i: number, u: number): void {
    const { alpha, beta, l1, l2 } = this.#settings;
    const [w, z, n] = [this.#w, this.#z, this.#n];
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const j = indices[k];
      const g = -u * values[k];
      const root = Math.sqrt(n[j] + g * g);
      z[j] += g - ((root - Math.sqrt(n[j])) / alpha) * w[j];
      n[j] += g * g;
      w[j] = -softThreshold(z[j], l1) / ((beta + root) / alpha + l2);
    }
  }

  weights(): Float64Array {
    return this.#w.slice();
  }

  state(): State {
    return { w: this.#w.slice(), z: this.#z.slice(), n: this.#n.slice() };
  }

  restore(state: State): void {
    copyFrom(state, 'w', this.#w);
    copyFrom(state, 'z', this.#z);
    copyFrom(state, 'n', this.#n);
  }
}
