import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { Kernels } from '../../rows/kernels/kernels.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';

/** What `prepare` worked out for one row and `push` needs: one number an entry. Grows by doubling, never shrinks. */
export class Direction {
  #numbers = new KernelNumbers(256);

  /** One number an entry of the prepared row, in entry order; longer than the row. */
  get values(): Float64Array {
    return this.#numbers.values;
  }

  /** The address of `values`, where these kernels reach them. */
  get at(): number {
    return this.#numbers.at;
  }

  /** `values` with room for row i; what it held before is lost. */
  reserve(rows: SparseRows, i: number): Float64Array {
    this.#grow(rows.offsets[i + 1] - rows.offsets[i]);
    return this.#numbers.values;
  }

  /** The same for kernels that fill it in: whether they reach the values. */
  reserveWithin(kernels: Kernels, rows: SparseRows, i: number): boolean {
    this.#grow(rows.offsets[i + 1] - rows.offsets[i]);
    return this.isWithin(kernels);
  }

  /** Whether these kernels reach the values. */
  isWithin(kernels: Kernels): boolean {
    return this.#numbers.isWithin(kernels);
  }

  /** w += scale * values on the features of row i, the row of the last `reserve`. */
  addTo(rows: SparseRows, i: number, w: Float64Array, scale: number): void {
    const { offsets, indices } = rows;
    const { values } = this.#numbers;
    const start = offsets[i];
    const entries = offsets[i + 1] - start;
    let k = 0;
    for (const whole = entries - 3; k < whole; k += 4) {
      w[indices[start + k]] += scale * values[k];
      w[indices[start + k + 1]] += scale * values[k + 1];
      w[indices[start + k + 2]] += scale * values[k + 2];
      w[indices[start + k + 3]] += scale * values[k + 3];
    }
    for (; k < entries; k++) w[indices[start + k]] += scale * values[k];
  }

  /** The same for weights that kernels may reach. */
  addAlong(rows: SparseRows, i: number, w: KernelNumbers, scale: number): void {
    const { kernels, offsets } = rows;
    if (kernels === undefined || !(this.isWithin(kernels) && w.isWithin(kernels))) this.addTo(rows, i, w.values, scale);
    else {
      kernels.numbers[0] = scale;
      kernels.walks.addAlong(rows.indicesAt, offsets[i], offsets[i + 1], this.#numbers.at, w.at);
    }
  }

  /** Kernels write two numbers at a time, and so perhaps one more than the row has entries. */
  #grow(entries: number): void {
    if (entries >= this.#numbers.values.length) this.#numbers = new KernelNumbers(2 * entries);
  }
}
