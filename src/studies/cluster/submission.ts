import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeContents, makeFolder } from '../../files/durable.ts';
import { programVersion } from '../../files/own-package.ts';
import { rounded } from '../../numerics/display.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { mean } from '../../statistics/small-samples.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { type Duration, expectedSeconds, keyOf } from '../run/durations.ts';
import type { Work, PlanOptions } from '../run/plan.ts';
import { identityOf, isSettled } from '../store/entry.ts';
import { writeManifest } from '../store/manifest.ts';
import type { Study } from '../study.ts';
import { prepareSplit, runFile, type RunManifest, runsIn, type RunTask } from './run-folder.ts';

/** A study as it is submitted. */
export interface Submission extends Pick<PlanOptions, 'folder' | 'seeds' | 'size'> {
  readonly study: Study;
  /** File of the study; undefined for one of the built-in ones. */
  readonly file: string | undefined;
  /** How many tasks; undefined: as many as take about five minutes each. */
  readonly tasks: number | undefined;
  /** How long cells take. */
  readonly durations: readonly Duration[];
  /** Hashes of cells that are left out, because a task that waits or runs has them. */
  readonly elsewhere: ReadonlySet<string>;
  readonly cacheFolder: string;
}

/** Work cut into tasks. */
export type TaskPlan = Readonly<ReturnType<typeof planTasks>>;

/**
 * Packs the cells without a result into tasks, by the times of cells like them. One whose like was never timed counts as the mean of
 * the others.
 */
export function planTasks(
  { cells, fingerprints, known }: Work,
  { tasks, durations, elsewhere }: Pick<Submission, 'tasks' | 'durations' | 'elsewhere'>,
) {
  const missing = cells.filter((_, c) => known[c] === undefined || !isSettled(known[c]));
  const waiting = missing.filter((cell) => !elsewhere.has(identityOf(cell, fingerprints).hash));
  const expected = waiting.map((cell) => expectedSeconds(cell, durations));
  const timed = expected.filter((seconds) => seconds !== undefined);
  const usual = timed.length === 0 ? 1 : mean(timed);
  const items = waiting.map((item, c) => ({ item, seconds: expected[c] ?? usual, group: keyOf(item) }));
  const total = items.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    /** Cells with a result, and cells that a task has which waits or runs. */
    stored: cells.length - missing.length,
    queued: missing.length - waiting.length,
    shards: items.length === 0 ? [] : pack(items, tasks ?? tasksFor(total)),
    /** Expected seconds of all shards; undefined where no such cell was ever timed. */
    seconds: timed.length === 0 ? undefined : total,
  };
}

/** The path of a run folder that is not there yet, the later the further back in an alphabet. */
export function newRunFolder(reportFolder: string): string {
  const time = new Date().toISOString().replace(/[-:]|\..*/g, '');
  return join(runsIn(reportFolder), `${time}-${randomUUID().slice(0, 4)}`);
}

/** Writes a run folder: rows for the tasks first, the manifest last. Throws a DataError where something cannot be written. */
export async function writeRun(
  run: string,
  { study, file, size, seeds, folder, cacheFolder }: Submission,
  { cells, batches, fingerprints }: Work,
  { shards }: TaskPlan,
  script: string,
): Promise<void> {
  const data: Record<string, RunManifest['data'][string]> = {};
  const wanted = new Set(shards.flatMap(({ items }) => items.map(({ item }) => item.dataset)));
  for (const { names, load } of batches)
    if (names.some((name) => wanted.has(name)))
      for (const [name, split] of await load()) if (wanted.has(name)) data[name] = await prepareSplit(split, cacheFolder);
  const tasks = shards.map(({ items, seconds }, task): RunTask => ({
    task,
    seconds: rounded(seconds, 3),
    cells: items.map(({ item }) => ({ hash: identityOf(item, fingerprints).hash, cell: { ...item } })),
  }));
  const manifest: RunManifest = {
    format: 1,
    iwal: programVersion(),
    node: process.versions.node,
    study: { id: study.id, file: file ?? null, size, seeds },
    tasks: tasks.length,
    cells: tasks.reduce((sum, task) => sum + task.cells.length, 0),
    parts: loadedParts().map(({ url, hash }) => ({ file: fileURLToPath(url), hash })),
    data,
  };
  for (const name of ['log', 'results'] as const) makeFolder(runFile(run, name));
  await writeContents(runFile(run, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  await writeContents(runFile(run, 'job.sbatch'), script);
  await writeContents(runFile(run, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeManifest(folder, { id: study.id, title: study.title, size, seeds, cells: cells.length, file: file ?? null });
}

/** Items of a plan with their expected time, and what they share: those of one group need the same data. */
export interface Weighed<T> {
  readonly item: T;
  readonly seconds: number;
  readonly group: string;
}

/** The items of one task. */
interface Shard<T> {
  readonly items: readonly Weighed<T>[];
  readonly seconds: number;
}

/** Seconds of a task where nobody says how many tasks there are: between the 2 minutes that starting one is worth and 10. */
const TASK = 300;
/** Tasks where nobody says: Slurm takes arrays of 1,001 by default. */
const MOST_TASKS = 1000;
/** Seconds of what takes none: every item counts. */
const SHORTEST = 1e-6;
/** How much longer a plan may be for the sake of tasks that need few datasets. */
const SLACK = 1.1;

/** So many tasks that each takes about five minutes. */
export function tasksFor(seconds: number): number {
  return Math.min(MOST_TASKS, Math.max(1, Math.ceil(seconds / TASK)));
}

/**
 * Cuts items into so many tasks, fewer where there are fewer items, none of them empty, the heaviest first.
 *
 * Where it costs at most a tenth, items that share data go together: they lie side by side, and the row is cut where the running
 * sum passes t/n of the whole. Else the longest item goes to the shortest task, time and again (longest processing time first).
 *
 * Source: Graham, Bounds on multiprocessing timing anomalies, SIAM J. Appl. Math. 17 (1969): the latter is within 4/3 of the optimum.
 */
export function pack<T>(items: readonly Weighed<T>[], tasks: number): Shard<T>[] {
  const weighed = items.map((each) => ({ ...each, seconds: Math.max(SHORTEST, each.seconds) }));
  const count = Math.min(tasks, weighed.length);
  const balanced = longestFirst(weighed, count);
  const together = cutInARow(weighed, count);
  const isGood = together.every(({ items: of }) => of.length > 0) && longest(together) <= SLACK * longest(balanced);
  return (isGood ? together : balanced).sort((a, b) => b.seconds - a.seconds);
}

function longest<T>(shards: readonly Shard<T>[]): number {
  return Math.max(0, ...shards.map(({ seconds }) => seconds));
}

function cutInARow<T>(items: readonly Weighed<T>[], tasks: number): Shard<T>[] {
  const groups = groupBy(items, ({ group }) => group);
  const row = [...groups.values()].flatMap((group) => group.sort((a, b) => b.seconds - a.seconds));
  const total = row.reduce((sum, { seconds }) => sum + seconds, 0);
  const shards = Array.from({ length: tasks }, (): Weighed<T>[] => []);
  let before = 0;
  for (const each of row) {
    // By its middle: equal items give tasks that differ by one at most.
    shards[Math.min(tasks - 1, Math.floor((tasks * (before + each.seconds / 2)) / total))].push(each);
    before += each.seconds;
  }
  return shards.map(shardOf);
}

function longestFirst<T>(items: readonly Weighed<T>[], tasks: number): Shard<T>[] {
  const shards = Array.from({ length: tasks }, (): Weighed<T>[] => []);
  const loads = new Float64Array(tasks);
  for (const each of items.toSorted((a, b) => b.seconds - a.seconds)) {
    let least = 0;
    for (let task = 1; task < tasks; task++) if (loads[task] < loads[least]) least = task;
    loads[least] += each.seconds;
    shards[least].push(each);
  }
  return shards.map(shardOf);
}

function shardOf<T>(items: readonly Weighed<T>[]): Shard<T> {
  return { items, seconds: items.reduce((sum, { seconds }) => sum + seconds, 0) };
}
