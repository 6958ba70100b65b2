import { rmSync, existsSync, writeFileSync } from 'node:fs';
import { programFile } from '../../files/own-package.ts';
import { count, duration, plural, ranges } from '../../numerics/display.ts';
import { addJob, isRunFolder, readManifest, readTasks, runFile, runFolders } from '../../studies/cluster/run-folder.ts';
import { newRunFolder, planTasks, type Submission, type TaskPlan, writeRun } from '../../studies/cluster/submission.ts';
import { planStudy, type Work } from '../../studies/run/plan.ts';
import { durationsOf, readDurations } from '../../studies/run/durations.ts';
import { reportFolder } from '../../studies/store/manifest.ts';
import { Store } from '../../studies/store/store.ts';
import { cacheFolder } from '../options/inputs.ts';
import { requireWritableFolder } from '../options/target.ts';
import { UsageError, Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { submitScript, cancelArray, ownJob, requeueJob, requireSlurm } from './slurm.ts';
import { resolve } from 'node:path';
import { stateOf } from '../../studies/cluster/run-state.ts';
import { queuesOf, reportFolderOf, runsNamed, tasksIn, planned, studyNamed } from './studies.ts';
import type { Action, StudyOptions } from './options.ts';

/** A study as it is submitted, and what the command line says besides. */
interface ArrayRequest extends Submission {
  /** What the command line calls the study, and its folder of reports. */
  readonly subject: string;
  readonly out: string;
  /** Limit of a task as Slurm writes it (undefined: that of the partition), and more options of sbatch, as they are written in a script. */
  readonly time: string | undefined;
  readonly more: string | undefined;
}

/** Prints the id of a job to which the script of a run was submitted, and writes it down. */
function keepJob(run: string, id: string, { print }: Session): void {
  print(id);
  addJob(run, id);
}

/** Work cut into tasks, with a word on them; undefined where nothing is missing. Throws a UsageError where nobody can say how many. */
function tasksOf(work: Work, request: ArrayRequest, { note }: Session): TaskPlan | undefined {
  const { study, subject } = request;
  const tasks = planTasks(work, request);
  if (tasks.shards.length === 0) {
    note(
      `${study.id}: nothing to submit: ${plural(tasks.stored, 'cell')} stored, ${count(tasks.queued)} in the queue; ` +
        `iwal study run ${subject} writes the report`,
    );
    return undefined;
  }
  if (tasks.seconds === undefined && request.tasks === undefined)
    throw new UsageError(`how many tasks? None of these cells was ever timed: iwal study submit ${subject} --tasks 8, for one`);
  note(wordsOn(study.id, tasks));
  return tasks;
}

function wordsOn(id: string, { stored, queued, shards, seconds }: TaskPlan): string {
  const cells = shards.reduce((sum, { items }) => sum + items.length, 0);
  const others = stored + queued === 0 ? '' : ` (${count(stored)} others are stored, ${count(queued)} in the queue)`;
  const time = seconds === undefined ? '' : `; the longest takes about ${duration(shards[0].seconds)}`;
  return `${id}: ${plural(cells, 'cell')} in ${plural(shards.length, 'task')}${others}${time}`;
}

/** Seconds before its limit at which a task is told to stop after its cell. */
const NOTICE = 90;

/**
 * The script of a Slurm array, one index a task, of the run folder of this path, which is absolute.
 *
 * `exec` puts Node in the place of the shell, so that signals reach it: USR2 some time before the limit and SIGTERM end the task
 * after its cell and queue it again. A node that does not see the run folder says so.
 *
 * Source: Slurm, man pages of sbatch and scontrol.
 */
function scriptOf(run: string, { shards }: TaskPlan, { study, time, more }: ArrayRequest): string {
  const lines = [
    `--job-name=iwal-${study.id}`,
    `--array=0-${shards.length - 1}`,
    '--cpus-per-task=1',
    ...(time === undefined ? [] : [`--time=${time}`]),
    `--output="${run.replaceAll('%', '%%')}/log/%a-%A.txt"`,
    '--open-mode=append',
    '--requeue',
    `--signal=B:USR2@${NOTICE}`,
    ...(more === undefined ? [] : [more]),
  ];
  return [
    '#!/bin/bash',
    ...lines.map((line) => `#SBATCH ${line}`),
    '',
    `run=${quoted(run)}`,
    'if [ ! -e "$run/manifest.json" ]; then',
    '  echo "$run: no such folder on $(hostname): it has to be on a file system that every node sees" >&2',
    '  exit 1',
    'fi',
    `exec ${quoted(process.execPath)} ${quoted(programFile())} study task "$run" "$SLURM_ARRAY_TASK_ID"`,
    '',
  ].join('\n');
}

/** For a shell: nothing within single quotes has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** `iwal study submit`: what is missing of a study as one array of Slurm, or what is unfinished of a run folder once more. */
export const submit: Action = {
  summary: 'run what is missing of a study as an array of Slurm, or the unfinished tasks of a run folder again',
  takes: 'a study or a run folder',
  options: ['full', 'seeds', 'out', 'data-dir', 'dry-run', 'tasks', 'time', 'sbatch', 'prepare'],
  async run(subject, options, session) {
    await (isRunFolder(subject) ? again(subject, options, session) : first(subject, options, session));
  },
};

/**
 * What is missing of a study as a run folder, whose tasks Slurm or any other scheduler starts. Tasks run their cells on threads
 * (studies/cluster/run-task.ts) into that folder, which the store of the study reads. A dry run prints the script and writes nothing.
 */
async function first(subject: string, options: StudyOptions, session: Session): Promise<void> {
  const named = await studyNamed(subject, session);
  if (!options.prepare && !options['dry-run'])
    await requireSlurm('submit where they are, or take --prepare and run the tasks with another scheduler (docs/CLUSTERS.md)');
  const { study, file, size, seeds, source } = await planned(named, options, session);
  const { signal, note } = session;
  const { out, tasks, time, sbatch: more } = options;
  const folder = resolve(reportFolder(out, study.id, size));
  const elsewhere = await inQueue(folder);
  const work = await session.unlessInterrupted(
    planStudy(study, { size, seeds, folder, source, reuse: 'everything', note, signal }),
  );
  const request: ArrayRequest = {
    ...{ subject, study, file, size, seeds, folder, out, tasks, time, more, elsewhere },
    durations: durationsOf(work.store.entries(), readDurations(folder, note)),
    cacheFolder: resolve(cacheFolder()),
  };
  const cut = tasksOf(work, request, session);
  if (cut === undefined) return;
  const isDry = options['dry-run'];
  if (!isDry) requireWritableFolder(out);
  const made = newRunFolder(folder);
  const script = scriptOf(made, cut, request);
  if (!isDry) await session.unlessInterrupted(writeRun(made, request, work, cut, script));
  if (isDry || options.prepare) {
    session.print(isDry ? script.trimEnd() : made);
    return;
  }
  const id = await submitScript(runFile(made, 'job.sbatch'), []).catch((error: unknown) => {
    // Nothing runs in a folder that Slurm has refused.
    rmSync(made, { recursive: true, force: true });
    throw error;
  });
  keepJob(made, id, session);
  note(`${made}: iwal study status ${subject} says how far it is; iwal study run ${subject} then writes the report`);
}

/** Hashes of the cells whose tasks wait or run. */
async function inQueue(folder: string): Promise<ReadonlySet<string>> {
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
  const script = runFile(run, 'job.sbatch');
  const foreign = (['full', 'seeds', 'tasks', 'time', 'sbatch', 'prepare', 'dry-run'] as const).find((name) => options[name]);
  const { requireSameVersions } = await import('../../studies/cluster/run-task.ts');
  const { manifest, unfinished } = stateOf(run, new Store(reportFolderOf(run), session.note).settled());
  requireSameVersions(run, manifest);
  const queued = tasksIn(await queuesOf(run));
  const forsaken = unfinished.filter((task) => !queued.has(task));
  const array = `--array=${ranges(forsaken, '-')}`;
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
  keepJob(run, await submitScript(script, [array]), session);
  session.note(`${run}: ${plural(forsaken.length, 'task')} of ${manifest.tasks}`);
}

/** `iwal study cancel`: ends the arrays of a study or of one run folder; what they have measured is kept. */
export const cancel: Action = {
  summary: 'end the arrays of a study or of a run folder; what they have measured is kept',
  takes: 'a study or a run folder',
  options: ['out'],
  async run(subject, { out }, session) {
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
    const { signal, note } = session;
    const { SLURM_ARRAY_JOB_ID, SLURM_JOB_ID } = process.env;
    const options = { workers, job: SLURM_ARRAY_JOB_ID ?? SLURM_JOB_ID, note, signal, stop };
    try {
      const ended = await session.underBar(`task ${index}`, (progress) =>
        session.unlessInterrupted(runTask(run, index, { ...options, progress })),
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
    }
  },
};

/** Has Slurm start the task again, unless a person has cancelled it. */
async function requeue(run: string, { note }: Session): Promise<void> {
  const job = ownJob(process.env);
  if (job === undefined || existsSync(runFile(run, 'cancelled'))) return;
  try {
    await requeueJob(job, () => note('stopped after its cell, and to be queued again'));
  } catch (error) {
    note(`not queued again: ${(error as Error).message}`);
  }
}
