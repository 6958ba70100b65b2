import { studies } from '../../../experiments/index.ts';
import { howToGet, MissingSetsError } from '../../studies/data/load-data.ts';
import type { Size, Study } from '../../studies/study.ts';
import { defineCommand } from '../syntax/command.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import { foldersOf, runNamed, runningOptions, sizeOf } from '../study/studies.ts';
import { flag, list, nameIn, text, value } from '../syntax/option.ts';
import { printOutcome } from './verdicts.ts';
import { requireWritableFolder } from '../options/target.ts';

const HEADLINE = 'rcv1-active';

/**
 * `iwal reproduce`: measures the built-in studies anew, in a folder of its own, and tells every verdict, whether the results are the
 * published ones, and which page to open.
 */
export const command = defineCommand({
  name: 'reproduce',
  usage: '[study..]',
  summary: 'Measure studies anew and write a report of each: figures, a table, and a verdict on every claim.',
  places: {
    study: {
      ...list(`studies to run, ${HEADLINE} if none is named: ${Object.keys(studies).join(', ')}`, nameIn('study', studies)),
      names: Object.keys(studies),
    },
  },
  options: {
    all: flag('every study, at the size that is asked for where it has that size'),
    ...runningOptions,
    svg: flag('every figure as .svg and its numbers as .csv too, beside the .png'),
    out: value('folder of the new reports, one folder a study', text.default('reproduced')),
  },
  examples: [
    ['iwal reproduce', 'the headline experiment in about a minute'],
    ['iwal reproduce --all', 'every study at its default size'],
    ['iwal reproduce rcv1-active --full --out /tmp/reports', 'one study at full size'],
  ],
  async run({ study, all, full, seeds, workers, svg, out, 'data-dir': dataDir }, session) {
    if (all && study.length > 0) throw new UsageError(`--all runs every study: leave out ${study.join(', ')}`);
    const folders = await foldersOf(dataDir);
    requireWritableFolder(out);
    const ids = all ? Object.keys(studies) : [...new Set(study.length === 0 ? [HEADLINE] : study)];
    const lacking: MissingSetsError[] = [];
    for (const id of ids) {
      const named = { study: studies[id], file: undefined };
      const size = all ? nearestSize(named.study, full) : sizeOf(named, full);
      try {
        const ran = await runNamed(
          named,
          { size, seeds, workers, out, reuse: 'interrupted run', beside: svg ? ['.svg', '.csv'] : [], ...folders },
          session,
        );
        printOutcome(ran, session);
      } catch (error) {
        if (!(error instanceof MissingSetsError) || ids.length === 1) throw error;
        lacking.push(error);
        session.note(error.message);
      }
    }
    if (lacking.length > 0)
      throw new Failure(
        `${lacking.length} of ${ids.length} studies lack their public sets: ${lacking.map(({ file }) => file).join(', ')}; ` +
          howToGet([...new Set(lacking.flatMap(({ sets }) => sets))]),
      );
  },
});

function nearestSize({ sizes }: Study, full: boolean): Size {
  return full && sizes?.includes('full') !== false ? 'full' : 'default';
}
