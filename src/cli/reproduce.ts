/** `iwal reproduce`: runs studies and writes their reports; says where they are. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { studies } from '../../experiments/index.ts';
import { defineCommand } from './command.ts';
import { requireFolder } from './inputs.ts';
import { flag, list, nameIn, number, text, value } from './option.ts';
import { requireWritableFolder } from './target.ts';

export const command = defineCommand({
  name: 'reproduce',
  usage: '[study..]',
  summary: 'Run studies and write a report of each: figures, a table, and a verdict on every claim.',
  places: {
    study: list(`studies to run, all if none is named: ${Object.keys(studies).join(', ')}`, nameIn('study', studies)),
  },
  options: {
    full: flag('the real size instead of the one that takes about a minute'),
    seeds: number({ meaning: 'runs of every setting', from: 1, whole: true }),
    workers: number({ meaning: 'worker threads', from: 1, whole: true, default: availableParallelism() }),
    out: value('folder of the reports, one folder a study', text.default('reports')),
    'data-dir': value('folder of local copies of public data sets (also IWAL_DATA); studies run without what is missing', text.optional()),
  },
  examples: [
    ['iwal reproduce', 'every study at its default size'],
    ['iwal reproduce rcv1-active --full --out /tmp/reports', 'one study at full size'],
  ],
  async run({ study, full, seeds, workers, out, 'data-dir': dataDir }, session) {
    const dataFolder = dataDir ?? process.env.IWAL_DATA;
    if (dataFolder !== undefined) await requireFolder(dataFolder);
    requireWritableFolder(out);
    const { reproduce } = await import('../studies/reproduce.ts');
    for (const id of study.length === 0 ? Object.keys(studies) : new Set(study)) {
      const bar = await session.progress(id);
      try {
        const { folder } = await reproduce(studies[id], {
          size: full ? 'full' : 'default',
          seeds,
          workers,
          out,
          dataFolder,
          cacheFolder: process.env.IWAL_CACHE ?? join('datasets', 'cache'),
          progress: bar.update,
          note: session.note,
          signal: session.signal,
        });
        session.print(folder);
      } finally {
        bar.stop();
      }
    }
  },
});
