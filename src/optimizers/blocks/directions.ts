import type { SparseRows } from '../../rows/sparse-rows.ts';

/** r_i x_i of a prepared row, `stride` numbers an entry, one a member, interleaved. Grows by doubling, never shrinks. */
export class Directions {
  readonly #stride: number;
  #values: Float64Array;

  constructor(stride: number) {
    this.#stride = stride;
    this.#values = new Float64Array(256 * stride);
  }

  /** That of entry k of the prepared row and member m at k * stride + m. */
  get values(): Float64Array {
    return this.#values;
  }

  /** `values` with room for row i; what it held before is lost. */
  reserve(rows: SparseRows, i: number): Float64Array {
    const needed = (rows.offsets[i + 1] - rows.offsets[i]) * this.#stride;
    if (needed > this.#values.length) this.#values = new Float64Array(2 * needed);
    return this.#values;
  }
}
