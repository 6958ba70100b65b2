/** Sparse rows as plain values, for comparing and for writing down what is expected. */
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';

/** Entries as they are written in svmlight text, a line a row: '0:1 2:0.5'. */
export function inText(entries: readonly (readonly (readonly [column: number, value: number])[])[]): string[] {
  return entries.map((row) => row.map((pair) => pair.join(':')).join(' '));
}

/** The entries of every row, [column, value] each. */
export function entriesOf(rows: SparseRows): [column: number, value: number][][] {
  return Array.from({ length: rows.length }, (_, i) => {
    const [start, end] = [rows.offsets[i], rows.offsets[i + 1]];
    return Array.from({ length: end - start }, (_, k) => [rows.indices[start + k], rows.values[start + k]]);
  });
}
