import { builtin } from './builtin.ts';
import { z } from 'zod';
import { writeTrouble } from './contents.ts';
import { ifPossible } from './if-possible.ts';
import { DataError } from './data-error.ts';
import { realPath } from './durable.ts';
import { isAlive, temporaryPrefix, thisProcess } from './owner.ts';

const { createHash, randomUUID } = builtin('node:crypto');
const { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } = builtin('node:fs');
const paths = builtin('node:path');

const Holder = z.object({
  pid: z.int().positive(),
  host: z.string(),
  since: z.string(),
  // Absent in locks of version 0.1 and where there is no /proc.
  start: z.number().exactOptional(),
  boot: z.string().exactOptional(),
  pidNamespace: z.string().exactOptional(),
  hostNamespace: z.string().exactOptional(),
  /** Makes every lock another one. */
  id: z.string().exactOptional(),
});
type Holder = z.infer<typeof Holder>;

/** Who holds a lock: what it says, or somebody who comes and goes. */
type Held = Holder | 'somebody';

/** Times that a lock may be gone when it is looked at, or have changed. */
const MOST_ATTEMPTS = 100;

/**
 * One process per file: a lock beside it that says who holds the file; its removal lets go.
 *
 * The lock stands beside the file behind all links, so that every path to a file has the same one. It is written under another
 * name and then linked to its own (link fails where the name exists), so that it is never seen half written: one that is empty or
 * says nothing we know is what a full disk or a crash has left, and stale, as is that of a process that is gone (owner.ts).
 *
 * A stale lock is replaced by whoever holds the claim to it, which is itself such a lock, `<lock>.<checksum of what the stale one
 * says>`. No two locks say the same, so that a claim is about one lock only; its holder looks again whether that lock still
 * stands and renames its own over it. Law (test/data/files/lock.test.ts): of any number of processes that meet a stale lock exactly one
 * holds the file.
 *
 * Takes the file for this process; `what` it is ("a download") and `now` are told to whoever is refused. Returns what lets it go,
 * once or at the end of the process.
 *
 * @throws DataError where a live process, or one that cannot be looked at, holds the file, with who it is and what to do; for a folder
 * or disk that takes no lock.
 */
export function lockFile(file: string, what: string, now: string): () => void {
  const lock = `${realPath(file)}.lock`;
  const own = JSON.stringify({ ...thisProcess(), since: now, id: randomUUID() } satisfies Holder);
  const holder = take(lock, own);
  if (holder !== undefined) {
    const who = holder === 'somebody' ? holder : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
    const found = `${what} that is held by ${who}`;
    throw new DataError({ file, found, legal: `one process at a time; if that one is gone, remove ${lock}` });
  }
  const release = (): void => {
    process.off('exit', release);
    letGo(lock, own);
  };
  process.once('exit', release);
  return release;
}

/** Puts the lock there, in the place of a stale one if need be; who holds it if somebody else does. */
function take(lock: string, own: string): Held | undefined {
  // Where the process is killed here, the next one that writes beside it removes this (owner.ts).
  const written = `${temporaryPrefix(paths.dirname(lock))}${randomUUID().slice(0, 6)}`;
  try {
    tried(lock, () => writeNew(written, own));
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (linked(written, lock, own)) return undefined;
      const found = textOf(lock);
      if (found === undefined) continue; // let go just now
      if (found === own) return undefined; // a network's file system says "exists" of what it has just made
      const holder = ifPossible(() => Holder.parse(JSON.parse(found)));
      if (holder !== undefined && isAlive(holder, holder.since)) return holder;
      const claimant = replace(lock, found, written, own);
      if (claimant !== 'nobody') return claimant;
    }
    return 'somebody';
  } finally {
    rmSync(written, { force: true });
  }
}

/**
 * Renames what is written over the lock if that still says what was found to be stale. Returns undefined once it is done, who
 * else has the claim, or 'nobody' where the lock has changed.
 */
function replace(lock: string, found: string, written: string, own: string): Held | 'nobody' | undefined {
  const claim = `${lock}.${createHash('sha256').update(found).digest('hex').slice(0, 16)}`;
  const claimant = take(claim, own);
  if (claimant !== undefined) return claimant;
  try {
    if (textOf(lock) !== found) return 'nobody';
    tried(lock, () => renameSync(written, lock));
    return undefined;
  } finally {
    letGo(claim, own);
  }
}

function letGo(lock: string, own: string): void {
  // Where the disk is gone the lock stays; without its process it is stale.
  if (ifPossible(() => textOf(lock)) === own) ifPossible(() => rmSync(lock, { force: true }));
}

/** What a file system without links says. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Gives the lock its name; false where there is one. */
function linked(written: string, lock: string, own: string): boolean {
  const refusal = tried(lock, () => linkSync(written, lock), ['EEXIST', ...NO_LINKS]);
  if (refusal === undefined || refusal === 'EEXIST') return refusal === undefined;
  // The same without links: for a moment the lock is there and empty.
  return tried(lock, () => writeNew(lock, own), ['EEXIST']) === undefined;
}

/** Does something to a lock; which of the codes that are expected the system refuses it with, undefined where it does not. */
function tried(lock: string, action: () => void, expected: readonly string[] = []): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (expected.includes(code)) return code;
    throw writeTrouble(lock, error);
  }
}

/** Writes a file that is not there. Nothing waits for the disk: a lock that a crash of the machine empties is stale. */
function writeNew(file: string, text: string): void {
  const descriptor = openSync(file, 'wx');
  try {
    writeFileSync(descriptor, text);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** undefined where there is no lock. */
function textOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    const found = `a lock that cannot be read (${(error as Error).message})`;
    throw new DataError({ file: lock, found, legal: 'one of iwal, or none' });
  }
}
