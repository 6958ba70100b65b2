import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeSvmlight } from '../../src/data/svmlight-writer.ts';
import { ended, start } from '../support/processes/started.ts';
import { reportOf, SMALL, writeStudy as writeSpec } from '../support/small-study.ts';
import { toyTask } from '../support/toy.ts';
import { demand, demandClear, type Bench, type Kind } from './kind.ts';

/** The command of the study that faults are tried on: one worker, so that it takes a moment. */
export const RUN = ['study', 'run', 'study.json', '--workers', '1'];

/** Writes a study of 24 cells. */
export async function writeStudy(folder: string): Promise<void> {
  await writeSvmlight(join(folder, 'toy.svm'), toyTask({ rows: 3000, seed: 1 }));
  writeSpec(folder, SMALL);
}

/** The report of a study that nothing disturbs. */
function undisturbed({ once, run }: Bench): Promise<Record<string, string>> {
  return once('study', async (folder) => {
    await writeStudy(folder);
    demandClear(await run(folder, RUN), 'an undisturbed study', [0]);
    return reportOf(folder);
  });
}

/** Goes on with a study to its end, and holds its report against that of an undisturbed run. */
export async function demandSameReport(bench: Bench, folder: string, when: string): Promise<void> {
  demandClear(await bench.run(folder, RUN), `${when} the study that goes on`, [0]);
  const [found, expected] = [reportOf(folder), await undisturbed(bench)];
  const names = new Set([...Object.keys(found), ...Object.keys(expected)]);
  const other = [...names].filter((name) => found[name] !== expected[name]);
  demand(other.length === 0, `${when} the report differs in ${other.join(', ')}`);
}

/** Looks for every file of the report of an undisturbed run; what else a folder holds is no matter. */
export async function demandReport(bench: Bench, folder: string, when: string): Promise<void> {
  for (const [name, content] of Object.entries(await undisturbed(bench))) {
    const file = join(folder, 'reports', SMALL.id, name);
    demand(existsSync(file), `${when} there is no ${name}`);
    demand(readFileSync(file).toString('base64') === content, `${when} ${name} is another one`);
  }
}

/** SIGKILL at random moments of a study. */
export const killedStudy: Kind = {
  share: 1,
  async trial(bench) {
    const { random, folder } = bench;
    await writeStudy(folder);
    const kills = 1 + random.below(3);
    for (let kill = 0; kill < kills; kill++) {
      const child = start(folder, RUN);
      const end = ended(child);
      const timers = new AbortController();
      setTimeout(1500 * random.next(), undefined, { signal: timers.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
      demandClear(await end, 'a study', [0, 137]);
      timers.abort();
    }
    await demandSameReport(bench, folder, `after ${kills} kills`);
    return kills;
  },
};
