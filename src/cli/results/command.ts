import { didYouMean } from '../../files/did-you-mean.ts';
import { native } from '../../files/native.ts';
import { defineCommand } from '../syntax/command.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import { table } from '../terminal/layout.ts';
import { fileEnding, flag, text, value } from '../syntax/option.ts';
import { Target } from '../options/target.ts';

const ENDINGS = ['.parquet', '.csv'];
const EVERYTHING = 'SELECT * FROM finals';

/** `iwal results`: questions in SQL to everything that was measured. */
export const command = defineCommand({
  name: 'results',
  usage: '[sql]',
  summary:
    'Query all stored results with SQL. Tables: cells (specs), curves (checkpoints), finals (specs with the last checkpoint).',
  places: {
    sql: value(`a query of DuckDB; by default ${EVERYTHING}`, text.default(EVERYTHING)),
  },
  options: {
    study: value('only the results of this study', text.optional()),
    export: value(`file for the rows, ending in ${ENDINGS.join(' or ')}`, fileEnding(ENDINGS).optional()),
    out: value('folder of the reports', text.default('reports')),
    'unsafe-sql': flag(
      'let the SQL read and write files and reach the network, in any statements: for questions of your own only',
    ),
    json: flag('print one JSON array'),
  },
  examples: [
    ['iwal results', 'everything, one row a run'],
    ['iwal results --study rcv1-active --export results.parquet', 'the same for another program'],
  ],
  async run({ sql, study, export: file, out, json, 'unsafe-sql': unsafe }, session) {
    const { readManifest, reportFolders } = await import('../../studies/store/manifest.ts');
    const folders = reportFolders(out);
    const ids = [...new Set(folders.map((folder) => readManifest(folder)!.id))];
    if (folders.length === 0) throw new Failure(`${out} holds no results; iwal study run makes some`);
    if (study !== undefined && !ids.includes(study))
      throw new UsageError(`no results of a study '${study}'${didYouMean(study, ids)}; there are ${ids.join(', ')}`);
    const target = file === undefined ? undefined : new Target(file);
    try {
      const { Database, FILES, TABLES, oneFile, readSources } = await native(
        '@duckdb/node-api',
        () => import('../../studies/store/database.ts'),
        'SQL',
        'read results.jsonl in the folder of a report',
      );
      const wanted = folders.filter((folder) => study === undefined || readManifest(folder)!.id === study);
      const sources = readSources(wanted, session.note);
      if (target !== undefined) {
        await target.fill(async (path) => {
          const database = await Database.of(sources, unsafe ? FILES : oneFile(path));
          await asking(database.export(sql, path));
        });
        session.print(file!);
        return;
      }
      const database = await Database.of(sources, unsafe ? FILES : TABLES);
      const { columns, rows } = await asking(database.query(sql));
      if (json) session.print(JSON.stringify(rows));
      else
        for (const line of table([columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))], 'names'))
          session.print(line);
    } finally {
      target?.discard();
    }
  },
});

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
