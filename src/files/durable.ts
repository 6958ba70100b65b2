import { fsyncSync, rmSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { whileOpen, writeTrouble } from './contents.ts';
import { ifPossible } from './if-possible.ts';
import { temporaryIn } from './owner.ts';

/** The calls in question, so that their order can be observed. */
export interface Disk {
  /** Of a file or a folder. */
  readonly sync: (path: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
}

const disk: Disk = { sync, rename };

/**
 * Gives a finished file its name so that it outlasts a crash of the machine: its bytes are on the disk before the name points to
 * them, and the name is on the disk before anything that relied on an older copy goes.
 *
 *   sync the file -> rename -> sync the folder
 *
 * Source: POSIX, fsync and rename; Pillai et al., All file systems are not created equal (OSDI 2014), section 4.4.
 *
 * Both names are on one file system. Throws the system's error; the file then has its old name.
 */
export async function renameDurably(written: string, name: string, { sync, rename }: Disk = disk): Promise<void> {
  await sync(written);
  await rename(written, name);
  await sync(dirname(name));
}

/** What cannot be synced for its sort: a folder on Windows, a file of some network's file system. */
export const UNSYNCED: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/** Puts the names of new files and folders in a folder on the disk, on systems that let a folder be opened. */
export function syncFolder(folder: string): void {
  // Where it cannot be opened, the system takes care of names by itself.
  ifPossible(() => {
    whileOpen(folder, fsyncSync);
  });
}

async function sync(path: string): Promise<void> {
  try {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!UNSYNCED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * Writes a file whole or not at all: into a folder of its own beside the target, then one rename, which outlasts a crash of the
 * machine (durable.ts); nothing stays behind, not even where the process ends in between. (What a killed process left goes with
 * the next file: owner.ts.)
 *
 * @throws DataError for a target that cannot be written; whatever `write` throws comes back unchanged.
 */
export async function writeWhole(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  let folder = '';
  const discard = (): void => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', discard);
  try {
    await attempt(file, () => (folder = temporaryIn(dirname(file))));
    const temporary = join(folder, 'whole');
    await write(temporary);
    await attempt(file, () => renameDurably(temporary, file));
  } finally {
    process.off('exit', discard);
    discard();
  }
}

/** The same for contents at hand: what goes wrong while they are written is of the target, too. */
export function writeContents(file: string, contents: string | Uint8Array): Promise<void> {
  return writeWhole(file, (temporary) => attempt(file, () => writeFile(temporary, contents)));
}

async function attempt<T>(file: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw writeTrouble(file, error);
  }
}
