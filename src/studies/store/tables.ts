import { writeFile } from 'node:fs/promises';
import { csvCell } from '../../files/printable.ts';
import { scientific } from '../../numerics/display.ts';
import { flat, type Scalar } from '../../specs/hash.ts';
import type { Entry } from './entry.ts';

/** A report folder's entries under the folder's name. */
export interface Source {
  readonly study: string;
  readonly entries: readonly Entry[];
}

/** A column of one type, as Parquet names it; null where a row has no value. */
interface Column {
  readonly type: 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'STRING';
  readonly values: readonly Scalar[];
}

/** Columns by name, all of one length. */
export type Table = ReadonlyMap<string, Column>;

/**
 * Stored results as tables: those of the last reports and what was measured since. Cells that were no part of the last report (more
 * seeds, a study that has been changed) stay stored and are left out.
 *
 *   cells    one row a cell: study, hash, engine, data, kind, dataset, failure, reason, and the spec by columns (specs/hash.ts):
 *            loss, loss_tau, update, optimizer, optimizer_eta0, query, query_mellowness, …, seed
 *   curves   one row a checkpoint: study, hash, checkpoint (from 1), and what was measured there
 *   finals   cells with their last checkpoint and all single numbers of their measurement
 *
 * A measured name that the spec has too is called `<name>_measured` in finals, and so in curves where it is that of another column
 * there. Names that differ in capital letters alone get a number: SQL takes them for one another.
 */
export const resultTables = {
  cells: (sources: readonly Source[]) => distinct(cellsOf(sources)),
  curves: (sources: readonly Source[]) => distinct(tableOf(checkpoints(sources), 'DOUBLE', ['study', 'hash', 'checkpoint'])),
  finals: (sources: readonly Source[]) => {
    const cells = cellsOf(sources);
    const measured = tableOf(everyEntry(sources, numbersOf(cells)), 'DOUBLE', []);
    return distinct(new Map([...cells, ...measured]));
  },
} as const satisfies Readonly<Record<string, (sources: readonly Source[]) => Table>>;

/** The rows of a table as objects. */
export function rowsOf(table: Table): { readonly columns: readonly string[]; readonly rows: Readonly<Record<string, Scalar>>[] } {
  const columns = [...table];
  const rows = Array.from({ length: heightOf(table) }, (_, r) =>
    Object.fromEntries(columns.map(([name, { values }]): [string, Scalar] => [name, values[r]])),
  );
  return { columns: columns.map(([name]) => name), rows };
}

/** How many rows a table has. */
function heightOf(table: Table): number {
  for (const { values } of table.values()) return values.length;
  return 0;
}

/** What is stored of a cell that could not be measured, and stands in `cells`. */
const NO_NUMBERS: ReadonlySet<string> = new Set(['failure', 'reason']);

/** A row, its values by their columns. */
type Pairs = readonly (readonly [name: string, value: Scalar])[];

function cellsOf(sources: readonly Source[]): Table {
  return tableOf(everyEntry(sources, cellRow), 'STRING', ['study', 'hash']);
}

function cellRow(study: string, { hash, engine, data, cell: { kind, dataset, run }, stored: { failure, reason } }: Entry): Pairs {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const facts = { study, hash, engine, data, kind, dataset: dataset ?? null, failure: text(failure), reason: text(reason) };
  return [...Object.entries(facts), ...Object.entries(flat(run))];
}

/** The single numbers of a measurement, a curve by its last checkpoint. */
function numbersOf(taken: Table): (study: string, entry: Entry) => Pairs {
  return (_, { stored }) => {
    const { curve, ...rest } = Object.fromEntries(Object.entries(stored).filter(([name]) => !NO_NUMBERS.has(name)));
    const last = Object.entries((curve ?? {}) as Columns).map(([name, values]) => [name, values.at(-1)] as const);
    return renamed(Object.entries(flat(Object.fromEntries([...last, ...Object.entries(rest)]))), taken);
  };
}

function* checkpoints(sources: readonly Source[]): Generator<Pairs> {
  for (const { study, entries } of sources) {
    for (const { hash, stored } of entries) {
      const columns = Object.entries((stored.curve ?? {}) as Columns);
      const checkpoints = columns.length === 0 ? 0 : columns[0][1].length;
      for (let c = 0; c < checkpoints; c++) {
        const keys: Pairs = Object.entries({ study, hash, checkpoint: c + 1 });
        const measured = columns.map(([name, values]) => [name, values[c]] as const);
        yield [...keys, ...renamed(measured, new Map(keys))];
      }
    }
  }
}

type Columns = Readonly<Record<string, readonly Scalar[]>>;

function* everyEntry(sources: readonly Source[], row: (study: string, entry: Entry) => Pairs): Generator<Pairs> {
  for (const { study, entries } of sources) for (const entry of entries) yield row(study, entry);
}

function renamed(measured: Pairs, taken: ReadonlyMap<string, unknown>): Pairs {
  return measured.map(([name, value]) => [taken.has(name) ? `${name}_measured` : name, value]);
}

/**
 * Rows of unlike columns as columns, in order of appearance. The keys are columns of every table, though it may have no row; another
 * column without a value is of the type `empty`.
 */
function tableOf(rows: Iterable<Pairs>, empty: Column['type'], keys: readonly string[]): Table {
  const columns = new Map<string, Scalar[]>(keys.map((key) => [key, []]));
  let height = 0;
  for (const row of rows) {
    for (const [name, value] of row) {
      let column = columns.get(name);
      if (column === undefined) columns.set(name, (column = []));
      while (column.length < height) column.push(null);
      column[height] = value ?? null;
    }
    height++;
  }
  for (const column of columns.values()) while (column.length < height) column.push(null);
  return new Map([...columns].map(([name, values]) => [name, typed(values, keys.includes(name) ? 'STRING' : empty)]));
}

/** Whole numbers are INT64, other numbers DOUBLE, truths BOOLEAN, texts and mixtures STRING. */
function typed(values: readonly Scalar[], empty: Column['type']): Column {
  const present = values.filter((value) => value !== null);
  if (present.length === 0) return { type: empty, values };
  if (present.every((value) => typeof value === 'boolean')) return { type: 'BOOLEAN', values };
  if (present.every((value) => typeof value === 'number'))
    return { type: present.every(Number.isSafeInteger) ? 'INT64' : 'DOUBLE', values };
  return { type: 'STRING', values: values.map((value) => (value === null ? null : String(value))) };
}

/** With names that SQL can tell apart: it takes capital and small letters for one another, and no empty name and no zero byte. */
function distinct(table: Table): Table {
  const taken = new Set<string>();
  return new Map(
    [...table].map(([name, column]) => {
      const legal = name.replaceAll('\0', '\uFFFD') || '_';
      let free = legal;
      for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${legal}_${n}`;
      taken.add(free.toLowerCase());
      return [free, column];
    }),
  );
}

/** The endings of files that a table can be written to. */
export const TABLE_ENDINGS = ['.parquet', '.csv'] as const;

/** Writes a table to a file, in the format of its ending. */
export async function writeTable(file: string, table: Table): Promise<void> {
  await writeFile(file, file.endsWith('.parquet') ? await parquetOf(table) : csvOf(table));
}

async function parquetOf(table: Table): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = [...table].map(([name, { type, values }]) => ({
    name,
    type,
    data: type === 'INT64' ? values.map((value) => (value === null ? null : BigInt(value as number))) : values.slice(),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

/**
 * A table as CSV (RFC 4180), with a header and lines that end in a line feed. A missing value is an empty cell, an empty text `""`,
 * and a number that is not of a whole column is written as Python and DuckDB do: 1.0, 0.1, 1e-05.
 */
export function csvOf(table: Table): string {
  const columns = [...table].map(([name, { type, values }]) => ({ name, values, write: cells[type] }));
  const lines = [columns.map(({ name }) => csvCell(name)).join(',')];
  for (let r = 0; r < heightOf(table); r++)
    lines.push(columns.map(({ values, write }) => (values[r] === null ? '' : write(values[r]))).join(','));
  return `${lines.join('\n')}\n`;
}

const cells: Readonly<Record<Column['type'], (value: Scalar) => string>> = {
  BOOLEAN: String,
  INT64: (value) => String((value as number) + 0),
  DOUBLE: (value) => shortest(value as number),
  STRING: (value) => (value === '' ? '""' : csvCell(value as string)),
};

/** The shortest digits that say a number, with a point or an exponent. */
function shortest(x: number): string {
  const [digits, exponent] = scientific(x).split('e');
  const e = Number(exponent);
  if (e < -4 || e > 15) return `${digits}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
  return Number.isInteger(x) ? `${Object.is(x, -0) ? '-0' : x}.0` : String(x);
}
