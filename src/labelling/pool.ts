/**
 * A pool: rows without labels, and the text of each row where there is one. Labels in the file, if any, are not read.
 *
 * Errors: DataError for a file that cannot be read, and for texts that are not as many as the rows.
 */
import { DataError } from '../data/data-error.ts';
import { legalFormat, readDataset, type DatasetOptions } from '../data/index.ts';
import { readLines } from '../data/lines.ts';
import type { SparseRows } from '../data/sparse-rows.ts';
import { readCsvPool } from './csv-pool.ts';

export interface Pool {
  readonly name: string;
  readonly rows: SparseRows;
  /** One a row. */
  readonly texts?: readonly string[];
}

export interface PoolRequest {
  readonly file: string;
  readonly reading: DatasetOptions;
  /** A file with a line to show for every row. */
  readonly text?: string;
  /** CSV only: the column to show. */
  readonly textColumn?: string | number;
}

export async function readPool({ file, reading, text, textColumn }: PoolRequest): Promise<Pool> {
  const pool = await readRows(file, reading, textColumn);
  if (text === undefined) return pool;
  const texts = await textsIn(text);
  const { length } = pool.rows;
  if (texts.length !== length) throw new DataError({ file: text, found: `${texts.length} lines`, legal: `${length}, one for every row of ${file}` });
  return { ...pool, texts };
}

async function readRows(file: string, reading: DatasetOptions, textColumn: string | number | undefined): Promise<Pool> {
  if (legalFormat(file, reading.format) === 'csv') return readCsvPool(file, { ...reading, ...(textColumn !== undefined && { textColumn }) });
  const { name, rows } = await readDataset(file, { ...reading, labels: 'optional' });
  return { name, rows };
}

async function textsIn(file: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const block of readLines(file)) {
    for (const line of block.toString('utf8', 0, block.length - 1).split('\n')) texts.push(line);
  }
  return texts;
}
