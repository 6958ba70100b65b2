import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../files/own-package.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { writeContents } from '../../files/whole-file.ts';
import type { Split } from '../../rows/selection/split.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { mean } from '../../statistics/small-samples.ts';
import type { Cell } from '../cells/cell.ts';
import type { DataSource } from '../data/data-source.ts';
import { fingerprintsOf, type Fingerprints } from '../data/fingerprint.ts';
import { loadData } from '../data/load-data.ts';
import { durationsOf, expectedSeconds, readDurations } from '../run/durations.ts';
import { planCells, requireFittingCells } from '../run/plan.ts';
import { identityOf, isSettled } from '../store/entry.ts';
import { knownCells } from '../store/known-cells.ts';
import { writeManifest } from '../store/manifest.ts';
import { Store } from '../store/store.ts';
import type { Size, Study } from '../study.ts';
import { pack, tasksFor, type Shard } from './packing.ts';
import { runFile, runsIn, type RunManifest, type RunTask } from './run-folder.ts';
import { prepareSplit } from './split-files.ts';

/** What is submitted to a cluster, and where it is kept. */
export interface SubmissionOptions {
  readonly study: Study;
  /** File of the study; undefined for one of the built-in ones. */
  readonly file: string | undefined;
  readonly size: Size;
  readonly seeds: number;
  /** Of the study's report. */
  readonly folder: string;
  readonly source: DataSource;
  /** How many tasks; undefined: as many as take about five minutes each. */
  readonly tasks: number | undefined;
  /** Hashes of cells that are left out, because a task that waits or runs has them. */
  readonly elsewhere: ReadonlySet<string>;
  readonly note: (message: string) => void;
  readonly signal: AbortSignal;
}

/** What a submission will run: nothing of it is written yet. */
export interface Plan {
  readonly options: SubmissionOptions;
  readonly splits: ReadonlyMap<string, Split>;
  readonly fingerprints: Fingerprints;
  /** Cells of the whole study. */
  readonly cells: number;
  /** Cells with a result, and cells that a task has which waits or runs. */
  readonly stored: number;
  readonly queued: number;
  readonly shards: readonly Shard<Cell>[];
  /** Expected seconds of all shards; undefined where no such cell was ever timed. */
  readonly seconds: number | undefined;
}

/**
 * Plans a run of what is missing of a study: loads its data, checks every cell, packs what no store holds into tasks by the times of
 * cells like it. A cell whose like was never timed counts as the mean of the others.
 *
 * Throws whatever is wrong with the study, its data or its store.
 */
export async function planRun(options: SubmissionOptions): Promise<Plan> {
  const { study, size, seeds, folder, source, elsewhere, note, signal } = options;
  const { splits, missing } = await loadData(study.datasets(size, seeds), source, signal);
  if (missing.length > 0) note(`not on this machine, so left out: ${missing.join(', ')}`);
  const cells = planCells(study, size, [...splits.keys()], seeds);
  requireFittingCells(cells, splits);
  const fingerprints = fingerprintsOf(splits);
  const store = new Store(folder, note);
  const { entries, remarks } = knownCells(cells, fingerprints, store, 'everything');
  remarks.forEach(note);
  const missingCells = cells.filter((_, c) => entries[c] === undefined || !isSettled(entries[c]));
  const waiting = missingCells.filter((cell) => !elsewhere.has(identityOf(cell, fingerprints).hash));
  const durations = durationsOf(store.entries(), readDurations(folder, note));
  const expected = waiting.map((cell) => expectedSeconds(cell, durations));
  const timed = expected.filter((seconds) => seconds !== undefined);
  const usual = timed.length === 0 ? 1 : mean(timed);
  const items = waiting.map((item, c) => ({ item, seconds: expected[c] ?? usual, group: `${item.kind} ${item.dataset ?? ''}` }));
  const total = items.reduce((sum, { seconds }) => sum + seconds, 0);
  return {
    options,
    splits,
    fingerprints,
    cells: cells.length,
    stored: cells.length - missingCells.length,
    queued: missingCells.length - waiting.length,
    shards: items.length === 0 ? [] : pack(items, options.tasks ?? tasksFor(total)),
    seconds: timed.length === 0 ? undefined : total,
  };
}

/** The path of a run folder that is not there yet, the later the further back in an alphabet. */
export function newRunFolder(reportFolder: string): string {
  const time = new Date().toISOString().replace(/[-:]|\..*/g, '');
  return join(runsIn(reportFolder), `${time}-${randomUUID().slice(0, 4)}`);
}

/** Writes a run folder: rows for the tasks first, the manifest last. Throws a DataError where something cannot be written. */
export async function writeRun(run: string, plan: Plan, script: string, cacheFolder: string): Promise<void> {
  const { study, file = null, size, seeds, folder } = plan.options;
  const data: Record<string, RunManifest['data'][string]> = {};
  for (const name of new Set(plan.shards.flatMap(({ items }) => items.flatMap(({ item }) => item.dataset ?? []))))
    data[name] = await prepareSplit(plan.splits.get(name)!, cacheFolder);
  const tasks = plan.shards.map(({ items, seconds }, task): RunTask => ({
    task,
    seconds: Number(seconds.toPrecision(3)),
    cells: items.map(({ item }) => ({ hash: identityOf(item, plan.fingerprints).hash, cell: { ...item } })),
  }));
  const manifest: RunManifest = {
    format: 1,
    iwal: programVersion(),
    node: process.versions.node,
    study: { id: study.id, file, size, seeds },
    tasks: tasks.length,
    cells: tasks.reduce((sum, { cells }) => sum + cells.length, 0),
    parts: loadedParts().map(({ url, hash }) => ({ file: fileURLToPath(url), hash })),
    data,
  };
  for (const name of ['log', 'results'] as const) makeFolder(runFile(run, name));
  await writeContents(runFile(run, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
  await writeContents(runFile(run, 'job.sbatch'), script);
  await writeContents(runFile(run, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeManifest(folder, { id: study.id, title: study.title, size, seeds, cells: plan.cells, file });
}
