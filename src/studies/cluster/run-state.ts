import { caught } from '../../numerics/iwal-error.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DataError } from '../../files/data-error.ts';
import { canonical } from '../../specs/hash.ts';
import type { Cell } from '../cells/cell.ts';
import { Store } from '../store/store.ts';
import { jobsOf, readManifest, readTasks, resultFiles, runFile, runFolders } from './run-folder.ts';

/** Counts the cells of a run that are among these hashes of settled results. Throws a DataError where its folder is damaged. */
export function stateOf(folder: string, settled: ReadonlySet<string>) {
  const manifest = readManifest(folder);
  const tasks = readTasks(folder, manifest);
  const left = tasks.map(({ cells }) => cells.filter(({ hash }) => !settled.has(hash)).length);
  return {
    manifest,
    isReported: existsSync(runFile(folder, 'reported')),
    done: manifest.cells - left.reduce((sum, cells) => sum + cells, 0),
    /** Tasks with a cell of which there is no result, by index. */
    unfinished: tasks.flatMap(({ task }, n) => (left[n] > 0 ? [task] : [])),
  };
}

/** A sentence for every run with cells that are none of these, its study having changed, and for every damaged one. */
export function remarksOnChanges(reportFolder: string, cells: readonly Cell[]): string[] {
  const now = new Set(cells.map(canonical));
  return runFolders(reportFolder)
    .filter((folder) => !existsSync(runFile(folder, 'reported')))
    .flatMap((folder) => {
      const remark = (): string[] => {
        const submitted = readTasks(folder, readManifest(folder)).flatMap((task) => task.cells);
        const gone = submitted.filter(({ cell }) => !now.has(canonical(cell))).length;
        return gone === 0 ? [] : [changed(folder, gone, submitted.length)];
      };
      return caught(DataError, remark, ({ message }) => `${message}; what it has measured is read all the same`);
    });
}

function changed(folder: string, gone: number, of: number): string {
  return (
    `${folder}: ${gone} of its ${of} cells are no longer in the study, which has changed since it was submitted; ` +
    'their results are kept beside the report'
  );
}

/** Milliseconds. */
const BETWEEN = 200;
const LONGEST = 3000;

/**
 * Waits for what tasks have written and this machine does not see yet: on a network's file system the listing of a folder may be old
 * for some time. The manifest says what is to be there; returns once it is, but for the tasks that wait or run (`queued`), or after
 * three seconds: then it is missing.
 *
 * A folder that somebody here writes to is listed anew, so that a file is put there and taken away again.
 *
 * @throws DataError where the run folder is damaged or two results differ.
 */
export async function awaitResults(
  run: string,
  reportFolder: string,
  queued: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> {
  if (jobsOf(run).length + resultFiles(run).length === 0) return; // no task has begun
  let seen: string | undefined;
  for (let waited = 0; waited < LONGEST; waited += BETWEEN) {
    listAnew(run);
    const listing = resultFiles(run)
      .map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.size}`)
      .join('\n');
    if (listing !== seen) {
      const { unfinished } = stateOf(run, new Store(reportFolder, () => undefined).settled());
      if (unfinished.every((task) => queued.has(task))) return;
      seen = listing;
    }
    await setTimeout(BETWEEN, undefined, { signal });
  }
}

function listAnew(run: string): void {
  const file = join(runFile(run, 'results'), `.${randomUUID()}`);
  try {
    writeFileSync(file, '');
    rmSync(file, { force: true });
  } catch {
    // Whoever may not write there sees what he sees.
  }
}
