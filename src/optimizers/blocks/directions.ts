import type { SparseRows } from '../../rows/sparse-rows.ts';

/** r_i x_i of a prepared row, one number an entry and member, interleaved. Grows by doubling, never shrinks. */
export class Directions {
  readonly #size: number;
  #values: Float64Array;

  /** size: members. */
  constructor(size: number) {
    this.#size = size;
    this.#values = new Float64Array(256 * size);
  }

  /** That of entry k of the prepared row and member m at k * size + m. */
  get values(): Float64Array {
    return this.#values;
  }

  /** `values` with room for row i; what it held before is lost. */
  reserve(rows: SparseRows, i: number): Float64Array {
    const needed = (rows.offsets[i + 1] - rows.offsets[i]) * this.#size;
    if (needed > this.#values.length) this.#values = new Float64Array(2 * needed);
    return this.#values;
  }
}
