import { randomUUID } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { settledIn } from '../store/store.ts';
import { jobsOf, resultFiles, runFile } from './run-folder.ts';
import { stateOf } from './run-state.ts';

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
      const { unfinished } = stateOf(run, settledIn(reportFolder, ignore));
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

function ignore(): void {
  // The run says what is to be said of what is stored.
}
