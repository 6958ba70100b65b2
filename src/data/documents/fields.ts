import { DataError } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import type { Column } from '../../text/vectorizer.ts';
import { textLines } from './lines.ts';
import { readRecords } from './records.ts';

/** A field of a document that is wanted, by the column it stands in; the first that is there. */
export interface Wanted {
  /** For messages: "text", "label". */
  readonly use: string;
  readonly columns: readonly Column[];
  /** 'may': there may be no such column. */
  readonly need: 'must' | 'may';
}

/** The fields of one document in the order in which they were wanted; undefined where there is none. */
export interface Fields {
  readonly line: number;
  readonly values: readonly (string | undefined)[];
}

export interface FieldOptions {
  readonly delimiter?: string;
  readonly header?: 'detect' | 'present' | 'absent';
}

/** A format of documents: what it makes of a file. */
export type FieldReader = (file: string, wanted: readonly Wanted[], options: FieldOptions) => AsyncGenerator<Fields>;

/**
 * A table, a document a row: the first row is names, unless `header` is 'absent'; a missing cell is an empty one.
 *
 * Errors (DataError): a column that is not there, with the nearest name; a row of another length; those of readRecords.
 */
export async function* tableFields(file: string, wanted: readonly Wanted[], options: FieldOptions): AsyncGenerator<Fields> {
  let places: (number | undefined)[] | undefined;
  let width = 0;
  for await (const { line, cells } of readRecords(file, options.delimiter)) {
    if (places === undefined) {
      const names = options.header === 'absent' ? [] : cells.map((cell) => cell.trim());
      width = cells.length;
      places = wanted.map((each) => placeOf(each, names, width, { file, line }));
      if (options.header !== 'absent') continue;
    }
    if (cells.length !== width)
      throw new DataError({ file, line, found: `${cells.length} cells`, legal: `${width} cells in every row` });
    yield { line, values: places.map((at) => (at === undefined ? undefined : cells[at])) };
  }
}

function placeOf(
  { use, columns, need }: Wanted,
  names: readonly string[],
  width: number,
  place: { readonly file: string; readonly line: number },
): number | undefined {
  for (const column of columns) {
    const at = typeof column === 'number' ? column - 1 : indexOfName(names, column, need);
    if (at >= 0 && at < width) return at;
  }
  if (need === 'may') return undefined;
  const [column] = columns;
  const hint = typeof column === 'string' ? didYouMean(column, names) : '';
  const legal = names.length === 0 ? '' : `, or one of ${names.join(', ')}`;
  throw new DataError({
    ...place,
    found: `no column ${JSON.stringify(column)} of ${use}${hint}`,
    legal: `a column from 1 to ${width}${legal}`,
  });
}

/** Names that are looked for by custom are found in any case; names that somebody writes are as they are written. */
function indexOfName(names: readonly string[], column: string, need: Wanted['need']): number {
  return need === 'must' ? names.indexOf(column) : names.findIndex((name) => name.toLowerCase() === column);
}

/**
 * JSON lines, a document an object: fields by their keys; null and a key that is not there are empty, numbers and truth values are
 * what JSON writes for them.
 *
 * Errors (DataError with the line): a line that is no object, a field that is an object or a list; a key that no line has.
 */
export async function* jsonFields(file: string, wanted: readonly Wanted[]): AsyncGenerator<Fields> {
  const missing = new Set(wanted.filter(({ need }) => need === 'must'));
  const keys = new Set<string>();
  let last = 0;
  for await (const { line, text } of textLines(file)) {
    if (text.trim() === '') continue;
    last = line;
    const record = objectIn(text, file, line);
    if (keys.size < 100) for (const key of Object.keys(record)) keys.add(key);
    const values = wanted.map((each) => {
      const key = each.columns.map(String).find((column) => Object.hasOwn(record, column));
      if (key === undefined) return undefined;
      missing.delete(each);
      return fieldText(record[key], { file, line, key });
    });
    yield { line, values };
  }
  for (const { use, columns } of missing) {
    if (last === 0) return;
    const column = String(columns[0]);
    const found = `no key ${JSON.stringify(column)} of ${use} in any line${didYouMean(column, [...keys])}`;
    throw new DataError({ file, found, legal: `one of ${[...keys].join(', ')}` });
  }
}

function objectIn(text: string, file: string, line: number): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw new DataError({ file, line, found: JSON.stringify(text.slice(0, 40)), legal: 'one JSON object a line' });
}

function fieldText(value: unknown, { file, line, key }: { file: string; line: number; key: string }): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new DataError({
    file,
    line,
    found: `${JSON.stringify(value).slice(0, 40)} under ${JSON.stringify(key)}`,
    legal: 'text, a number or null',
  });
}

/** A file of text, a document a line: the only field is its text; empty lines are empty documents. */
export async function* lineFields(file: string, wanted: readonly Wanted[]): AsyncGenerator<Fields> {
  for await (const { line, text } of textLines(file)) {
    yield { line, values: wanted.map(({ use }) => (use === 'text' ? text : undefined)) };
  }
}
