import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Scalar } from '../../specs/flat.ts';

/** Columns by name, all of one length. */
export type Columns = ReadonlyMap<string, readonly (Scalar | undefined)[]>;

/** Rows of a chunk of DuckDB. */
const CHUNK = 2048;

/**
 * Creates the table and fills it; columns without a value are of the type `empty`. Names that DuckDB takes for one another get an
 * ending.
 *
 * Tables of plain values for DuckDB, filled in memory: no value and no name becomes part of a statement but as a quoted
 * identifier, and no file is read or written.
 *
 * A column's type follows from its values: whole numbers BIGINT, other numbers DOUBLE, truths BOOLEAN, texts and mixtures
 * VARCHAR.
 */
export async function createTable(
  connection: DuckDBConnection,
  table: string,
  columns: Columns,
  empty: DuckDBType,
): Promise<void> {
  const names = distinct([...columns.keys()]);
  const filled = [...columns.values()].map((column) => typed(column, empty));
  await connection.run(
    `CREATE TABLE ${quoted(table)} (${names.map((name, c) => `${quoted(name)} ${filled[c].type.toString()}`).join(', ')})`,
  );
  const rows = filled[0]?.values.length ?? 0;
  const appender = await connection.createAppender(table);
  const types = filled.map(({ type }) => type);
  for (let from = 0; from < rows; from += CHUNK) {
    const to = Math.min(rows, from + CHUNK);
    const chunk = DuckDBDataChunk.create(types, to - from);
    filled.forEach(({ values }, c) => {
      chunk.setColumnValues(c, values.slice(from, to));
    });
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Rows of unlike columns as columns with all of them, in order of appearance; undefined where a row has none. */
export function tableColumns(rows: readonly Readonly<Record<string, Scalar>>[]): Columns {
  const columns = new Map<string, (Scalar | undefined)[]>();
  rows.forEach((row, r) => {
    for (const [name, value] of Object.entries(row)) {
      let column = columns.get(name);
      if (column === undefined) columns.set(name, (column = new Array<Scalar | undefined>(rows.length)));
      column[r] = value;
    }
  });
  return columns;
}

/**
 * An identifier of SQL, whatever its letters.
 *
 * @example
 * quoted('x" FROM y; --') // => '"x"" FROM y; --"'
 */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names that DuckDB can tell apart: it takes capital and small letters for one another, and no empty name and no zero byte. */
export function distinct(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const legal = name.replaceAll('\0', '\uFFFD') || '_';
    let free = legal;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${legal}_${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

interface Typed {
  readonly type: DuckDBType;
  readonly values: readonly DuckDBValue[];
}

function typed(column: readonly (Scalar | undefined)[], empty: DuckDBType): Typed {
  const values = Array.from(column, (value) => value ?? null);
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return { type: empty, values };
  if (present.every((value) => typeof value === 'boolean')) return { type: BOOLEAN, values };
  if (present.every((value) => typeof value === 'number')) {
    if (!present.every(Number.isSafeInteger)) return { type: DOUBLE, values };
    return { type: BIGINT, values: values.map((value) => (value === null ? null : BigInt(value as number))) };
  }
  return { type: VARCHAR, values: values.map((value) => (value === null ? null : String(value))) };
}
