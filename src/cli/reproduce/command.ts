import { studies } from '../../../experiments/index.ts';
import type { Size, Study } from '../../studies/study.ts';
import { defineCommand } from '../syntax/command.ts';
import { UsageError } from '../terminal/failure.ts';
import { flag, list, nameIn } from '../syntax/option.ts';
import { foldersOf, runNamed, runningOptions, sizeOf } from '../study/studies.ts';
import { requireWritableFolder } from '../options/target.ts';

const HEADLINE = 'rcv1-active';

/** `iwal reproduce`: measures the built-in studies anew and writes their reports; says where they are. */
export const command = defineCommand({
  name: 'reproduce',
  usage: '[study..]',
  summary: 'Measure studies anew and write a report of each: figures, a table, and a verdict on every claim.',
  places: {
    study: list(`studies to run, ${HEADLINE} if none is named: ${Object.keys(studies).join(', ')}`, nameIn('study', studies)),
  },
  options: { all: flag('every study, at the size that is asked for where it comes in that'), ...runningOptions },
  examples: [
    ['iwal reproduce', 'the headline experiment in about a minute'],
    ['iwal reproduce --all', 'every study at its default size'],
    ['iwal reproduce rcv1-active --full --out /tmp/reports', 'one study at full size'],
  ],
  async run({ study, all, full, seeds, workers, out, 'data-dir': dataDir }, session) {
    if (all && study.length > 0) throw new UsageError(`--all runs every study: leave out ${study.join(', ')}`);
    const folders = await foldersOf(dataDir);
    requireWritableFolder(out);
    for (const id of all ? Object.keys(studies) : new Set(study.length === 0 ? [HEADLINE] : study)) {
      const named = { study: studies[id], file: undefined };
      const size = all ? nearestSize(named.study, full) : sizeOf(named, full);
      await runNamed(named, { size, seeds, workers, out, reuse: 'interrupted run', ...folders }, session);
    }
  },
});

function nearestSize({ sizes }: Study, full: boolean): Size {
  return full && sizes?.includes('full') !== false ? 'full' : 'default';
}
