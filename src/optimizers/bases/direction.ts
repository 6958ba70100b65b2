import type { SparseRows } from '../../rows/sparse-rows.ts';

/** What `prepare` worked out for one row and `push` needs: one number an entry. Grows by doubling, never shrinks. */
export class Direction {
  #values = new Float64Array(256);

  /** One number an entry of the prepared row, in entry order; longer than the row. */
  get values(): Float64Array {
    return this.#values;
  }

  /** `values` with room for row i; what it held before is lost. */
  reserve(rows: SparseRows, i: number): Float64Array {
    const entries = rows.offsets[i + 1] - rows.offsets[i];
    if (entries > this.#values.length) this.#values = new Float64Array(2 * entries);
    return this.#values;
  }

  /** w += scale * values on the features of row i, the row of the last `reserve`. */
  addTo(rows: SparseRows, i: number, w: Float64Array, scale: number): void {
    const { offsets, indices } = rows;
    const values = this.#values;
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
}
