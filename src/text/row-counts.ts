import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';

/** Rows of how often each column occurs in them, made one at a time. */
export interface RowCounts {
  /** The column occurs once more in the row under way. */
  count(column: number): void;
  /** Ends the row. */
  endRow(): void;
  /** All rows; none are left. */
  build(columns: number): SparseRows;
  /** In how many rows the column was. */
  frequency(column: number): number;
}

/**
 * The same in TypeScript, of as many columns as there are numbers below 2^32.
 *
 * Law (test/laws/vector/short-words.test.ts): those that `FastRowCounts` makes.
 */
export class PlainRowCounts implements RowCounts {
  readonly #builder = new SparseRowsBuilder();
  #counts: Uint32Array = new Uint32Array(1 << 12);
  #frequencies: Uint32Array = new Uint32Array(1 << 12);
  /** Columns of the row under way. */
  #met: Uint32Array = new Uint32Array(1 << 8);
  #length = 0;

  count(column: number): void {
    if (column >= this.#counts.length) {
      this.#counts = wider(this.#counts, column);
      this.#frequencies = wider(this.#frequencies, column);
    }
    if (this.#counts[column]++ > 0) return;
    if (this.#length === this.#met.length) this.#met = wider(this.#met, this.#length);
    this.#met[this.#length++] = column;
  }

  endRow(): void {
    for (const column of this.#met.subarray(0, this.#length).sort()) {
      this.#builder.add(column, this.#counts[column]);
      this.#counts[column] = 0;
      this.#frequencies[column]++;
    }
    this.#builder.endRow();
    this.#length = 0;
  }

  build(columns: number): SparseRows {
    return this.#builder.build(columns);
  }

  frequency(column: number): number {
    return this.#frequencies[column] ?? 0;
  }
}

function wider(old: Uint32Array, index: number): Uint32Array {
  const wide = new Uint32Array(2 * Math.max(old.length, index + 1));
  wide.set(old);
  return wide;
}
