import { basename } from 'node:path';
import { didYouMean } from '../files/did-you-mean.ts';
import type { Database, Reach } from '../studies/store/database.ts';
import { resultTables, rowsOf, type Source, TABLE_ENDINGS, writeTable } from '../studies/store/tables.ts';
import { targetOf } from './options/target.ts';
import { defineCommand } from './syntax/command.ts';
import { fileEnding, flag, nameIn, text, value, optional } from './syntax/option.ts';
import { yieldToEvents } from './terminal/event-loop.ts';
import { Failure, UsageError } from './terminal/failure.ts';
import { table } from './terminal/layout.ts';
import type { Session } from './terminal/session.ts';

/** `iwal results`: everything that was measured, as a table or the answer to a query in SQL. */
export const command = defineCommand({
  name: 'results',
  usage: '[sql]',
  summary:
    'Print or export the stored results of all studies: a whole table, or the rows of an SQL query. ' +
    'Tables: cells (specs), curves (checkpoints), finals (specs with the last checkpoint).',
  places: { sql: optional('a query of DuckDB, which needs: npm install @duckdb/node-api') },
  options: {
    table: {
      ...optional('the table to print or export where there is no query [default: finals]', nameIn('table', resultTables)),
      names: Object.keys(resultTables),
    },
    study: optional('only the results of this study'),
    export: optional(`file for the rows, ending in ${TABLE_ENDINGS.join(' or ')}`, fileEnding(TABLE_ENDINGS)),
    out: value('folder of the reports', text.default('reports')),
    'unsafe-sql': flag('let the SQL read and write files and reach the network, in any statements: for queries of your own only'),
    json: flag('print one JSON array'),
  },
  examples: [
    ['iwal results', 'all results, one row a run'],
    ['iwal results --study rcv1-active --table curves --export curves.csv', 'every checkpoint, for another program'],
  ],
  async run({ sql, table: named, study, export: file, out, json, 'unsafe-sql': unsafe }, session) {
    if (sql !== undefined && named !== undefined)
      throw new UsageError(`--table ${named} takes a whole table; without it, the query says which: FROM ${named}`);
    const tableOf = resultTables[named ?? 'finals'];
    const target = targetOf(session, file);
    const sources = await readSources(out, study, session);
    const { openDatabase, FILES, TABLES, oneFile } = await import('../studies/store/database.ts');
    const open = (reach: Reach): Promise<Database> => openDatabase(sources, unsafe ? FILES : reach, session.signal);
    if (target !== undefined) {
      await target.fill(async (path) => {
        if (sql === undefined) await writeTable(path, tableOf(sources));
        else await asking((await open(oneFile(path))).export(sql, path));
      });
      session.print(file!);
      return;
    }
    const { columns, rows } = sql === undefined ? rowsOf(tableOf(sources)) : await asking((await open(TABLES)).query(sql));
    if (json) session.print(JSON.stringify(rows));
    else
      for (const line of table([columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))], 'names'))
        session.print(line);
  },
});

/** The results of the reports in the folder, or of one study's. */
async function readSources(out: string, study: string | undefined, session: Session): Promise<Source[]> {
  const [{ readManifest, reportFolders }, { Store }, { addStudyKinds }] = await Promise.all([
    import('../studies/store/manifest.ts'),
    import('../studies/store/store.ts'),
    import('../../experiments/kinds.ts'),
  ]);
  addStudyKinds();
  const folders = reportFolders(out).map((folder) => ({ folder, id: readManifest(folder)!.id }));
  if (folders.length === 0) throw new Failure(`${out} holds no results; iwal study run makes some`);
  const ids = [...new Set(folders.map(({ id }) => id))];
  if (study !== undefined && !ids.includes(study))
    throw new UsageError(`no results of a study '${study}'${didYouMean(study, ids)}; there are ${ids.join(', ')}`);
  const sources: Source[] = [];
  for (const { folder, id } of folders) {
    if (study !== undefined && id !== study) continue;
    sources.push({ study: basename(folder), entries: new Store(folder, session.note).current() });
    await yieldToEvents(session);
  }
  return sources;
}

/** What DuckDB says, on one line and without the caret below the query: a faulty query, or a disk that does not take the rows. */
async function asking<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const [first, ...more] = (error as Error).message
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*\^|^LINE \d/.test(line));
    const message = [first, ...more].join('; ');
    if (first.startsWith('Permission Error')) throw new UsageError(`${message}; --unsafe-sql lets SQL reach them`);
    throw first.startsWith('IO Error') ? new Failure(message) : new UsageError(message);
  });
}

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
