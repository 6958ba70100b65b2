import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunState } from '../../../studies/cluster/run-state.ts';
import { UsageError } from '../../terminal/failure.ts';
import { plural } from '../../../numerics/display.ts';
import type { Session } from '../../terminal/session.ts';
import { queuesOf, ranges, reportFolderOf, tasksIn } from '../runs.ts';
import { requireSlurm } from '../slurm/commands.ts';
import type { ArrayRequest } from '../slurm/executor.ts';
import { foldersOf, sizeOf, studyNamed } from '../studies.ts';
import type { Action, StudyOptions } from './action.ts';

/** `iwal study submit`: what is missing of a study as one array of Slurm, or what is unfinished of a run folder once more. */
export const submit: Action = {
  summary: 'run what is missing of a study as an array of Slurm, or the unfinished tasks of a run folder again',
  takes: 'a study or a run folder',
  options: ['full', 'seeds', 'out', 'data-dir', 'dry-run', 'tasks', 'time', 'sbatch', 'prepare'],
  async run(subject, options, session) {
    const { isRunFolder } = await import('../../../studies/cluster/run-folder.ts');
    await (isRunFolder(subject) ? again(subject, options, session) : first(subject, options, session));
  },
};

async function first(subject: string, options: StudyOptions, session: Session): Promise<void> {
  const named = await studyNamed(subject, session);
  if (!options.prepare && !options['dry-run'])
    await requireSlurm('submit where they are, or take --prepare and run the tasks with another scheduler (docs/CLUSTERS.md)');
  const { dryScript, runFolders, slurm } = await import('../slurm/executor.ts');
  const { planStudy } = await import('../../../studies/run/plan.ts');
  const { durationsOf, readDurations } = await import('../../../studies/run/durations.ts');
  const { DataSource } = await import('../../../studies/data/data-source.ts');
  const { reportFolder } = await import('../../../reports/run-study.ts');
  const { study, file } = named;
  const size = sizeOf(named, options.full);
  const { signal, note } = session;
  const { out, tasks, time, sbatch: more } = options;
  const folders = await foldersOf(options['data-dir']);
  const folder = resolve(reportFolder(out, study.id, size));
  const source = new DataSource({ ...folders, note, signal });
  const elsewhere = await inQueue(folder);
  const seeds = options.seeds ?? study.seeds[size];
  const work = await session.unlessInterrupted(
    planStudy(study, { size, seeds, folder, source, reuse: 'everything', note, signal }),
  );
  const request: ArrayRequest = {
    ...{ subject, study, file, size, seeds, folder, out, tasks, time, more, elsewhere },
    durations: durationsOf(work.store.entries(), readDurations(folder, note)),
    cacheFolder: resolve(folders.cacheFolder),
  };
  if (options['dry-run'] || options.prepare) {
    const printed = options['dry-run'] ? dryScript(work, request, session) : await runFolders(request, session).run(work);
    if (printed !== undefined) session.print(printed);
    return;
  }
  const run = await slurm(request, session).run(work);
  if (run !== undefined)
    note(`${run}: iwal study status ${subject} says how far it is; iwal study run ${subject} then writes the report`);
}

/** Hashes of the cells whose tasks wait or run. */
async function inQueue(folder: string): Promise<ReadonlySet<string>> {
  const { readManifest, readTasks, runFolders } = await import('../../../studies/cluster/run-folder.ts');
  const hashes = new Set<string>();
  for (const run of runFolders(folder)) {
    const queued = tasksIn(await queuesOf(run));
    if (queued.size === 0) continue;
    const tasks = readTasks(run, readManifest(run)).filter(({ task }) => queued.has(task));
    for (const { cells } of tasks) for (const { hash } of cells) hashes.add(hash);
  }
  return hashes;
}

/** The tasks of a run of which cells are missing. */
async function again(run: string, options: StudyOptions, session: Session): Promise<void> {
  const { runFile } = await import('../../../studies/cluster/run-folder.ts');
  const script = runFile(run, 'job.sbatch');
  const foreign = (['full', 'seeds', 'tasks', 'time', 'sbatch', 'prepare', 'dry-run'] as const).find((name) => options[name]);
  const { manifest, unfinished } = await stateOfRun(run, session);
  const queued = tasksIn(await queuesOf(run));
  const forsaken = unfinished.filter((task) => !queued.has(task));
  const array = `--array=${ranges(forsaken)}`;
  if (foreign !== undefined)
    throw new UsageError(
      `a run folder has been submitted with its options, and takes no --${foreign}; other ones go to Slurm: ` +
        `sbatch ${array} --time=02:00:00 ${script}`,
    );
  if (forsaken.length === 0) {
    session.note(`${run}: no task to submit: ${unfinished.length} unfinished, all of them in the queue`);
    return;
  }
  rmSync(runFile(run, 'cancelled'), { force: true });
  const { submitArray } = await import('../slurm/executor.ts');
  await submitArray(run, [array], session);
  session.note(`${run}: ${plural(forsaken.length, 'task')} of ${manifest.tasks}`);
}

async function stateOfRun(run: string, { note }: Session): Promise<RunState> {
  const { stateOf } = await import('../../../studies/cluster/run-state.ts');
  const { requireSameVersions } = await import('../../../studies/cluster/run-task.ts');
  const { settledIn } = await import('../../../studies/store/store.ts');
  const state = stateOf(run, settledIn(reportFolderOf(run), note));
  requireSameVersions(run, state.manifest);
  return state;
}
