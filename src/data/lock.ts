/**
 * One process per file: a lock beside it, made with O_EXCL, that says who holds the file; its removal lets go.
 *
 * A lock whose process is gone from this machine is taken over. It is moved aside first and looked at again: where another process
 * was quicker to take it over, that one's lock is put back and it keeps the file.
 *
 * Errors: DataError where a live process, or one of another machine, holds the file, with who it is and what to do.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { DataError } from './data-error.ts';
import { isAlive, thisProcess } from './owner.ts';
import { writeTrouble } from './write-trouble.ts';

const Holder = z.object({ pid: z.int().positive(), host: z.string(), since: z.string() });
type Holder = z.infer<typeof Holder>;

/**
 * Takes the file for this process; `what` it is ("a download") and `now` are told to whoever is refused. Returns what lets it go,
 * once or at the end of the process.
 */
export function lockFile(file: string, what: string, now: string): () => void {
  const lock = `${file}.lock`;
  const own = JSON.stringify({ ...thisProcess(), since: now } satisfies Holder);
  const held = (holder: Holder | undefined): DataError => {
    const who = holder === undefined ? 'somebody' : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
    return new DataError({ file, found: `${what} that is held by ${who}`, legal: `one process at a time; if that one is gone, remove ${lock}` });
  };
  if (!created(lock, own)) {
    const alive = takeOver(lock);
    if (alive !== 'nobody') throw held(alive);
    if (!created(lock, own)) throw held(holderOf(lock));
  }
  const release = (): void => {
    process.off('exit', release);
    if (textOf(lock) === own) rmSync(lock, { force: true });
  };
  process.once('exit', release);
  return release;
}

function created(lock: string, own: string): boolean {
  try {
    writeFileSync(lock, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw writeTrouble(lock, error);
  }
}

/** Moves a lock away whose process is gone; gives the one that keeps it, undefined where it does not say who that is. */
function takeOver(lock: string): Holder | undefined | 'nobody' {
  if (textOf(lock) === undefined) return 'nobody';
  const holder = holderOf(lock);
  if (holder === undefined || isAlive(holder)) return holder;
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nobody';
    throw writeTrouble(lock, error);
  }
  const moved = holderOf(aside);
  const keeps = moved !== undefined && isAlive(moved);
  if (keeps) linkSync(aside, lock);
  rmSync(aside);
  return keeps ? moved : 'nobody';
}

function holderOf(lock: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(textOf(lock) ?? ''));
  } catch {
    return undefined; // no lock, or not one of ours
  }
}

function textOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}
