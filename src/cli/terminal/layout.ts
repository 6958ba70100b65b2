/** Lines of cells, right-aligned in columns; the first column left-aligned where it holds the rows' names. */
export function table(rows: readonly (readonly string[])[], firstColumn: 'names' | 'numbers'): string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  const cell = (text: string, c: number): string =>
    c === 0 && firstColumn === 'names' ? text.padEnd(widths[c]) : text.padStart(widths[c]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** The head of a column, and the cell of an item in it; false: there is no such column. */
export type Column<T> = readonly [head: string, cell: (item: T) => string] | false;

/** A line an item, below the heads of the columns that there are. */
export function columnsText<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  firstColumn: 'names' | 'numbers' = 'names',
): string[] {
  const shown = columns.filter((column) => column !== false);
  return table([shown.map(([head]) => head), ...items.map((item) => shown.map(([, cell]) => cell(item)))], firstColumn);
}
