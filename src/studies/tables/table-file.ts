import { writeFile } from 'node:fs/promises';
import { csvCell } from '../../files/printable.ts';
import { scientific } from '../../numerics/display.ts';
import type { Scalar } from '../../specs/flat.ts';
import { heightOf, type Column, type Table } from './tables.ts';

/** The endings of files that a table can be written to. */
export const TABLE_ENDINGS = ['.parquet', '.csv'] as const;

/** Writes a table to a file, in the format of its ending. */
export async function writeTable(file: string, table: Table): Promise<void> {
  await writeFile(file, file.endsWith('.parquet') ? await parquetOf(table) : csvOf(table));
}

async function parquetOf(table: Table): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = [...table].map(([name, { type, values }]) => ({
    name,
    type,
    data: type === 'INT64' ? values.map((value) => (value === null ? null : BigInt(value as number))) : values.slice(),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/**
 * A table as CSV (RFC 4180), with a header and lines that end in a line feed. A missing value is an empty cell, an empty text `""`,
 * and a number that is not of a whole column is written as Python and DuckDB do: 1.0, 0.1, 1e-05.
 */
export function csvOf(table: Table): string {
  const columns = [...table].map(([name, { type, values }]) => ({ name, values, write: cells[type] }));
  const lines = [columns.map(({ name }) => csvCell(name)).join(',')];
  for (let r = 0; r < heightOf(table); r++)
    lines.push(columns.map(({ values, write }) => (values[r] === null ? '' : write(values[r]))).join(','));
  return `${lines.join('\n')}\n`;
}

const cells: Readonly<Record<Column['type'], (value: Scalar) => string>> = {
  BOOLEAN: String,
  INT64: (value) => String((value as number) + 0),
  DOUBLE: (value) => shortest(value as number),
  STRING: (value) => (value === '' ? '""' : csvCell(value as string)),
};

/** The shortest digits that say a number, with a point or an exponent. */
function shortest(x: number): string {
  const [digits, exponent] = scientific(x).split('e');
  const e = Number(exponent);
  if (e < -4 || e > 15) return `${digits}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
  return Number.isInteger(x) ? `${Object.is(x, -0) ? '-0' : x}.0` : String(x);
}
