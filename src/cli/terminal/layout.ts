/** Lines of cells, right-aligned in columns; the first column left-aligned where it holds the rows' names. */
export function table(rows: readonly (readonly string[])[], firstColumn: 'names' | 'numbers'): string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  const cell = (text: string, c: number): string =>
    c === 0 && firstColumn === 'names' ? text.padEnd(widths[c]) : text.padStart(widths[c]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}
