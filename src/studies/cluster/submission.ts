import { rounded } from '../../numerics/display.ts';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../files/own-package.ts';
import { makeFolder } from '../../files/folders.ts';
import { writeContents } from '../../files/durable.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { mean } from '../../statistics/small-samples.ts';
import type { Cell } from '../cells/cell.ts';
import { expectedSeconds, type Duration } from '../run/durations.ts';
import type { Work } from '../run/executor.ts';
import { identityOf, isSettled } from '../store/entry.ts';
import { writeManifest } from '../store/manifest.ts';
import type { Size, Study } from '../study.ts';
import { pack, tasksFor, type Shard } from './packing.ts';
import { runFile, runsIn, type RunManifest, type RunTask } from './run-folder.ts';
import { prepareSplit } from './split-files.ts';

/** A study as it is submitted. */
export interface Submission {
  readonly study: Study;
  /** File of the study; undefined for one of the built-in ones. */
  readonly file: string | undefined;
  readonly size: Size;
  readonly seeds: number;
  /** Of the study's report. */
  readonly folder: string;
  /** How many tasks; undefined: as many as take about five minutes each. */
  readonly tasks: number | undefined;
  /** How long cells take. */
  readonly durations: readonly Duration[];
  /** Hashes of cells that are left out, because a task that waits or runs has them. */
  readonly elsewhere: ReadonlySet<string>;
  readonly cacheFolder: string;
}

/** Work cut into tasks. */
export interface TaskPlan {
  /** Cells with a result, and cells that a task has which waits or runs. */
  readonly stored: number;
  readonly queued: number;
  readonly shards: readonly Shard<Cell>[];
  /** Expected seconds of all shards; undefined where no such cell was ever timed. */
  readonly seconds: number | undefined;
}

/**
 * Packs the cells without a result into tasks, by the times of cells like them. One whose like was never timed counts as the mean of
 * the others.
 */
export function planTasks(
  { cells, fingerprints, known }: Work,
  { tasks, durations, elsewhere }: Pick<Submission, 'tasks' | 'durations' | 'elsewhere'>,
): TaskPlan {
  const missing = cells.filter((_, c) => known[c] === undefined || !isSettled(known[c]));
  const waiting = missing.filter((cell) => !elsewhere.has(identityOf(cell, fingerprints).hash));
  const expected = waiting.map((cell) => expectedSeconds(cell, durations));
  const timed = expected.filter((seconds) => seconds !== undefined);
  const usual = timed.length === 0 ? 1 : mean(timed);
  const items = waiting.map((item, c) => ({ item, seconds: expected[c] ?? usual, group: `${item.kind} ${item.dataset ?? ''}` }));
  const total = items.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    stored: cells.length - missing.length,
    queued: missing.length - waiting.length,
    shards: items.length === 0 ? [] : pack(items, tasks ?? tasksFor(total)),
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
  { cells, splits, fingerprints }: Work,
  { shards }: TaskPlan,
  script: string,
): Promise<void> {
  const data: Record<string, RunManifest['data'][string]> = {};
  for (const name of new Set(shards.flatMap(({ items }) => items.flatMap(({ item }) => item.dataset ?? []))))
    data[name] = await prepareSplit(splits.get(name)!, cacheFolder);
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
