import { join } from 'node:path';
import { studies } from '../../../experiments/index.ts';
import { count, plural } from '../../numerics/display.ts';
import { requireWritableFolder } from '../options/target.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import { type Action, runCommand } from './action.ts';
import { foldersOf, sizeOf, studyNamed } from './studies.ts';

/** `iwal study report`: the report of stored results, or what a paper takes from it; nothing is run. */
export const report: Action = {
  summary: 'write the report of stored results anew, or with --paper its figures and tables for a paper; nothing is run',
  takes: 'a study',
  options: ['full', 'out', 'data-dir', 'paper', 'into'],
  async run(subject, { full, out, paper, into, 'data-dir': dataDir }, session) {
    if (into !== undefined && paper === undefined) throw new UsageError('--into wants --paper, which says for what format');
    const { reportFolder, storedReport } = await import('../../reports/run-study.ts');
    const { writeFiles, writeIndex, writeReport } = await import('../../reports/write-report.ts');
    const { paperFiles } = await import('../../reports/paper.ts');
    const { readManifest } = await import('../../studies/store/manifest.ts');
    const named = await studyNamed(subject, session);
    const { study, file = null } = named;
    const { id } = study;
    const size = sizeOf(named, full);
    const folder = reportFolder(out, id, size);
    const seeds = readManifest(folder)?.seeds ?? study.seeds[size];
    const { note, signal } = session;
    const refuse = (waiting: number, runs: number): Failure =>
      new Failure(
        `${folder} has no result of ${count(waiting)} of ${plural(runs, 'run')}, and a report is made of all: ` +
          runCommand(study, { id, size, seeds, file }),
      );
    const options = { size, seeds, out, note, signal, ...(await foldersOf(dataDir)) };
    const made = await session.unlessInterrupted(storedReport(study, options, refuse));
    const target = paper === undefined ? folder : (into ?? join(folder, 'paper'));
    requireWritableFolder(target);
    if (paper !== undefined) await writeFiles(target, paperFiles(made, id, paper), signal);
    else {
      await writeReport(folder, made, { seeds, beside: [] }, signal);
      await writeIndex(out, Object.keys(studies), note);
    }
    session.print(target);
  },
};
