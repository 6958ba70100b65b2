import { LabelReader } from '../labels.ts';
import type { ReadOptions } from '../reader.ts';
import { csvColumns } from './csv-columns.ts';
import { csvRows } from './csv-rows.ts';

/**
 * The names of a table's features, in their order, from its first row; undefined where that is an example.
 *
 * @throws DataError as the reader of tables does for a first row.
 */
export async function csvNames(file: string, options: ReadOptions): Promise<readonly string[] | undefined> {
  for await (const { record, line } of csvRows(file, options)) {
    const { roles, names, isHeader } = csvColumns(record, { file, line }, options, new LabelReader('optional'));
    return isHeader ? names.filter((_, k) => roles[k] === 'feature') : undefined;
  }
  return undefined;
}
