import { ifPossible } from '../../files/if-possible.ts';
import { DataError, type LineOfFile } from '../../files/data-error.ts';
import { didYouMean } from '../../files/did-you-mean.ts';
import type { Column } from '../../text/vectorizer.ts';
import type { ReadOptions } from '../readers/reader.ts';
import { mayBeNames, recordsInPieces, type TableRecord } from './records.ts';
import { linesInPieces, type Line } from './lines.ts';

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

/** How a file is cut into fields, where that is not to be found out. */
interface FieldOptions extends Pick<ReadOptions, 'delimiter' | 'encoding' | 'header'> {
  /** Told the names of columns and keys that are not wanted, once they are known. */
  readonly unwanted?: (names: readonly string[]) => void;
}

/** A format of documents: what it makes of a file, a piece at a time; each is to be taken before the next. */
export type FieldReader = (file: string, wanted: readonly Wanted[], options: FieldOptions) => AsyncGenerator<Iterable<Fields>>;

/**
 * A table, a document a row: the first row is names, unless its numbers are those of a document (records.ts) or `header`
 * decides; a missing cell is an empty one.
 *
 * @throws DataError: a column that is not there, with the nearest name; a row of another length; those of readRecords.
 */
export async function* tableFields(
  file: string,
  wanted: readonly Wanted[],
  { header, unwanted, ...options }: FieldOptions,
): AsyncGenerator<Iterable<Fields>> {
  /** Where the wanted fields stand; undefined before the first row. */
  let places: readonly (number | undefined)[] | undefined;
  let width = 0;
  /** Characters so far: of all cells, of those that are wanted. */
  let characters = 0;
  let wantedCharacters = 0;
  /**
   * The cells that stand at these places. A long cell may be a part of the text of many (records.ts), and hold it; so where most of a
   * table is not wanted, they are copied, and less than twice what is wanted is held.
   */
  const taken = (cells: readonly string[], at: readonly (number | undefined)[]): Fields['values'] => {
    const values = at.map((place) => (place === undefined ? undefined : cells[place]));
    for (const cell of cells) characters += cell.length;
    for (const value of values) wantedCharacters += value?.length ?? 0;
    return 2 * wantedCharacters < characters ? values.map((value) => value && Buffer.from(value).toString()) : values;
  };
  function* fieldsOf(records: Iterable<TableRecord>): Generator<Fields> {
    for (const { line, cells } of records) {
      if (places === undefined) {
        const isHeader = header === 'present' || (header !== 'absent' && mayBeNames(cells));
        const names = isHeader ? cells.map((cell) => cell.trim()) : [];
        width = cells.length;
        const found = wanted.map((each) => placeOf(each, names, width, { file, line }));
        places = found;
        unwanted?.(names.filter((name, at) => name !== '' && !found.includes(at)));
        if (isHeader) continue;
      }
      if (cells.length !== width)
        throw new DataError({ file, line, found: `${cells.length} cells`, legal: `${width} cells in every row` });
      yield { line, values: taken(cells, places) };
    }
  }
  for await (const records of recordsInPieces(file, options)) yield fieldsOf(records);
}

function placeOf({ use, columns, need }: Wanted, names: readonly string[], width: number, place: LineOfFile): number | undefined {
  for (const column of columns) {
    const at = typeof column === 'number' ? column - 1 : indexOfName(names, column, need);
    if (at >= 0 && at < width) return at;
  }
  if (need === 'may') return undefined;
  const [column] = columns;
  const hint = typeof column === 'string' ? didYouMean(column, names) : '';
  const legal = names.length === 0 ? '' : `, or one of ${names.join(', ')}`;
  const found = `no column ${JSON.stringify(column)} of ${use}${hint}`;
  throw new DataError({ ...place, found, legal: `a column from 1 to ${width}${legal}` });
}

/** Names that are looked for by custom are found in any case; names that somebody writes are as they are written. */
function indexOfName(names: readonly string[], column: string, need: Wanted['need']): number {
  return need === 'must' ? names.indexOf(column) : names.findIndex((name) => name.toLowerCase() === column);
}

/**
 * JSON lines, a document an object: fields by their keys, or by paths to what objects and lists in it hold, as in sample.id or choices.0;
 * null and a key that is not there are empty, numbers and truth values are what JSON writes for them.
 *
 * @throws DataError with the line: a line that is no object, a field that is an object or a list; a key that no line has.
 */
export async function* jsonFields(
  file: string,
  wanted: readonly Wanted[],
  { unwanted, encoding }: FieldOptions,
): AsyncGenerator<Iterable<Fields>> {
  /** Keys that no line has had yet, keys that were met. */
  const missing = new Set(wanted.filter(({ need }) => need === 'must'));
  const met = new Set<string>();
  let objects = 0;
  function* fieldsOf(lines: Iterable<Line>): Generator<Fields> {
    for (const { line, text } of lines) {
      if (text.trim() === '') continue;
      objects++;
      const record = objectIn(text, file, line);
      if (met.size < 100) for (const path of pathsIn(record)) met.add(path);
      const values = wanted.map((each) => {
        for (const key of each.columns.map(String)) {
          const value = valueAt(record, key);
          if (value === undefined) continue;
          missing.delete(each);
          return fieldText(value, { file, line, key });
        }
        return undefined;
      });
      yield { line, values };
    }
  }
  for await (const lines of linesInPieces(file, encoding)) yield fieldsOf(lines);
  for (const { use, columns } of objects === 0 ? [] : missing) {
    const column = String(columns[0]);
    const found = `no key ${JSON.stringify(column)} of ${use} in any line${didYouMean(column, [...met])}`;
    throw new DataError({ file, found, legal: `one of ${[...met].join(', ')}` });
  }
  const names = new Set(wanted.flatMap(({ columns }) => columns.map(String)));
  unwanted?.([...met].filter((key) => !names.has(key)));
}

function objectIn(text: string, file: string, line: number): Readonly<Record<string, unknown>> {
  const value = ifPossible((): unknown => JSON.parse(text));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  throw new DataError({ file, line, found: JSON.stringify(text.slice(0, 40)), legal: 'one JSON object a line' });
}

/** What stands under a key or, where there is none of that name, at the end of a path; undefined where nothing does. */
function valueAt(record: object, path: string): unknown {
  if (Object.hasOwn(record, path)) return (record as Readonly<Record<string, unknown>>)[path];
  let value: unknown = record;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** Objects in objects whose paths are told. */
const DEEPEST = 4;

/** The paths to all that is in an object but other objects, down to some depth. */
function* pathsIn(record: object, before = '', depth = 1): Generator<string> {
  for (const [key, value] of Object.entries(record)) {
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isInner && depth < DEEPEST) yield* pathsIn(value as object, `${before}${key}.`, depth + 1);
    else yield before + key;
  }
}

function fieldText(value: unknown, { file, line, key }: { file: string; line: number; key: string }): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const found = `${Array.isArray(value) ? 'a list' : 'an object'} under ${JSON.stringify(key)}`;
  const inner = Object.keys(value).at(0);
  const hint = inner === undefined ? '' : `; ${JSON.stringify(`${key}.${inner}`)} names something in it`;
  throw new DataError({ file, line, found, legal: `text, a number or null${hint}` });
}

/** A file of text, a document a line: the only field is its text; empty lines are empty documents. */
export async function* lineFields(
  file: string,
  wanted: readonly Wanted[],
  { encoding }: FieldOptions,
): AsyncGenerator<Iterable<Fields>> {
  for await (const lines of linesInPieces(file, encoding)) yield fieldsOfLines(lines, wanted);
}

function* fieldsOfLines(lines: Iterable<Line>, wanted: readonly Wanted[]): Generator<Fields> {
  for (const { line, text } of lines) yield { line, values: wanted.map(({ use }) => (use === 'text' ? text : undefined)) };
}
