import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemWords } from '../../files/contents.ts';
import { DataError } from '../../files/data-error.ts';
import { UNSYNCED, makeFolder } from '../../files/durable.ts';
import { programVersion } from '../../files/own-package.ts';
import { thisProcess } from '../../files/owner.ts';
import { SpecError } from '../../specs/choices.ts';
import { loadParts } from '../../specs/parts/load.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { type Cell, parseCell } from '../cells/cell.ts';
import { runCells, type ThreadOptions } from '../run/threads.ts';
import { inMemory } from '../data/datasets.ts';
import { byHash } from '../store/store.ts';
import { type Entry, identityOf, isSettled, lineOf } from '../store/entry.ts';
import { type Found, readEntries } from '../store/read-entries.ts';
import { readManifest, readSplit, readTask, resultFiles, runFile, type RunManifest, type RunTask } from './run-folder.ts';

/** How one task of a submitted study runs. */
interface TaskOptions extends Pick<Required<ThreadOptions>, 'workers' | 'progress' | 'signal'> {
  /** Of the scheduler, where there is one: kept with the times. */
  readonly job: string | undefined;
  readonly note: (message: string) => void;
  /** Ends the task when the cells that have begun are kept. */
  readonly stop: AbortSignal;
}

/**
 * Runs one task of a run folder: those of its cells that no process before it has finished.
 *
 * It reads the manifest, its own line of tasks.jsonl, the rows that were prepared and what processes of the same task have left,
 * and writes one file of its own; it neither downloads nor converts, and removes nothing. So a task may be killed at any moment,
 * may run again, and may run twice at the same time: cells are then measured twice, and results of one cell are equal.
 *
 * @throws DataError where the run was submitted with another version of iwal or Node, where data or results are damaged or another
 * result of a cell is there; SpecError where the run has no such task or a file of own parts has changed.
 */
export async function runTask(folder: string, index: number, options: TaskOptions) {
  const manifest = readManifest(folder);
  requireSameVersions(folder, manifest);
  if (index >= manifest.tasks) {
    throw new SpecError(
      `${folder}: there is no task ${index}; expected one of its ${manifest.tasks}, from 0 to ${manifest.tasks - 1}`,
    );
  }
  const task = readTask(folder, manifest, index);
  if (existsSync(runFile(folder, 'reported'))) {
    options.note(`${folder}: all its results are in a report; nothing is left to do`);
    return { cells: task.cells.length, failed: [] };
  }
  const found = resultsOf(folder, index, options.note);
  if (task.cells.every(({ hash }) => isSettledIn(found, hash))) return { cells: task.cells.length, failed: [] };
  return { cells: task.cells.length, failed: await runMissing(folder, manifest, task, found, options) };
}

async function runMissing(
  folder: string,
  manifest: RunManifest,
  task: RunTask,
  found: ReadonlyMap<string, Found>,
  { workers, job, progress, signal, stop }: TaskOptions,
): Promise<readonly Entry[]> {
  await loadSubmittedParts(manifest);
  const cells = task.cells.map(({ cell }) => parseCell(cell));
  const wanted = new Set(cells.flatMap(({ dataset }) => dataset ?? []));
  const fingerprints = new Map(Object.entries(manifest.data).map(([name, { fingerprint }]) => [name, fingerprint]));
  requireSameHashes(folder, task, cells, fingerprints);
  const splits = new Map([...wanted].map((name) => [name, readSplit(name, manifest.data[name])]));
  signal.throwIfAborted();
  const file = resultFile(folder, task.task);
  const { host: machine } = thisProcess();
  try {
    const keep = (entry: Entry): void => {
      const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
      file.put({ ...entry, ran: { machine, ...(job === undefined ? {} : { job }), megabytes } });
    };
    const known = task.cells.map(({ hash }) => found.get(hash)?.entry);
    const entries = await runCells(
      { cells, batches: inMemory(splits), fingerprints, known },
      { workers, keep, progress, signal, stop },
    );
    return entries.filter((entry) => !isSettled(entry));
  } finally {
    file.close();
  }
}

/** What processes of this task have left, each cell once. */
function resultsOf(folder: string, index: number, note: (message: string) => void): Map<string, Found> {
  const own = resultFiles(folder).filter((file) => basename(file).startsWith(`${index}-`));
  const found = own.flatMap((file) => readEntries(file, note).entries);
  return byHash(found, ({ entry }) => entry.node);
}

function isSettledIn(found: ReadonlyMap<string, Found>, hash: string): boolean {
  const entry = found.get(hash)?.entry;
  return entry !== undefined && isSettled(entry);
}

/** Throws a DataError where a run was submitted with another version of iwal or Node than this process is of. */
export function requireSameVersions(folder: string, { iwal, node }: RunManifest): void {
  const here = { iwal: programVersion(), node: process.versions.node };
  if (iwal === here.iwal && node === here.node) return;
  const found = `a run that was submitted with iwal ${iwal} on Node ${node}, and iwal ${here.iwal} on Node ${here.node} here`;
  const legal = 'one version of both on every machine of a run: start its tasks with those, or submit the study again with these';
  throw new DataError({ file: runFile(folder, 'manifest.json'), found, legal });
}

/** Own parts as they were when the study was submitted: a file that has changed is not run. */
async function loadSubmittedParts({ parts }: RunManifest): Promise<void> {
  if (parts.length === 0) return;
  const { moduleIdentity } = await import('../../specs/parts/identity.ts');
  for (const { file, hash } of parts) {
    const now = await moduleIdentity(file);
    if (now !== hash)
      throw new SpecError(
        `${file}: it has changed since the study was submitted (hash ${hash} then, ${now} now); submit it again`,
      );
    if (!loadedParts().some(({ url }) => url === pathToFileURL(file).href)) await loadParts([file]);
  }
}

/** The line of a task is what was submitted, and its cells on these data are those of the study. */
function requireSameHashes(
  folder: string,
  task: RunTask,
  cells: readonly Cell[],
  fingerprints: ReadonlyMap<string, string>,
): void {
  const at = cells.findIndex((cell, c) => identityOf(cell, fingerprints).hash !== task.cells[c].hash);
  if (at < 0) return;
  const found = `the hash ${task.cells[at].hash} of a cell that has another one`;
  const legal = 'the tasks as iwal study submit wrote them: submit the study again';
  throw new DataError({ file: runFile(folder, 'tasks.jsonl'), line: task.task + 1, found, legal });
}

/** Milliseconds between two waits for the disk: cells of milliseconds must not wait for it each. */
const BETWEEN = 1000;

/** What a process measures of a task: a file of its own, to which nobody else writes, synced every second and at its end. */
function resultFile(run: string, task: number) {
  const { pid, host } = thisProcess();
  const folder = runFile(run, 'results');
  const file = join(folder, `${task}-${pid}-${host}-${randomUUID()}.jsonl`);
  let descriptor: number | undefined;
  let synced = 0;
  const sync = (open: number): void => {
    try {
      fsyncSync(open);
    } catch (error) {
      if (!UNSYNCED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    synced = performance.now();
  };
  /** Throws a DataError where the disk takes no more. */
  const written = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      const found = `no room for a result (${systemWords(error as NodeJS.ErrnoException)})`;
      const legal = 'a disk with room, or a larger quota; all results before it are kept, and the same task goes on after them';
      throw new DataError({ file, found, legal });
    }
  };
  return {
    put(entry: Entry): void {
      written(() => {
        if (descriptor === undefined) makeFolder(folder);
        descriptor ??= openSync(file, 'a');
        const line = Buffer.from(`${lineOf(entry)}\n`);
        for (let at = 0; at < line.length;) at += writeSync(descriptor, line, at);
        if (performance.now() - synced > BETWEEN) sync(descriptor);
      });
    },
    close(): void {
      const open = descriptor;
      if (open === undefined) return;
      written(() => {
        sync(open);
        closeSync(open);
      });
    },
  };
}
