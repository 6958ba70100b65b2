import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { studies } from '../../experiments/index.ts';
import { realPath } from '../files/durable.ts';
import { count, plural } from '../numerics/display.ts';
import type { Ran } from '../reports/run-study.ts';
import { howToGet, MissingSetsError } from '../studies/data/datasets.ts';
import { measuredOf, tally, verdict } from '../studies/results/claims.ts';
import { agreement, type Agreement } from '../studies/store/store.ts';
import type { Size, Study } from '../studies/study.ts';
import { requireWritableFolder } from './options/target.ts';
import { foldersOf, runNamed, runningOptions, sizeOf } from './study/studies.ts';
import { defineCommand } from './syntax/command.ts';
import { flag, list, nameIn, text, value } from './syntax/option.ts';
import { Failure, UsageError } from './terminal/failure.ts';
import type { Session } from './terminal/session.ts';

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
    ['iwal reproduce', 'the headline experiment, two to three minutes on two cores'],
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

/** Where this repository keeps its reports. */
const PUBLISHED = 'reports';

/**
 * What a run came to: every verdict, what the report notes, whether its results are the published ones, and the page to open.
 *
 * @throws Failure where a result differs from the published one of its cell
 */
export function printOutcome({ folder, report: { title, claims, notes } }: Ran, session: Session): void {
  session.print(title);
  for (const claim of claims) session.print(`  ${verdict(claim).padEnd(13)}  ${claim.claim}: ${measuredOf(claim)}`);
  session.print(tally(claims));
  for (const note of notes) session.print(`note: ${note}`);
  const published = join(PUBLISHED, basename(folder));
  const found =
    existsSync(published) && realPath(published) !== realPath(folder) ? agreement(folder, published, session.note) : undefined;
  session.print(found === undefined ? 'there are no published results to compare with' : inWords(found));
  session.print(`open ${join(folder, 'index.html')}`);
  if (found !== undefined && found.different.length > 0)
    throw new Failure(
      `${plural(found.different.length, 'result')} of ${folder} ${found.different.length === 1 ? 'differs' : 'differ'} ` +
        `from ${published}; iwal study cell ${found.different[0]} --rerun computes one again`,
    );
}

/** "1,620 of 1,620 runs equal the published ones". */
function inWords({ equal, different, onlyHere, onlyThere }: Agreement): string {
  return [
    `${count(equal)} of ${plural(equal + different.length, 'run')} equal the published ones`,
    ...(onlyHere > 0 ? [`${plural(onlyHere, 'run')} not among the published ones`] : []),
    ...(onlyThere > 0 ? [`${plural(onlyThere, 'published run')} not made here (fewer seeds, or data that is not there)`] : []),
  ].join('; ');
}
