import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { plural } from '../../numerics/display.ts';
import type { RunState } from '../../studies/cluster/run-state.ts';
import { Failure, UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { type Action, queuesOf, ranges, reportFolderOf, runsNamed, type StudyOptions, tasksIn } from './action.ts';
import type { ArrayRequest } from './executor.ts';
import { cancelArray, ownJob, requeueJob, requireSlurm } from './slurm.ts';
import { foldersOf, sizeOf, studyNamed } from './studies.ts';

/** `iwal study submit`: what is missing of a study as one array of Slurm, or what is unfinished of a run folder once more. */
export const submit: Action = {
  summary: 'run what is missing of a study as an array of Slurm, or the unfinished tasks of a run folder again',
  takes: 'a study or a run folder',
  options: ['full', 'seeds', 'out', 'data-dir', 'dry-run', 'tasks', 'time', 'sbatch', 'prepare'],
  async run(subject, options, session) {
    const { isRunFolder } = await import('../../studies/cluster/run-folder.ts');
    await (isRunFolder(subject) ? again(subject, options, session) : first(subject, options, session));
  },
};

async function first(subject: string, options: StudyOptions, session: Session): Promise<void> {
  const named = await studyNamed(subject, session);
  if (!options.prepare && !options['dry-run'])
    await requireSlurm('submit where they are, or take --prepare and run the tasks with another scheduler (docs/CLUSTERS.md)');
  const { dryScript, runFolders, slurm } = await import('./executor.ts');
  const { planStudy } = await import('../../studies/run/plan.ts');
  const { durationsOf, readDurations } = await import('../../studies/run/durations.ts');
  const { DataSource } = await import('../../studies/data/data-source.ts');
  const { reportFolder } = await import('../../reports/run-study.ts');
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
  const { readManifest, readTasks, runFolders } = await import('../../studies/cluster/run-folder.ts');
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
  const { runFile } = await import('../../studies/cluster/run-folder.ts');
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
  const { submitArray } = await import('./executor.ts');
  await submitArray(run, [array], session);
  session.note(`${run}: ${plural(forsaken.length, 'task')} of ${manifest.tasks}`);
}

async function stateOfRun(run: string, { note }: Session): Promise<RunState> {
  const { stateOf } = await import('../../studies/cluster/run-state.ts');
  const { requireSameVersions } = await import('../../studies/cluster/run-task.ts');
  const { Store } = await import('../../studies/store/store.ts');
  const state = stateOf(run, new Store(reportFolderOf(run), note).settled());
  requireSameVersions(run, state.manifest);
  return state;
}

/** `iwal study cancel`: ends the arrays of a study or of one run folder; what they have measured is kept. */
export const cancel: Action = {
  summary: 'end the arrays of a study or of a run folder; what they have measured is kept',
  takes: 'a study or a run folder',
  options: ['out'],
  async run(subject, { out }, session) {
    const { runFile } = await import('../../studies/cluster/run-folder.ts');
    const runs = runsNamed(subject, out);
    if (runs.length === 0) throw new UsageError(`no run of '${subject}' was submitted below ${out}`);
    let cancelled = 0;
    for (const run of runs) {
      const jobs = [...(await queuesOf(run)).keys()];
      // Told to the tasks before they are: one that stops is not queued again.
      if (jobs.length > 0) writeFileSync(runFile(run, 'cancelled'), '');
      for (const job of jobs) {
        await cancelArray(job);
        session.print(job);
        cancelled++;
      }
    }
    if (cancelled === 0) session.note(`${subject}: no job of it is in the queue`);
  },
};

/** `iwal study task`: what each index of an array runs, whoever starts it. */
export const task: Action = {
  summary: 'run one task of a run folder, or go on with it',
  takes: 'a run folder',
  options: ['index', 'workers'],
  async run(subject, { index, workers }, session) {
    if (index === undefined) throw new UsageError('study task needs the number of a task, counted from 0');
    const stop = session.stopRequest(); // before anything is loaded: until then a signal just ends the process
    const { runTask } = await import('../../studies/cluster/run-task.ts');
    const run = resolve(subject);
    const bar = await session.progress(`task ${index}`);
    const { signal, note } = session;
    const { SLURM_ARRAY_JOB_ID, SLURM_JOB_ID } = process.env;
    try {
      const ended = await session.unlessInterrupted(
        runTask(run, index, { workers, job: SLURM_ARRAY_JOB_ID ?? SLURM_JOB_ID, progress: bar.update, note, signal, stop }),
      );
      const failed = ended.failed.at(0);
      if (failed !== undefined)
        throw new Failure(
          `${ended.failed.length} of ${plural(ended.cells, 'cell')} failed, for example ${failed.hash}: ` +
            String(failed.stored.failure),
        );
      session.print(`task ${index}: ${plural(ended.cells, 'cell')} done`);
    } catch (error) {
      if (stop.aborted) await requeue(run, session);
      throw error;
    } finally {
      bar.stop();
    }
  },
};

/** Has Slurm start the task again, unless a person has cancelled it. */
async function requeue(run: string, { note }: Session): Promise<void> {
  const { runFile } = await import('../../studies/cluster/run-folder.ts');
  const job = ownJob(process.env);
  if (job === undefined || existsSync(runFile(run, 'cancelled'))) return;
  try {
    await requeueJob(job, () => {
      note('stopped after its cell, and to be queued again');
    });
  } catch (error) {
    note(`not queued again: ${(error as Error).message}`);
  }
}
