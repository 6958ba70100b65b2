/**
 * One process per ledger: a file beside it, made with O_EXCL, that says who holds it; its own removal lets go.
 *
 * A lock whose process is gone from this machine is taken over. It is moved aside first and looked at again: where another process
 * was quicker to take it over, that one's lock is put back and it keeps the ledger.
 *
 * Errors: DataError where a live process, or one of another machine, holds the ledger, with who it is and what to do.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';
import { DataError } from '../data/data-error.ts';
import { refusal } from './write-trouble.ts';

const Holder = z.object({ pid: z.int().positive(), host: z.string(), since: z.string() });
type Holder = z.infer<typeof Holder>;

/** Takes the ledger for this process; `now` is told to whoever is refused. Returns what lets it go, once or at the end of the process. */
export function lockLedger(file: string, now: string): () => void {
  const lock = `${file}.lock`;
  const own = JSON.stringify({ pid: process.pid, host: hostname(), since: now } satisfies Holder);
  if (!created(file, lock, own)) {
    takeOver(file, lock);
    if (!created(file, lock, own)) throw held(file, lock, holderOf(lock));
  }
  const release = (): void => {
    process.off('exit', release);
    if (textOf(lock) === own) rmSync(lock, { force: true });
  };
  process.once('exit', release);
  return release;
}

function created(file: string, lock: string, own: string): boolean {
  try {
    writeFileSync(lock, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw refusal(file, error);
  }
}

/** Moves a lock away whose process is gone; throws where it is not. */
function takeOver(file: string, lock: string): void {
  const holder = holderOf(lock);
  if (holder === undefined && textOf(lock) === undefined) return;
  if (holder === undefined || isAlive(holder)) throw held(file, lock, holder);
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw refusal(file, error);
  }
  const moved = holderOf(aside);
  if (moved !== undefined && isAlive(moved)) {
    linkSync(aside, lock);
    rmSync(aside);
    throw held(file, lock, moved);
  }
  rmSync(aside);
}

function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
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

function held(file: string, lock: string, holder: Holder | undefined): DataError {
  const who = holder === undefined ? 'somebody' : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
  return new DataError({ file, found: `a ledger that is held by ${who}`, legal: `one process at a time; if that one is gone, remove ${lock}` });
}
