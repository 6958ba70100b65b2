import { DataError } from '../../../files/data-error.ts';
import { decimal } from '../../../numerics/decimals.ts';
import { didYouMean } from '../../../files/did-you-mean.ts';
import { mayBeNames } from '../header-row.ts';
import type { LabelReader } from '../labels.ts';
import type { ReadOptions } from '../reader.ts';

const PURPOSES = {
  label: 'for the label',
  importance: 'for the importance',
  text: 'for the text',
  id: 'for the id',
  ignored: 'to ignore',
};
type Named = keyof typeof PURPOSES;

/** What a column of a CSV file is: a feature, or one that is named. */
export type Role = 'feature' | Named;

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

interface Place {
  readonly file: string;
  readonly line: number;
}

/**
 * The columns of the table whose first row has these cells, and what each is for: features, but for the label, the importance, a
 * text, an id and what is ignored, as options name them or, for the label, by default.
 *
 * @throws DataError with the first line: a column that is not there, one with two uses.
 */
export function csvColumns(cells: readonly string[], place: Place, options: ReadOptions, labels: LabelReader): Columns {
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
  const label = isNone(labelColumn, names, labels)
    ? undefined
    : (labelColumn ?? (isHeader ? labelUnder(names, roles, labels) : labelAmongNumbers(labels)));
  if (label !== undefined) give('label', label);
  return { roles, isHeader, names };
}

/** Whether the user says that there is no label; a reader that needs one looks for a column of that name, and says so. */
function isNone(wanted: ReadOptions['labelColumn'], names: readonly string[], { required }: LabelReader): boolean {
  return wanted === 'none' && !required && !names.includes('none');
}

function labelUnder(names: readonly string[], roles: readonly Role[], { required }: LabelReader): 'label' | undefined {
  return required || roles[names.indexOf('label')] === 'feature' ? 'label' : undefined;
}

/** Nothing tells columns without names apart: the first one is the label's, unless labels are not asked for. */
function labelAmongNumbers({ tolerant }: LabelReader): 1 | undefined {
  return tolerant ? undefined : 1;
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
  place: Place,
): number {
  const at = typeof wanted === 'number' ? wanted - 1 : names.indexOf(wanted);
  if (Number.isInteger(at) && at >= 0 && at < width) return at;
  const delimiter = otherDelimiter(names);
  const hint = typeof wanted === 'string' && delimiter === '' ? didYouMean(wanted, names) : '';
  const legalNames = names.length === 0 ? '' : `, or one of ${names.join(', ')}`;
  const option = role === 'label' && delimiter === '' ? '; --label-column names the one of the labels' : '';
  const header = typeof wanted === 'string' && names.length === 0 ? `; ${HEADER_HINT}` : '';
  const found = `no column ${JSON.stringify(wanted)} ${PURPOSES[role]}${hint}`;
  throw new DataError({ ...place, found, legal: `a column from 1 to ${width}${legalNames}${delimiter}${option}${header}` });
}

/** A single column whose name looks like several. */
function otherDelimiter(names: readonly string[]): string {
  const between = names.length === 1 ? /[;\t|]/.exec(names[0])?.[0] : undefined;
  return between === undefined ? '' : `; or the delimiter ${JSON.stringify(between)}, if that is what separates the cells`;
}
