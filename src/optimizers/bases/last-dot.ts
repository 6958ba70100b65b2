import { KernelNumbers } from '../../rows/kernels/numbers.ts';
import { dot, type SparseRows } from '../../rows/sparse-rows.ts';

/** w.x of the row asked about last: margin and base of one example are shares of the same number, which is summed up once. */
export class LastDot {
  #rows: SparseRows | undefined;
  #i = 0;
  #value = 0;

  /** dot(rows, i, w). */
  take(rows: SparseRows, i: number, w: Float64Array | KernelNumbers): number {
    this.#value = w instanceof KernelNumbers ? w.dot(rows, i) : dot(rows, i, w);
    this.#rows = rows;
    this.#i = i;
    return this.#value;
  }

  /** The same, from memory where it was the last one taken. */
  recall(rows: SparseRows, i: number, w: Float64Array | KernelNumbers): number {
    return rows === this.#rows && i === this.#i ? this.#value : this.take(rows, i, w);
  }

  /** To be called wherever w changes. */
  forget(): void {
    this.#rows = undefined;
  }
}
