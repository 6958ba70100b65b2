/**
 * Stored results as tables of an SQL database in memory (DuckDB): those of the last reports and what was measured since. Cells that
 * were no part of the last report (more seeds, a study that has been changed) stay stored and are left out.
 *
 *   cells    one row a cell: study, hash, engine, data, kind, dataset, failure, reason, and the spec by columns (flat.ts):
 *            loss, loss_tau, update, optimizer, optimizer_eta0, query, query_mellowness, …, seed
 *   curves   one row a checkpoint: study, hash, checkpoint (from 1), and what was measured there
 *   finals   cells with their last checkpoint and all single numbers of their measurement
 *
 * What is measured under a name that the spec has too is called `<name>_measured` in finals.
 */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { temporaryIn } from '../data/temporary-folder.ts';
import type { Entry } from './entry.ts';
import { flat, type Flat } from './flat.ts';
import { Store } from './store.ts';

/** A report folder's entries under the folder's name. */
export interface Source {
  readonly study: string;
  readonly entries: readonly Entry[];
}

export function readSources(folders: readonly string[], note: (message: string) => void): Source[] {
  return folders.map((folder) => ({ study: basename(folder), entries: new Store(folder, note).current() }));
}

export type Row = Readonly<Record<string, unknown>>;

export class Database {
  readonly #connection: DuckDBConnection;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async of(sources: readonly Source[]): Promise<Database> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = sources.flatMap(({ study, entries }) => entries.map((entry) => ({ study, entry })));
    const cells = rows.map(({ study, entry }) => cellRow(study, entry));
    const taken = new Set(cells.flatMap((row) => Object.keys(row)));
    const numbers = rows.map(({ study, entry }) => numbersRow(study, entry, taken));
    const folder = temporaryIn(tmpdir());
    try {
      await load(connection, folder, 'cells', cells);
      await load(connection, folder, 'numbers', numbers);
      await load(connection, folder, 'columns', rows.map(({ study, entry }) => ({ study, hash: entry.hash, ...(entry.stored.curve as object | undefined) })));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await connection.run('CREATE VIEW finals AS SELECT * FROM cells JOIN numbers USING (study, hash)');
    await connection.run(curvesView(rows.map(({ entry }) => entry)));
    return new Database(connection);
  }

  /** The rows of a query, numbers and texts as JSON has them. Throws what DuckDB says of a faulty one. */
  async query(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Row[] }> {
    const reader = await this.#connection.runAndReadAll(sql);
    return { columns: reader.deduplicatedColumnNames(), rows: reader.getRowObjectsJS().map(plain) };
  }

  /** Writes the rows of a query to a file, in the format of its ending. */
  async export(sql: string, file: string): Promise<void> {
    const format = file.endsWith('.parquet') ? 'FORMAT parquet' : 'FORMAT csv, HEADER';
    await this.#connection.run(`COPY (${sql.replace(/;\s*$/, '')}) TO '${file.replaceAll("'", "''")}' (${format})`);
  }
}

function cellRow(study: string, { hash, engine, data, cell: { kind, dataset, run }, stored: { failure, reason } }: Entry): Flat {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return { study, hash, engine, data, kind, dataset: dataset ?? null, failure: text(failure), reason: text(reason), ...flat(run) };
}

/** The single numbers of a measurement, a curve by its last checkpoint. */
function numbersRow(study: string, { hash, stored }: Entry, taken: ReadonlySet<string>): Flat {
  const { curve, ...rest } = Object.fromEntries(Object.entries(stored).filter(([key]) => key !== 'failure' && key !== 'reason'));
  const last = Object.fromEntries(Object.entries((curve ?? {}) as Record<string, unknown[]>).map(([key, column]) => [key, column.at(-1)]));
  return { study, hash, ...Object.fromEntries(Object.entries(flat({ ...last, ...rest })).map(([key, value]) => [taken.has(key) ? `${key}_measured` : key, value])) };
}

/** Rows of unlike columns become one table with all of them. */
async function load(connection: DuckDBConnection, folder: string, table: string, rows: readonly object[]): Promise<void> {
  const file = join(folder, `${table}.jsonl`);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const empty = 'SELECT NULL::VARCHAR AS study, NULL::VARCHAR AS hash WHERE false';
  await connection.run(`CREATE TABLE ${table} AS ${rows.length === 0 ? empty : `SELECT * FROM read_ndjson_auto('${file}', sample_size = -1)`}`);
}

/** The columns of every curve, side by side, one row a checkpoint. */
function curvesView(entries: readonly Entry[]): string {
  const columns = [...new Set(entries.flatMap(({ stored: { curve } }) => Object.keys((curve ?? {}))))];
  const unnested = columns.map((column) => `unnest("${column}") AS "${column}"`);
  if (unnested.length === 0) return 'CREATE VIEW curves AS SELECT study, hash, NULL::BIGINT AS checkpoint FROM columns WHERE false';
  return `CREATE VIEW curves AS SELECT study, hash, generate_subscripts("examples", 1) AS checkpoint, ${unnested.join(', ')} FROM columns WHERE "examples" IS NOT NULL`;
}

function plain(row: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]));
}
