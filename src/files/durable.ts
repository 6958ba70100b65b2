import { builtin } from './builtin.ts';
import { whileOpen, writeTrouble } from './contents.ts';
import { ifPossible } from './if-possible.ts';
import { temporaryIn } from './owner.ts';
import { DataError } from './data-error.ts';

const { fsyncSync, rmSync, existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, statSync } = builtin('node:fs');
const { open, rename, writeFile } = builtin('node:fs/promises');
const paths = builtin('node:path');

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
  await sync(paths.dirname(name));
}

/** What cannot be synced for its sort: a folder on Windows, a file of some network's file system. */
export const UNSYNCED: ReadonlySet<string> = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/** Puts the names of new files and folders in a folder on the disk, on systems that let a folder be opened. */
export function syncFolder(folder: string): void {
  // Where it cannot be opened, the system takes care of names by itself.
  ifPossible(() => whileOpen(folder, fsyncSync));
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
    await attempt(file, () => (folder = temporaryIn(paths.dirname(file))));
    const temporary = paths.join(folder, 'whole');
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

/** What stands in a folder, by name, as paths; nothing where the folder is not there. */
export function pathsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  return names.map((name) => paths.join(folder, name));
}

/** Whether a value names a folder that is there. */
export function isFolder(value: unknown): value is string {
  return typeof value === 'string' && ifPossible(() => statSync(value).isDirectory()) === true;
}

/**
 * Makes a folder and those above it, one level at a time: Node's own recursive mkdir never returns where a file system without
 * room for folders (/proc, say) answers ENOENT for every one of them.
 *
 * Whether a missing entry below a file is an error of stat or no entry differs between versions of Node, so that the system is
 * asked to make the folder below whatever is there, and what it answers is the same everywhere.
 *
 * The name of each new folder is on the disk before this returns: a file in a folder whose name is lost is lost (POSIX, fsync).
 *
 * Throws the system error of the level that cannot be made; a DataError for a link to nowhere.
 */
export function makeFolder(path: string, sync: (folder: string) => void = syncFolder): void {
  if (isFolder(path)) return;
  const parent = paths.dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent, sync);
  try {
    mkdirSync(path);
    sync(parent);
  } catch (error) {
    // Another process may have made it in between.
    if (isFolder(path)) return;
    const target = existsSync(path) ? undefined : ifPossible(() => readlinkSync(path));
    if (target === undefined) throw error;
    throw new DataError({ file: path, found: `a link to ${target}, which is not there`, legal: 'a folder, or a link to one' });
  }
}

/** Links that may follow one another, as on Linux. */
const MOST_LINKS = 40;

/**
 * The one name of a file behind links, of files that do not exist yet as well.
 *
 * Where reading and writing this path ends up: a file that exists, or the one that writing would make. A folder that does not
 * exist is left as it is written.
 */
export function realPath(file: string): string {
  // What does not exist, or is no link, goes on to the next question.
  let path = paths.resolve(file);
  for (let links = 0; links < MOST_LINKS; links++) {
    const whole = ifPossible(() => realpathSync(path));
    if (whole !== undefined) return whole;
    const target = ifPossible(() => readlinkSync(path));
    if (target === undefined) break;
    path = paths.resolve(paths.dirname(path), target);
  }
  const folder = ifPossible(() => realpathSync(paths.dirname(path)));
  return folder === undefined ? path : paths.join(folder, paths.basename(path));
}
