import { DataError } from '../files/data-error.ts';
import type { Documents } from '../data/documents/read-documents.ts';
import { readDataset, type DatasetOptions } from '../data/index.ts';
import { isMissing } from '../data/readers/column-kinds.ts';
import { linesInPieces } from '../data/documents/lines.ts';
import { CONSTANT, type Dataset, requireFeatures } from '../rows/dataset.ts';
import type { Vectorizer } from '../text/vectorizer.ts';
import { rounded } from '../numerics/display.ts';
import { present } from '../numerics/present.ts';

/**
 * A pool: rows without labels, and the text of each row where there is one. Labels in the file, if any, are read where they are asked
 * for.
 *
 * @throws DataError for a file that cannot be read, for rows without any feature, and for texts that are not as many as the rows.
 */
export interface Pool
  extends
    Pick<Dataset, 'name' | 'rows' | 'importances' | 'texts' | 'ids' | 'labelled' | 'idColumn' | 'unused'>,
    Partial<Pick<Documents, 'vectorizer' | 'differing' | 'beside' | 'shown'>> {
  /** What p_min of each row goes by, where its run has groups (specs/run.ts). */
  readonly shares?: Float64Array;
  /** -1, +1 or NaN for none, where they were asked for. */
  readonly labels?: Float64Array;
  /** What names rows whose scores change, in place of the checksum of what they hold: that of their ids. */
  readonly checksum?: string;
}

/** Which file is the pool, and how it is read. */
export interface PoolRequest {
  readonly file: string;
  readonly reading: DatasetOptions;
  /** A file with a line to show for every row. */
  readonly text?: string;
  /** What becomes of labels in the file, which are to be -1 and +1 or none; absent: they are left out. */
  readonly labels?: 'known';
}

/** Reads the pool of a session: its rows, what is known of their labels, and a line to show for each. */
export async function readPool({ file, reading, text, labels: use }: PoolRequest): Promise<Pool> {
  const dataset = await readDataset(file, { ...reading, labels: 'optional' });
  const pool = poolOf(file, dataset, use);
  if (text === undefined) return pool;
  const texts = await textsIn(text, reading.encoding);
  const { length } = pool.rows;
  if (texts.length !== length)
    throw new DataError({ file: text, found: `${texts.length} lines`, legal: `${length}, one for every row of ${file}` });
  return { ...pool, texts };
}

/** The pool that a file is, as it was read with its labels 'optional'. */
export function poolOf(file: string, dataset: Dataset & Partial<Documents>, use?: PoolRequest['labels']): Pool {
  const { name, rows, importances, texts: written, ids, labelled, idColumn, unused } = dataset;
  const { vectorizer, beside, differing, shown } = dataset;
  requireFeatures(file, rows);
  const own = vectorizer?.text.length === 0 && beside !== undefined ? besideTexts(beside, vectorizer) : written;
  return {
    name,
    rows,
    ...present({ importances, texts: own, ids, vectorizer, beside }),
    ...(use === 'known' ? { labels: dataset.labels } : labelled !== undefined && { labelled }),
    ...present({ idColumn, unused, differing, shown }),
  };
}

/** What is shown of rows without text: their columns by name, a line each. */
function besideTexts(beside: readonly string[], { numbers, categories }: Vectorizer): string[] {
  const names = [...numbers, ...categories];
  const shown = (cell: string, k: number): string[] => (isMissing(cell) ? [] : [`${names[k]}: ${cell}`]);
  return beside.map((cells) => cells.split('\n', names.length).flatMap(shown).join('\n'));
}

/** What there is to read about a row: its text, or its features as the file numbers them, those of the largest values first. */
export function textOfRow({ rows, texts }: Pick<Pool, 'rows' | 'texts'>, row: number): string {
  if (texts !== undefined) return texts[row];
  const { offsets, indices, values } = rows;
  const all = Array.from({ length: offsets[row + 1] - offsets[row] }, (_, n) => offsets[row] + n);
  const entries = all.filter((k) => indices[k] !== CONSTANT);
  entries.sort((a, b) => Math.abs(values[b]) - Math.abs(values[a]) || a - b);
  return entries.map((k) => `${indices[k] - 1}:${rounded(values[k], 4)}`).join(' ');
}

/** The columns of a row that are shown beside its text, by name, without empty ones. */
export function columnsOfRow({ shown }: Pick<Pool, 'shown'>, row: number): Readonly<Record<string, string>> {
  const named = shown?.names.map((name, k) => [name, shown.cells[row][k].trim()] as const) ?? [];
  return Object.fromEntries(named.filter(([, cell]) => cell !== ''));
}

/** The same as lines, and then the text. */
export function linesOfRow(pool: Pick<Pool, 'rows' | 'texts' | 'shown'>, row: number): string {
  const columns = Object.entries(columnsOfRow(pool, row)).map((each) => `${each.join(': ')}\n`);
  return [...columns, ...(columns.length > 0 ? ['\n'] : []), textOfRow(pool, row)].join('');
}

/** Rows with nothing to learn from and nothing to read: documents without a word. */
export function emptyRows({ rows: { offsets, indices, length }, texts }: Pick<Pool, 'rows' | 'texts'>): number[] {
  if (texts === undefined) return [];
  const hasFeatures = (row: number): boolean => indices.subarray(offsets[row], offsets[row + 1]).some((k) => k !== CONSTANT);
  return Array.from({ length }, (_, row) => row).filter((row) => texts[row].trim() === '' && !hasFeatures(row));
}

async function textsIn(file: string, encoding: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  for await (const lines of linesInPieces(file, encoding)) for (const { text } of lines) texts.push(text);
  return texts;
}
