/** `iwal reproduce`: measures the built-in studies anew and writes their reports; says where they are. */
import { studies } from '../../experiments/index.ts';
import { defineCommand } from './command.ts';
import { list, nameIn } from './option.ts';
import { foldersOf, runNamed, runningOptions, sizeOf } from './studies.ts';
import { requireWritableFolder } from './target.ts';

export const command = defineCommand({
  name: 'reproduce',
  usage: '[study..]',
  summary: 'Measure studies anew and write a report of each: figures, a table, and a verdict on every claim.',
  places: {
    study: list(`studies to run, all if none is named: ${Object.keys(studies).join(', ')}`, nameIn('study', studies)),
  },
  options: runningOptions,
  examples: [
    ['iwal reproduce', 'every study at its default size'],
    ['iwal reproduce rcv1-active --full --out /tmp/reports', 'one study at full size'],
  ],
  async run({ study, full, seeds, workers, out, 'data-dir': dataDir }, session) {
    const folders = await foldersOf(dataDir);
    requireWritableFolder(out);
    for (const id of study.length === 0 ? Object.keys(studies) : new Set(study)) {
      const named = { study: studies[id], file: undefined };
      await runNamed(named, { size: sizeOf(named, full), seeds, workers, out, reuse: 'interrupted run', ...folders }, session);
    }
  },
});
