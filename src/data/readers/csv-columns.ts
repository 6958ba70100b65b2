import { builtin } from '../../files/builtin.ts';
import type { CsvError, Info } from 'csv-parse';
import { DataError, type DataTrouble, type LineOfFile } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import { decimal } from '../../numerics/decimals.ts';
import { count } from '../../numerics/display.ts';
import { readUtf8 } from '../documents/lines.ts';
import { delimiterOf, mayBeNames } from '../documents/records.ts';
import type { LabelReader, ReadOptions } from './reader.ts';

const { pipeline, Readable } = builtin('node:stream');
const { setImmediate } = builtin('node:timers/promises');

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

/** Names that programs write over the numbers of rows: pandas none at all, and `Unnamed: 0` the second time; R `rownames`. */
const ROW_NUMBERS = /^(|index|unnamed: \d+|row[\s_.]?(names?|numbers?))$/i;

/** Whether a column is named as ids are: id, ID, doc_id, rowId; or as numbers of rows are. */
export function mayHoldIds(name: string | undefined): boolean {
  return name !== undefined && (/(^|[\s_.-])id$/i.test(name) || /[a-z]I[dD]$/.test(name) || ROW_NUMBERS.test(name));
}

/** Characters of a row: a million cells, each of which is a string while the row is read. */
const LONGEST_ROW = 2 ** 23;

/** The cells of a row, and the line on which it begins. */
interface CsvRow {
  readonly record: readonly string[];
  readonly line: number;
}

/** As csv-parse tells it. */
interface Parsed {
  readonly record: readonly string[];
  readonly info: Info;
}

/**
 * The rows of a table of text. Unless an option names the delimiter, it is found as that of documents is (documents/records.ts).
 *
 * @throws DataError for a row that is too long and for broken quotes; those of readUtf8.
 */
export async function* csvRows(file: string, options: ReadOptions): AsyncGenerator<CsvRow> {
  let ended = 0;
  const pieces = readUtf8(file, () => ended + 1, options.encoding);
  const { value: first = Buffer.alloc(0) } = await pieces.next();
  const delimiter = options.delimiter ?? delimiterOf(file, first);
  const csvParse = await import('csv-parse');
  const parser = csvParse.parse({
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  pipeline(Readable.from(copied(first, pieces)), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      // Cells are searched only where lines were passed over: those of a cell, or empty ones.
      yield { record, line: info.lines - (info.lines - ended > 1 ? innerLines(record) : 0) };
      ended = info.lines;
    }
  } catch (error) {
    if (!(error instanceof csvParse.CsvError)) throw error;
    const line = error.code === 'CSV_QUOTE_NOT_CLOSED' ? ended + 1 : Number(error.lines);
    throw new DataError({ file, line, ...trouble(error) });
  }
}

/** Pieces that stay good when the next comes. */
async function* copied(first: Buffer, others: AsyncGenerator<Buffer, undefined>): AsyncGenerator<Buffer> {
  try {
    for (let piece: Buffer | undefined = first; piece !== undefined; piece = (await others.next()).value) {
      yield Buffer.from(piece);
      // Whoever takes pieces comes first: what is behind them may end with an error.
      await setImmediate();
    }
  } finally {
    await others.return(undefined);
  }
}

/** Ends of lines within cells. */
function innerLines(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

function trouble({ code, message }: CsvError): Pick<DataTrouble, 'found' | 'legal'> {
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return { found: `a row of more than ${count(LONGEST_ROW)} characters`, legal: 'shorter rows, and every quote closed' };
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return { found: 'a quote that is never closed', legal: 'a closing quote' };
  return { found: `broken quoting (${message})`, legal: 'cells as in RFC 4180' };
}
