import type { DatasetOptions } from '../../data/index.ts';
import { detectedFormat } from '../../data/index.ts';
import { jsonFields, tableFields, type FieldReader } from '../../data/documents/fields.ts';
import { count } from '../../numerics/display.ts';
import { columnsIn } from '../options/reading-options.ts';
import { Failure, UsageError } from '../terminal/failure.ts';

/** Files that have columns. */
const READERS: Readonly<Record<string, FieldReader>> = { csv: tableFields, jsonl: jsonFields };

/** Columns of a file as they are written there: their names, and the cells of every row. */
export interface Kept {
  readonly names: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/**
 * The columns of a file that predictions of so many rows are to be written beside.
 *
 * @throws UsageError for a file without columns; DataError for a column that is not there; Failure where the file has other rows than were
 * predicted.
 */
export async function keptColumns(
  { file, reading }: { readonly file: string; readonly reading: DatasetOptions },
  written: string,
  rows: number,
): Promise<Kept> {
  const format = await detectedFormat(file, reading.format);
  if (!Object.hasOwn(READERS, format)) throw new UsageError(`--keep is for CSV and JSON lines, which ${file} is not`);
  const columns = columnsIn(written);
  const wanted = columns.map((column) => ({ use: '--keep', columns: [column], need: 'must' as const }));
  const cells: string[][] = [];
  for await (const piece of READERS[format](file, wanted, reading))
    for (const { values } of piece) cells.push(values.map((value) => value ?? ''));
  if (cells.length !== rows)
    throw new Failure(
      `${file}: --keep found ${count(cells.length)} rows, and ${count(rows)} were predicted; --header says what the first row is`,
    );
  return { names: columns.map(String), cells };
}
