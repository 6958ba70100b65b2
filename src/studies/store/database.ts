import { DOUBLE, DuckDBInstance, StatementType, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import { basename } from 'node:path';
import type { Entry } from './entry.ts';
import { flat, type Flat, type Scalar } from '../../specs/flat.ts';
import { Store } from './store.ts';
import { tableColumns, createTable, type Columns } from './tables.ts';

/** A report folder's entries under the folder's name. */
export interface Source {
  readonly study: string;
  readonly entries: readonly Entry[];
}

/** The results in the stores of these folders; `note` is told what is wrong with them. */
export function readSources(folders: readonly string[], note: (message: string) => void): Source[] {
  return folders.map((folder) => ({ study: basename(folder), entries: new Store(folder, note).current() }));
}

/** A row of a query's result, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** What a question may reach beside the tables. */
export interface Reach {
  /** The kinds of statements that are answered, one at a time; all, and any number, if absent. */
  readonly statements?: readonly StatementType[];
  /** Settings of DuckDB, applied before the first question and fixed then. */
  readonly settings: readonly string[];
}

const NO_EXTENSIONS = ['SET autoinstall_known_extensions = false', 'SET autoload_known_extensions = false'];
const QUERIES = [StatementType.SELECT, StatementType.EXPLAIN];

/** Nothing. */
export const TABLES: Reach = {
  statements: QUERIES,
  settings: [...NO_EXTENSIONS, 'SET enable_external_access = false', 'SET lock_configuration = true'],
};

/** Whatever the user of this process reaches, with all of DuckDB's statements. */
export const FILES: Reach = { settings: [] };

/** One file, which an export writes. */
export function oneFile(file: string): Reach {
  return { ...TABLES, settings: [`SET allowed_paths = [${literal(file)}]`, ...TABLES.settings] };
}

/**
 * Stored results as tables of an SQL database in memory (DuckDB): those of the last reports and what was measured since. Cells
 * that were no part of the last report (more seeds, a study that has been changed) stay stored and are left out.
 *
 *   cells    one row a cell: study, hash, engine, data, kind, dataset, failure, reason, and the spec by columns (specs/flat.ts):
 *            loss, loss_tau, update, optimizer, optimizer_eta0, query, query_mellowness, …, seed
 *   curves   one row a checkpoint: study, hash, checkpoint (from 1), and what was measured there
 *   finals   cells with their last checkpoint and all single numbers of their measurement
 *
 * What is measured under a name that the spec has too is called `<name>_measured` in finals, and so in curves where it is that of
 * another column there.
 *
 * The tables are filled in memory (tables.ts). Unless it is opened with FILES, the database reaches no file and no network:
 * nothing that is stored, and no question, can read or write anything; an export may write its one file.
 */
export class Database {
  readonly #connection: DuckDBConnection;
  readonly #statements: Reach['statements'];

  private constructor(connection: DuckDBConnection, statements: Reach['statements']) {
    this.#connection = connection;
    this.#statements = statements;
  }

  static async of(sources: readonly Source[], { settings, statements }: Reach = TABLES): Promise<Database> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    for (const setting of settings) await connection.run(setting);
    const rows = sources.flatMap(({ study, entries }) => entries.map((entry) => ({ study, entry })));
    const cells = tableColumns(rows.map(({ study, entry }) => cellRow(study, entry)));
    await createTable(connection, 'cells', withKeys(cells), VARCHAR);
    await createTable(
      connection,
      'numbers',
      withKeys(tableColumns(rows.map(({ study, entry }) => numbersRow(study, entry, cells)))),
      DOUBLE,
    );
    await createTable(connection, 'curves', curvesOf(rows), DOUBLE);
    await connection.run('CREATE VIEW finals AS SELECT * FROM cells JOIN numbers USING (study, hash)');
    return new Database(connection, statements);
  }

  /** The rows of a query, numbers and texts as JSON has them. Throws what DuckDB says of a faulty one. */
  async query(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Row[] }> {
    await this.#require(sql);
    const reader = await this.#connection.runAndReadAll(sql);
    return { columns: reader.deduplicatedColumnNames(), rows: reader.getRowObjectsJS().map(plain) };
  }

  /** Writes the rows of a query to a file, in the format of its ending; the database must have been opened for that file. */
  async export(sql: string, file: string): Promise<void> {
    await this.#require(sql);
    const format = file.endsWith('.parquet') ? 'FORMAT parquet' : 'FORMAT csv, HEADER';
    await this.#connection.run(`COPY (${sql.replace(/;\s*$/, '')}\n) TO ${literal(file)} (${format})`);
  }

  /** Throws an error in DuckDB's words unless this is one statement of those that are answered. */
  async #require(sql: string): Promise<void> {
    if (this.#statements === undefined) return;
    const extracted = await this.#connection.extractStatements(sql).catch((error: unknown) => {
      throw new Error((error as Error).message.replace(/^Failed to extract statements: /, ''));
    });
    if (extracted.count !== 1)
      throw new Error(`one query is wanted, found ${extracted.count} statements; --unsafe-sql takes several`);
    const { statementType } = await extracted.prepare(0);
    if (!this.#statements.includes(statementType))
      throw new Error(`a query is wanted (SELECT), found ${StatementType[statementType]}; --unsafe-sql takes all statements`);
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function cellRow(study: string, { hash, engine, data, cell: { kind, dataset, run }, stored: { failure, reason } }: Entry): Flat {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    study,
    hash,
    engine,
    data,
    kind,
    dataset: dataset ?? null,
    failure: text(failure),
    reason: text(reason),
    ...flat(run),
  };
}

/** The single numbers of a measurement, a curve by its last checkpoint. */
function numbersRow(study: string, { hash, stored }: Entry, taken: Columns): Flat {
  const { curve, ...rest } = Object.fromEntries(Object.entries(stored).filter(([key]) => key !== 'failure' && key !== 'reason'));
  const last = Object.fromEntries(
    Object.entries((curve ?? {}) as Record<string, unknown[]>).map(([key, column]) => [key, column.at(-1)]),
  );
  return {
    study,
    hash,
    ...Object.fromEntries(
      Object.entries(flat({ ...last, ...rest })).map(([key, value]) => [taken.has(key) ? `${key}_measured` : key, value]),
    ),
  };
}

/** One row a checkpoint. */
function curvesOf(rows: readonly { readonly study: string; readonly entry: Entry }[]): Columns {
  const curves = rows.map(({ study, entry: { hash, stored } }) => {
    const columns = Object.entries((stored.curve ?? {}) as Readonly<Record<string, readonly Scalar[]>>);
    return { study, hash, columns, length: columns[0]?.[1].length ?? 0 };
  });
  const keys = ['study', 'hash', 'checkpoint'];
  const columns = new Map<string, (Scalar | undefined)[]>(keys.map((key) => [key, []]));
  const [studies, hashes, checkpoints] = [...columns.values()];
  for (const { study, hash, columns: measured, length } of curves) {
    const from = studies.length;
    for (let c = 1; c <= length; c++) {
      studies.push(study);
      hashes.push(hash);
      checkpoints.push(c);
    }
    for (const [name, values] of measured) {
      const free = keys.includes(name) ? `${name}_measured` : name;
      let column = columns.get(free);
      if (column === undefined) columns.set(free, (column = []));
      values.forEach((value, c) => {
        column[from + c] = value;
      });
    }
  }
  for (const column of columns.values()) column.length = studies.length;
  return columns;
}

/** With the keys of every table, though no row may have them. */
function withKeys(columns: Columns): Columns {
  return new Map([['study', []], ['hash', []], ...columns]);
}

function plain(row: Readonly<Record<string, unknown>>): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]));
}
