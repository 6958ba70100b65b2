import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { DataError } from '../../files/data-error.ts';
import { lockFile } from '../../files/lock.ts';
import { realPath } from '../../files/folders.ts';

/** Milliseconds. */
const BETWEEN = 100;
const LONGEST = 300_000;

/**
 * The lock of a report: one process at a time writes it; others wait for their turn, which takes as long as drawing the figures.
 *
 * Takes the lock of this file; returns what lets it go.
 *
 * @throws DataError with who holds it where that takes minutes.
 */
export async function reportLock(file: string, note: (message: string) => void, signal: AbortSignal): Promise<() => void> {
  let unheld = 0;
  for (let waited = 0; ; waited += BETWEEN) {
    try {
      return lockFile(file, 'a report', new Date().toISOString());
    } catch (error) {
      // Where there is no lock, time and again, it is not that somebody holds it but that none can be made.
      if (!existsSync(`${realPath(file)}.lock`)) unheld++;
      if (!(error instanceof DataError) || waited >= LONGEST || unheld > 5) throw error;
      if (waited === 10 * BETWEEN) note(`waiting for another run: ${error.found}`);
    }
    await setTimeout(BETWEEN, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  }
}
