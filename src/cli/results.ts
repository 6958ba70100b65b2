import { basename } from 'node:path';
import { didYouMean } from '../files/did-you-mean.ts';
import { resultTables, rowsOf, type Source, TABLE_ENDINGS, writeTable } from '../studies/store/tables.ts';
import { targetOf } from './options/target.ts';
import { defineCommand } from './syntax/command.ts';
import { fileEnding, flag, nameIn, text, value, optional } from './syntax/option.ts';
import { yieldToEvents } from './terminal/event-loop.ts';
import { Failure, UsageError } from './terminal/failure.ts';
import { table } from './terminal/layout.ts';
import type { Session } from './terminal/session.ts';

/** `iwal results`: everything that was measured, as a table. */
export const command = defineCommand({
  name: 'results',
  usage: '',
  summary:
    'Print or export the stored results of all studies as a table: cells (specs), curves (checkpoints), finals (specs with the last ' +
    'checkpoint).',
  places: {},
  options: {
    table: {
      ...optional('the table to print or export [default: finals]', nameIn('table', resultTables)),
      names: Object.keys(resultTables),
    },
    study: optional('only the results of this study'),
    export: optional(`file for the rows, ending in ${TABLE_ENDINGS.join(' or ')}`, fileEnding(TABLE_ENDINGS)),
    out: value('folder of the reports', text.default('reports')),
    json: flag('print one JSON array'),
  },
  examples: [
    ['iwal results', 'all results, one row a run'],
    ['iwal results --study rcv1-active --table curves --export curves.csv', 'every checkpoint, for another program'],
    ['iwal results --export finals.parquet', 'for SQL, with DuckDB: duckdb -c "FROM \'finals.parquet\'"'],
  ],
  async run({ table: named, study, export: file, out, json }, session) {
    const target = targetOf(session, file);
    const found = resultTables[named ?? 'finals'](await readSources(out, study, session));
    if (target !== undefined) {
      await target.fill((path) => writeTable(path, found));
      session.print(file!);
      return;
    }
    const { columns, rows } = rowsOf(found);
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

function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}
