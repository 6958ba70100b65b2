import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { native } from '../../files/modules.ts';
import { temporaryIn } from '../../files/owner.ts';
import { resultTables, type Source, writeTable } from './tables.ts';

/** A row of a query's result, by column. */
type Row = Readonly<Record<string, unknown>>;

/** What a query may reach beside the tables. */
export interface Reach {
  /** The kinds of statements that are answered, one at a time; all, and any number, if absent. */
  readonly statements?: readonly string[];
  /** Settings of DuckDB, applied before the first query and fixed then. */
  readonly settings: readonly string[];
}

/** Only the result tables, no files. */
export const TABLES: Reach = {
  statements: ['SELECT', 'EXPLAIN'],
  settings: ['SET enable_external_access = false', 'SET lock_configuration = true'],
};

/** Whatever the user of this process reaches, with all of DuckDB's statements. */
export const FILES: Reach = { settings: [] };

/** One file, which an export writes. */
export function oneFile(file: string): Reach {
  return { ...TABLES, settings: [`SET allowed_paths = [${literal(file)}]`, ...TABLES.settings] };
}

/** What is used here of the package @duckdb/node-api, which need not be installed. */
interface DuckDB {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
  readonly StatementType: Readonly<Record<number, string>>;
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ deduplicatedColumnNames(): string[]; getRowObjectsJS(): Row[] }>;
  extractStatements(sql: string): Promise<{ count: number; prepare(n: number): Promise<{ statementType: number }> }>;
  interrupt(): void;
}

const PACKAGE = '@duckdb/node-api';
const REMEDY =
  `npm install ${PACKAGE} where iwal is installed, or take a whole table: ` +
  `iwal results --table ${Object.keys(resultTables).join(' | ')}`;
const NO_EXTENSIONS = ['SET autoinstall_known_extensions = false', 'SET autoload_known_extensions = false'];

/** The result tables in an SQL database in memory (DuckDB). */
export interface Database {
  /** The rows of a query, numbers and texts as JSON has them. Throws what DuckDB says of a faulty one. */
  query(sql: string): Promise<{ readonly columns: readonly string[]; readonly rows: readonly Row[] }>;
  /** Writes the rows of a query to a file, in the format of its ending; the database must have been opened for that file. */
  export(sql: string, file: string): Promise<void>;
}

/**
 * Opens a database of the result tables. The signal interrupts the query that is under way.
 *
 * They come in as Parquet files, which are gone before the first query: no stored value and no stored name becomes part of a
 * statement. Unless it is opened with FILES, the database then reaches no file and no network; an export may write its one file.
 *
 * @throws PlatformError where DuckDB is not installed or does not load.
 */
export async function openDatabase(sources: readonly Source[], reach: Reach, signal?: AbortSignal): Promise<Database> {
  const duckDB = await native<DuckDB>(PACKAGE, () => import(PACKAGE) as Promise<DuckDB>, 'SQL', REMEDY);
  const connection = await (await duckDB.DuckDBInstance.create(':memory:')).connect();
  signal?.addEventListener('abort', () => {
    connection.interrupt();
  });
  if (reach.statements !== undefined) for (const setting of NO_EXTENSIONS) await connection.run(setting);
  await takeTables(connection, sources);
  for (const setting of reach.settings) await connection.run(setting);
  const admit = async (sql: string): Promise<void> => {
    signal?.throwIfAborted();
    if (reach.statements !== undefined) await requireOneOf(reach.statements, connection, sql, duckDB.StatementType);
  };
  return {
    async query(sql) {
      await admit(sql);
      const reader = await connection.runAndReadAll(sql);
      return { columns: reader.deduplicatedColumnNames(), rows: reader.getRowObjectsJS().map(plain) };
    },
    async export(sql, file) {
      await admit(sql);
      const format = file.endsWith('.parquet') ? 'FORMAT parquet' : 'FORMAT csv, HEADER';
      await connection.run(`COPY (${sql.replace(/;\s*$/, '')}\n) TO ${literal(file)} (${format})`);
    },
  };
}

async function takeTables(connection: Connection, sources: readonly Source[]): Promise<void> {
  const folder = temporaryIn(tmpdir());
  try {
    for (const [name, tableOf] of Object.entries(resultTables)) {
      const file = join(folder, `${name}.parquet`);
      await writeTable(file, tableOf(sources));
      await connection.run(`CREATE TABLE ${name} AS FROM read_parquet(${literal(file)})`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws an error in DuckDB's words unless this is one statement of those that are answered. */
async function requireOneOf(
  statements: readonly string[],
  connection: Connection,
  sql: string,
  typeNames: DuckDB['StatementType'],
): Promise<void> {
  const extracted = await connection.extractStatements(sql).catch((error: unknown) => {
    throw new Error((error as Error).message.replace(/^Failed to extract statements: /, ''));
  });
  if (extracted.count !== 1)
    throw new Error(`one query is wanted, found ${extracted.count} statements; --unsafe-sql takes several`);
  const type = typeNames[(await extracted.prepare(0)).statementType];
  if (!statements.includes(type)) throw new Error(`a query is wanted (SELECT), found ${type}; --unsafe-sql takes all statements`);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function plain(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]));
}
