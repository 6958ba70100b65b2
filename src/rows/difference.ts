import { CONSTANT } from './dataset.ts';
import { SparseRows } from './sparse-rows.ts';

/**
 * The difference of two rows, x_i - x_j, as a row of its own: row 0 of `row`, which is filled anew for every pair.
 *
 * Features that are equal in both are left out, and so is the constant, whatever it is. Differences are rounded to single precision, as
 * all values are; x.x is that of the merged row.
 */
export class DifferenceRow {
  readonly row: SparseRows;

  /** For rows of so many columns, and pairs of at most so many entries (longestPair). */
  constructor(columns: number, entries: number) {
    this.row = new SparseRows(
      new Uint32Array(2),
      new Uint32Array(entries),
      new Float32Array(entries),
      columns,
      new Float64Array(1),
    );
  }

  /** Becomes x_i - x_j; whether there is a difference. */
  take({ offsets, indices, values }: SparseRows, i: number, j: number): boolean {
    const { row } = this;
    const endI = offsets[i + 1];
    const endJ = offsets[j + 1];
    let a = offsets[i];
    let b = offsets[j];
    let length = 0;
    let norm = 0;
    while (a < endI || b < endJ) {
      const left = a < endI ? indices[a] : Infinity;
      const right = b < endJ ? indices[b] : Infinity;
      const column = left <= right ? left : right;
      const value = Math.fround((left <= right ? values[a++] : 0) - (right <= left ? values[b++] : 0));
      if (value === 0 || column === CONSTANT) continue;
      row.indices[length] = column;
      row.values[length] = value;
      norm += value * value;
      length++;
    }
    row.offsets[1] = length;
    row.squaredNorms[0] = norm;
    return length > 0;
  }
}

/** Entries that the difference of any two of these rows can have. */
export function longestPair({ offsets, length }: SparseRows): number {
  let longest = 0;
  for (let i = 0; i < length; i++) longest = Math.max(longest, offsets[i + 1] - offsets[i]);
  return 2 * longest;
}
