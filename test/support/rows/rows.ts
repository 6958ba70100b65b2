/** Sparse rows as plain values, for comparing and for writing down what is expected. */
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';

/** The entries of every row, [column, value] each. */
export function entriesOf(rows: SparseRows): [column: number, value: number][][] {
  return Array.from({ length: rows.length }, (_, i) => {
    const [start, end] = [rows.offsets[i], rows.offsets[i + 1]];
    return Array.from({ length: end - start }, (_, k) => [rows.indices[start + k], rows.values[start + k]]);
  });
}
