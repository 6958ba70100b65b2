import type { Dataset } from '../../rows/dataset.ts';
import { count } from '../../numerics/display.ts';

/** What looks like a mistake in how a file is read, a line each. */
export function readingRemarks(file: string, { idColumn }: Pick<Dataset, 'idColumn'>): string[] {
  if (idColumn === undefined) return [];
  const column = JSON.stringify(idColumn);
  return [
    `${file}: the column ${column} holds another whole number in every row and is learned from; ` +
      `--ignore-columns ${idColumn} leaves it out`,
  ];
}

/** Labels that are there already, and what becomes of them where rows are asked about. */
export function labelledRemarks(file: string, { labelled = 0, rows }: Pick<Dataset, 'labelled' | 'rows'>): string[] {
  if (labelled === 0) return [];
  const [some, all] = [labelled, rows.length].map((n) => count(n));
  return [
    `${file}: ${some} of ${all} rows have a label; labels of the file are not read, and any row may be asked about; ` +
      '--known COLUMN learns from them and asks about the others',
  ];
}
