import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunState } from '../../../studies/cluster/run-state.ts';
import type { Plan } from '../../../studies/cluster/submission.ts';
import { programFile } from '../../../files/own-package.ts';
import { requireWritableFolder } from '../../options/target.ts';
import { UsageError } from '../../terminal/failure.ts';
import { count, duration, plural } from '../../../numerics/display.ts';
import type { Session } from '../../terminal/session.ts';
import { queuesOf, ranges, reportFolderOf, tasksIn } from '../runs.ts';
import { requireSlurm, submitScript } from '../slurm.ts';
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
  const { newRunFolder, planRun, writeRun } = await import('../../../studies/cluster/submission.ts');
  const { sbatchScript } = await import('../../../studies/cluster/sbatch-script.ts');
  const { DataSource } = await import('../../../studies/data/data-source.ts');
  const { reportFolder } = await import('../../../reports/run-study.ts');
  const { study, file } = named;
  const size = sizeOf(named, options.full);
  const { signal, note } = session;
  const folders = await foldersOf(options['data-dir']);
  const folder = resolve(reportFolder(options.out, study.id, size));
  const source = new DataSource({ ...folders, note, signal });
  const elsewhere = await inQueue(folder);
  const seeds = options.seeds ?? study.seeds[size];
  const plan = await session.unlessInterrupted(
    planRun({ study, file, size, seeds, folder, source, tasks: options.tasks, elsewhere, note, signal }),
  );
  if (plan.shards.length === 0) {
    note(
      `${study.id}: nothing to submit: ${plural(plan.stored, 'cell')} stored, ${count(plan.queued)} in the queue; ` +
        `iwal study run ${subject} writes the report`,
    );
    return;
  }
  if (plan.seconds === undefined && options.tasks === undefined)
    throw new UsageError(`how many tasks? None of these cells was ever timed: iwal study submit ${subject} --tasks 8, for one`);
  const run = newRunFolder(folder);
  const { time, sbatch: more } = options;
  const script = sbatchScript({
    run,
    id: study.id,
    tasks: plan.shards.length,
    time,
    more,
    node: process.execPath,
    program: programFile(),
  });
  note(wordsOn(study.id, plan));
  if (options['dry-run']) {
    session.print(script.trimEnd());
    return;
  }
  requireWritableFolder(options.out);
  await session.unlessInterrupted(writeRun(run, plan, script, resolve(folders.cacheFolder)));
  if (options.prepare) {
    session.print(run);
    return;
  }
  await start(run, [], session, () => {
    // Nothing runs in a folder that Slurm has refused.
    rmSync(run, { recursive: true, force: true });
  });
  note(`${run}: iwal study status ${subject} says how far it is; iwal study run ${subject} then writes the report`);
}

function wordsOn(id: string, { stored, queued, shards, seconds }: Plan): string {
  const cells = shards.reduce((sum, { items }) => sum + items.length, 0);
  const others = stored + queued === 0 ? '' : ` (${count(stored)} others are stored, ${count(queued)} in the queue)`;
  const time = seconds === undefined ? '' : `; the longest takes about ${duration(shards[0].seconds)}`;
  return `${id}: ${plural(cells, 'cell')} in ${plural(shards.length, 'task')}${others}${time}`;
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
  await start(run, [array], session);
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

/** Submits the script of a run, prints the job's id and writes it down; `refused` is called where Slurm does not take it. */
async function start(run: string, more: readonly string[], session: Session, refused?: () => void): Promise<void> {
  const { addJob, runFile } = await import('../../../studies/cluster/run-folder.ts');
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
