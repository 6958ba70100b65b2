/** Sparse rows as plain values, for comparing and for writing down what is expected. */
import { SparseRowsBuilder } from '../../../src/rows/building/sparse-rows-builder.ts';
import type { SparseRows } from '../../../src/rows/sparse-rows.ts';

/** Entries as they are written in svmlight text, a line a row: '0:1 2:0.5'. */
export function inText(entries: readonly (readonly (readonly [column: number, value: number])[])[]): string[] {
  return entries.map((row) => row.map((pair) => pair.join(':')).join(' '));
}

/** The entries of a row that is written so. */
export function inNumbers(text: string): [column: number, value: number][] {
  return [...text.matchAll(/(\d+):(\S+)/g)].map(([, column, value]) => [Number(column), Number(value)]);
}

/** The entries of every row, [column, value] each. */
export function entriesOf(rows: SparseRows): [column: number, value: number][][] {
  return Array.from({ length: rows.length }, (_, i) => {
    const [start, end] = [rows.offsets[i], rows.offsets[i + 1]];
    return Array.from({ length: end - start }, (_, k) => [rows.indices[start + k], rows.values[start + k]]);
  });
}

/** The entries of a row of `length` columns, but those without a value. */
export function rowOf(length: number, value: (column: number) => number | undefined): [column: number, value: number][] {
  return Array.from({ length }, (_, j) => [j, value(j)] as [number, number]).filter(
    ([, x]) => (x as number | undefined) !== undefined,
  );
}

/** Rows of these entries, which may be written as `inText` writes them; the other way round. */
export function rowsOf(
  entries: Iterable<string | readonly (readonly [column: number, value: number])[]>,
  columns?: number,
): SparseRows {
  const builder = new SparseRowsBuilder();
  for (const row of entries) {
    for (const [column, value] of typeof row === 'string' ? inNumbers(row) : row) builder.add(column, value);
    builder.endRow();
  }
  return builder.build(columns);
}
