import { grouped } from '../../numerics/grouped.ts';

/** Numbers and tables for people to read. */

/** 1234567 as "1,234,567". */
export function count(n: number): string {
  return grouped(n);
}

/** 0.1234 as "12.34%". */
export function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}

/** "1 seed", "1,380 cells" */
export function plural(n: number, noun: string): string {
  return `${count(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** "0.4 s", "3 min", "2.5 h" */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Number(seconds.toPrecision(2))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Number((seconds / 3600).toPrecision(2))} h`;
}

/** Lines of cells, right-aligned in columns; the first column left-aligned where it holds the rows' names. */
export function table(rows: readonly (readonly string[])[], firstColumn: 'names' | 'numbers'): string[] {
  const widths = rows[0].map((_, c) => Math.max(...rows.map((row) => row[c].length)));
  const cell = (text: string, c: number): string =>
    c === 0 && firstColumn === 'names' ? text.padEnd(widths[c]) : text.padStart(widths[c]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}
