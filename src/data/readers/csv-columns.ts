import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { decimal } from '../../numerics/decimals.ts';
import { mayBeNames, readRecords, type TableRecord } from '../documents/records.ts';
import type { LabelReader, ReadOptions } from './reader.ts';

const PURPOSES = {
  label: 'for the label',
  importance: 'for the importance',
  text: 'for the text',
  id: 'for the id',
  ignored: 'to ignore',
};
type Named = keyof typeof PURPOSES;

/** What a column of a CSV file is: a feature, or one that is named. */
type Role = 'feature' | Named;

/** What the columns of a CSV file are. */
export interface Columns {
  /** One a column. */
  readonly roles: readonly Role[];
  /** Whether the first row is names, not an example. */
  readonly isHeader: boolean;
  /** One a column; empty without a header. */
  readonly names: readonly string[];
}

/** For a first row that was taken for an example. */
export const HEADER_HINT = '--header present if the first row is names';

/**
 * The columns of the table whose first row has these cells, and what each is for: features, but for the label, the importance, a
 * text, an id and what is ignored, as options name them or, for the label, by default.
 *
 * @throws DataError with the first line: a column that is not there, one with two uses.
 */
export function csvColumns(cells: readonly string[], place: LineOfFile, options: ReadOptions, labels: LabelReader): Columns {
  const { labelColumn, importanceColumn, textColumn, idColumn, ignoreColumns = [] } = options;
  const isHeader = startsWithNames(cells, options);
  const names = isHeader ? cells : [];
  const roles = cells.map((): Role => 'feature');
  const give = (role: Named, wanted: string | number): void => {
    const at = find(role, wanted, { width: cells.length, names }, place);
    const had = roles[at];
    if (had !== 'feature' && had !== role) {
      const found = `the column ${JSON.stringify(wanted)} both ${PURPOSES[had]} and ${PURPOSES[role]}`;
      throw new DataError({ ...place, found, legal: 'one use of a column' });
    }
    roles[at] = role;
  };
  if (textColumn !== undefined) give('text', textColumn);
  if (idColumn !== undefined && idColumn !== 'none') give('id', idColumn);
  if (importanceColumn !== undefined) give('importance', importanceColumn);
  for (const column of ignoreColumns) give('ignored', column);
  // Nothing tells columns without names apart: the first one is the label's, unless labels are not asked for.
  // A reader that needs labels takes 'none' for the name of a column, and says so where there is none of that name.
  const label =
    labelColumn === 'none' && !labels.required && !names.includes('none')
      ? undefined
      : (labelColumn ?? (isHeader ? labelUnder(names, roles, labels) : labels.tolerant ? undefined : 1));
  if (label !== undefined) give('label', label);
  return { roles, isHeader, names };
}

function labelUnder(names: readonly string[], roles: readonly Role[], { required }: LabelReader): 'label' | undefined {
  return required || roles[names.indexOf('label')] === 'feature' ? 'label' : undefined;
}

/** Text is expected in columns that are said to hold some, or anything. */
function startsWithNames(
  cells: readonly string[],
  { header = 'detect', textColumn, idColumn, ignoreColumns = [], labels, labelColumn }: ReadOptions,
): boolean {
  const wordy = [textColumn, idColumn, ...ignoreColumns];
  const telling = cells.filter((_, k) => !wordy.includes(k + 1));
  const words = telling.filter((cell) => Number.isNaN(decimal(cell)));
  const isClass =
    labels === 'class' && words.length === 1 && cells.length > 1 && words[0] !== 'label' && typeof labelColumn !== 'string';
  return header === 'present' || (header === 'detect' && words.length > 0 && !isClass && mayBeNames(telling));
}

function find(
  role: Named,
  wanted: string | number,
  { width, names }: { readonly width: number; readonly names: readonly string[] },
  place: LineOfFile,
): number {
  const at = typeof wanted === 'number' ? wanted - 1 : names.indexOf(wanted);
  if (Number.isInteger(at) && at >= 0 && at < width) return at;
  const hint = typeof wanted === 'string' ? didYouMean(wanted, names) : '';
  const legalNames = names.length === 0 ? '' : `, or one of ${names.join(', ')}`;
  const option = role === 'label' ? '; --label-column names the one of the labels' : '';
  const header = typeof wanted === 'string' && names.length === 0 ? `; ${HEADER_HINT}` : '';
  const found = `no column ${JSON.stringify(wanted)} ${PURPOSES[role]}${hint}`;
  throw new DataError({ ...place, found, legal: `a column from 1 to ${width}${legalNames}${option}${header}` });
}

/** Names that programs write over the numbers of rows: pandas none at all, and `Unnamed: 0` the second time; R `rownames`. */
const ROW_NUMBERS = /^(|index|unnamed: \d+|row[\s_.]?(names?|numbers?))$/i;

/** Whether a column is named as ids are: id, ID, doc_id, rowId; or as numbers of rows are. */
export function mayHoldIds(name: string | undefined): boolean {
  return name !== undefined && (/(^|[\s_.-])id$/i.test(name) || /[a-z]I[dD]$/.test(name) || ROW_NUMBERS.test(name));
}

/** A cell without the spaces around it, and without quotes that stand behind some. */
function bare(cell: string): string {
  const trimmed = cell.trim();
  return trimmed.startsWith('"') ? trimmed.replace(/^"([^"]*)"$/, '$1') : trimmed;
}

/** The rows of a table, cut as documents are (documents/records.ts). */
export async function* csvRows(file: string, { delimiter }: ReadOptions): AsyncGenerator<TableRecord> {
  for await (const { line, cells } of readRecords(file, delimiter)) yield { line, cells: cells.map(bare) };
}
