import { closeSync, fsyncSync, openSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

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
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The system takes care of names by itself.
  }
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
