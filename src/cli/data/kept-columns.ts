import { type FieldReader, jsonFields, tableFields } from '../../data/documents/fields.ts';
import { type DatasetOptions, detectedFormat } from '../../data/index.ts';
import { count, plural } from '../../numerics/display.ts';
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
 * Columns of a file of so many rows, as the option names them that wants them.
 *
 * @throws UsageError for a file without columns; DataError for a column that is not there; Failure where the file has
 * another number of rows.
 */
export async function keptColumns(
  { file, reading }: { readonly file: string; readonly reading: DatasetOptions },
  { option, columns: written, rows }: { readonly option: string; readonly columns: string; readonly rows: number },
): Promise<Kept> {
  const format = await detectedFormat(file, reading.format);
  if (!Object.hasOwn(READERS, format)) throw new UsageError(`${option} is for CSV and JSON lines, which ${file} is not`);
  const columns = columnsIn(written);
  const wanted = columns.map((column) => ({ use: option, columns: [column], need: 'must' as const }));
  const cells: string[][] = [];
  for await (const piece of READERS[format](file, wanted, reading))
    for (const { values } of piece) cells.push(values.map((value) => value ?? ''));
  if (cells.length !== rows)
    throw new Failure(
      `${file}: ${option} found ${plural(cells.length, 'row')} where there are ${count(rows)}; --header says what the first row is`,
    );
  return { names: columns.map(String), cells };
}
