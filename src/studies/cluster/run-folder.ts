import { caught } from '../../numerics/iwal-error.ts';
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCache, writeCache } from '../../data/cache/cache-file.ts';
import { systemWords, textOf } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { crcOf } from '../../files/crc.ts';
import { DataError } from '../../files/data-error.ts';
import { makeFolder, pathsIn } from '../../files/durable.ts';
import { shallow } from '../../files/nesting.ts';
import type { Split } from '../../rows/dataset.ts';
import { hashOf } from '../../specs/hash.ts';
import { fingerprintOf } from '../data/data-source.ts';
import { parsedJson } from '../store/manifest.ts';
import { MOST_SEEDS } from '../study.ts';

const FORMAT = 1;

const prepared = z.strictObject({
  fingerprint: z.string(),
  train: z.string(),
  validation: z.string().exactOptional(),
  test: z.string().exactOptional(),
});

/** Where the rows of a dataset lie for the tasks, part by part, and their fingerprint. */
type PreparedData = z.infer<typeof prepared>;

const manifest = z.strictObject({
  format: z.literal(FORMAT, { error: ({ input }) => `${String(input)}, where this version of iwal reads ${FORMAT}` }),
  iwal: z.string(),
  node: z.string(),
  study: z.strictObject({
    id: z.string().min(1),
    file: z.string().min(1).nullable(),
    size: z.enum(['default', 'full']),
    seeds: z.int().min(1).max(MOST_SEEDS),
  }),
  tasks: z.int().min(1),
  cells: z.int().min(1),
  /** Files of own parts, by absolute path. */
  parts: z.array(z.strictObject({ file: z.string(), hash: z.string() })),
  data: z.record(z.string(), prepared),
});

/** What a run folder is about: the study, what it was submitted with, and where its data lie. */
export type RunManifest = z.infer<typeof manifest>;

const task = z.strictObject({
  task: z.int().nonnegative(),
  /** That it is expected to take. */
  seconds: z.number().nonnegative(),
  cells: z.array(z.strictObject({ hash: z.string(), cell: z.record(z.string(), shallow) })).min(1),
});

/** What one index of an array runs: cells with their hashes. */
export type RunTask = z.infer<typeof task>;

const RUNS = '.runs';
const RESULTS = 'results';
const REMEDY = 'a run folder as iwal study submit wrote it: submit the study again; what it has measured is kept';

/**
 * The layout of a run folder, `.runs/<time>-<letters>` in a report folder. Which cells a task has is fixed when it is submitted.
 *
 *   manifest.json   study, versions of iwal and Node, files of data and own parts (RunManifest); written last
 *   tasks.jsonl     one task a line, from 0: its cells with their hashes (RunTask)
 *   job.sbatch      the script of the array
 *   log/            what the tasks of Slurm print
 *   results/        append-only, one file a process: <task>-<process>-<machine>-<uuid>.jsonl
 *   jobs            ids of the arrays that were submitted, one a line
 *   cancelled       there where somebody has cancelled it: what stops is not queued again
 *   reported        there once all its results are in a report: what results/ held is gone
 */
export function runFile(
  folder: string,
  name: 'manifest.json' | 'tasks.jsonl' | 'job.sbatch' | 'log' | 'jobs' | 'cancelled' | 'reported' | typeof RESULTS,
): string {
  return join(folder, name);
}

/** The folder of runs in a report folder. */
export function runsIn(reportFolder: string): string {
  return join(reportFolder, RUNS);
}

/** Whether this is a run folder, or was meant to be one. */
export function isRunFolder(folder: string): boolean {
  return existsSync(runFile(folder, 'manifest.json')) || existsSync(runFile(folder, 'tasks.jsonl'));
}

/** The run folders of a report folder, the oldest first; one without a manifest was never submitted. */
export function runFolders(reportFolder: string): string[] {
  return pathsIn(runsIn(reportFolder)).filter((folder) => existsSync(runFile(folder, 'manifest.json')));
}

/** The files of results in a run folder, by name. */
export function resultFiles(folder: string): string[] {
  return pathsIn(runFile(folder, RESULTS)).filter((file) => file.endsWith('.jsonl'));
}

/** Throws a DataError where the manifest is damaged or of another format. */
export function readManifest(folder: string): RunManifest {
  const file = runFile(folder, 'manifest.json');
  if (!existsSync(file)) {
    const found = existsSync(folder) ? 'no manifest of a run' : 'no such folder on this machine';
    const legal = 'the folder that iwal study submit wrote, on a file system that every machine of the run has at the same place';
    throw new DataError({ file: folder, found, legal });
  }
  return parsedJson(textOf(file), manifest, { file, remedy: REMEDY });
}

/** All tasks of a run. Throws a DataError where their list is damaged or cut short. */
export function readTasks(folder: string, { tasks }: RunManifest): RunTask[] {
  const file = runFile(folder, 'tasks.jsonl');
  return taskLines(file, tasks).map((text, at) => parsedTask(file, text, at));
}

/** One task of a run, n from 0 to tasks - 1, without reading what the others say. */
export function readTask(folder: string, { tasks }: RunManifest, n: number): RunTask {
  const file = runFile(folder, 'tasks.jsonl');
  return parsedTask(file, taskLines(file, tasks)[n], n);
}

/** Ids of the arrays that were submitted for a run. */
export function jobsOf(folder: string): string[] {
  const file = runFile(folder, 'jobs');
  if (!existsSync(file)) return [];
  const lines = textOf(file).split('\n');
  return lines.filter((line) => line !== '');
}

/** Writes down that an array was submitted. Throws a DataError where the disk does not take it: the array runs nevertheless. */
export function addJob(folder: string, id: string): void {
  const file = runFile(folder, 'jobs');
  try {
    appendFileSync(file, `${id}\n`);
  } catch (error) {
    const found = `no room for the number of job ${id}, which is submitted (${systemWords(error as NodeJS.ErrnoException)})`;
    const legal =
      `a disk with room, or a larger quota; write ${id} into this file for iwal study status, or end the job with scancel ` + id;
    throw new DataError({ file, found, legal });
  }
}

function taskLines(file: string, tasks: number): string[] {
  const lines = existsSync(file) ? textOf(file).split('\n').slice(0, -1) : [];
  if (lines.length !== tasks) throw new DataError({ file, found: `${lines.length} tasks`, legal: `${tasks}; ${REMEDY}` });
  return lines;
}

function parsedTask(file: string, text: string, at: number): RunTask {
  return parsedJson(text, task, { file, line: at + 1, remedy: REMEDY });
}

/**
 * Marks the runs whose every cell is written elsewhere as reported, and removes the files of results in them.
 *
 * Whoever still writes such a file could only add results that are kept already. A run with a cell that is not there keeps all its
 * files: another process may be measuring it.
 */
export function retireRuns(folders: readonly string[], written: ReadonlySet<string>, note: (message: string) => void): void {
  for (const folder of folders) {
    const retire = (): void => {
      if (!isWritten(folder, written)) return;
      if (!existsSync(runFile(folder, 'reported'))) writeFileSync(runFile(folder, 'reported'), '');
      for (const file of resultFiles(folder)) rmSync(file, { force: true });
    };
    caught(DataError, retire, ({ message }) => note(`${message}; its results are read, and stay where they are`));
  }
}

function isWritten(folder: string, written: ReadonlySet<string>): boolean {
  const tasks = readTasks(folder, readManifest(folder));
  return tasks.every(({ cells }) => cells.every(({ hash }) => written.has(hash)));
}

const PARTS = ['train', 'validation', 'test'] as const;

/**
 * Writes the parts of a dataset as they are learned from into a folder of caches, so that tasks read them and neither download,
 * convert nor cut anything. Files go by what is in them: runs on equal data share them.
 *
 * @throws DataError where the folder takes no file.
 */
export async function prepareSplit(split: Split, folder: string): Promise<PreparedData> {
  const fingerprint = fingerprintOf(split);
  const name = `split-${hashOf({ fingerprint, parts: PARTS.map((part) => describe(split[part])) })}`;
  makeFolder(folder);
  const files: Partial<Record<(typeof PARTS)[number], string>> = {};
  for (const part of PARTS) {
    const dataset = split[part];
    if (dataset === undefined) continue;
    const file = join(folder, `${name}-${part}.iwal`);
    if (!existsSync(file) || ifPossible(() => readCache(file)) === undefined) await writeCache(file, dataset);
    files[part] = file;
  }
  return { fingerprint, ...files } as PreparedData;
}

/** The dataset again. Throws a DataError where a file is gone, is damaged, or holds other data. */
export function readSplit(name: string, { fingerprint, ...files }: PreparedData): Split {
  const parts = PARTS.filter((part) => files[part] !== undefined).map((part) => [part, readCache(files[part]!).dataset] as const);
  const split = Object.fromEntries(parts) as unknown as Split;
  const found = fingerprintOf(split);
  if (found === fingerprint) return split;
  const legal = `the dataset '${name}' with ${fingerprint}, as it was submitted; submit the study again`;
  throw new DataError({ file: files.train, found: `data with the fingerprint ${found}`, legal });
}

function describe(dataset: Split['test']): unknown {
  if (dataset === undefined) return null;
  const { name, importances, groups, classNames, costs } = dataset;
  const sum = (array: Float64Array | Uint32Array | undefined): number | null => (array === undefined ? null : crcOf([array]));
  return [
    ...[name, sum(importances), sum(groups)],
    ...(classNames === undefined ? [] : [classNames]),
    ...(costs === undefined ? [] : [[costs.offsets, costs.classes, costs.costs].map(sum)]),
  ];
}
