import { rmSync } from 'node:fs';
import { programFile } from '../../files/own-package.ts';
import { count, duration, plural } from '../../numerics/display.ts';
import { addJob, runFile } from '../../studies/cluster/run-folder.ts';
import { newRunFolder, planTasks, type Submission, type TaskPlan, writeRun } from '../../studies/cluster/submission.ts';
import type { Executor, Work } from '../../studies/run/plan.ts';
import { requireWritableFolder } from '../options/target.ts';
import { UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { submitScript } from './slurm.ts';

/** A study as it is submitted, and what the command line says besides. */
export interface ArrayRequest extends Submission {
  /** What the command line calls the study, and its folder of reports. */
  readonly subject: string;
  readonly out: string;
  /** Limit of a task, and more options of sbatch. */
  readonly time: string | undefined;
  readonly more: string | undefined;
}

/**
 * What is missing of a study as one array of Slurm, the id of whose job is printed. Its tasks run their cells on threads
 * (studies/cluster/run-task.ts) into a run folder, which the store of the study reads; it gives the path of that folder, undefined
 * where nothing is missing.
 *
 * Throws a Failure with what Slurm says where it refuses the array; then nothing is left of it.
 */
export function slurm(request: ArrayRequest, session: Session): Executor<string | undefined> {
  const folders = runFolders(request, session);
  return {
    async run(work) {
      const run = await folders.run(work);
      if (run === undefined) return undefined;
      await submitArray(run, [], session, () => {
        // Nothing runs in a folder that Slurm has refused.
        rmSync(run, { recursive: true, force: true });
      });
      return run;
    },
  };
}

/** The run folder alone, whose tasks any other scheduler starts; gives its path, undefined where nothing is missing. */
export function runFolders(request: ArrayRequest, session: Session): Executor<string | undefined> {
  return {
    async run(work) {
      const tasks = tasksOf(work, request, session);
      if (tasks === undefined) return undefined;
      requireWritableFolder(request.out);
      const run = newRunFolder(request.folder);
      await session.unlessInterrupted(writeRun(run, request, work, tasks, scriptOf(run, tasks, request)));
      return run;
    },
  };
}

/** The script as it would be submitted, undefined where nothing is missing: nothing is written. */
export function dryScript(work: Work, request: ArrayRequest, session: Session): string | undefined {
  const tasks = tasksOf(work, request, session);
  return tasks === undefined ? undefined : scriptOf(newRunFolder(request.folder), tasks, request).trimEnd();
}

/** Submits the script of a run, prints the job's id and writes it down; `refused` is called where Slurm does not take it. */
export async function submitArray(
  run: string,
  more: readonly string[],
  session: Pick<Session, 'print'>,
  refused?: () => void,
): Promise<void> {
  let id: string;
  try {
    id = await submitScript(runFile(run, 'job.sbatch'), more);
  } catch (error) {
    refused?.();
    throw error;
  }
  session.print(id);
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

function scriptOf(run: string, { shards }: TaskPlan, { study, time, more }: ArrayRequest): string {
  return sbatchScript({ run, id: study.id, tasks: shards.length, time, more, node: process.execPath, program: programFile() });
}

/** What an array is asked for. */
interface ArrayOptions {
  /** Path of the run folder, absolute. */
  readonly run: string;
  /** Of the study. */
  readonly id: string;
  readonly tasks: number;
  /** Limit of a task as Slurm writes it; undefined: that of the partition. */
  readonly time: string | undefined;
  /** More options of sbatch, as they are written in a script. */
  readonly more: string | undefined;
  /** Absolute paths of Node and of this program. */
  readonly node: string;
  readonly program: string;
}

/** Seconds before its limit at which a task is told to stop after its cell. */
const NOTICE = 90;

/**
 * The script of a Slurm array, one index a task.
 *
 * `exec` puts Node in the place of the shell, so that signals reach it: USR2 some time before the limit and SIGTERM end the task
 * after its cell and queue it again. A node that does not see the run folder says so.
 *
 * Source: Slurm, man pages of sbatch and scontrol.
 */
function sbatchScript({ run, id, tasks, time, more, node, program }: ArrayOptions): string {
  const lines = [
    `--job-name=iwal-${id}`,
    `--array=0-${tasks - 1}`,
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
    `exec ${quoted(node)} ${quoted(program)} study task "$run" "$SLURM_ARRAY_TASK_ID"`,
    '',
  ].join('\n');
}

/** For a shell: nothing within single quotes has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
