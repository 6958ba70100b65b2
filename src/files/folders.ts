import { existsSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { ifPossible } from './if-possible.ts';
import { DataError } from './data-error.ts';
import { syncFolder } from './durable.ts';

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
  const parent = dirname(path);
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
  let path = resolve(file);
  for (let links = 0; links < MOST_LINKS; links++) {
    const whole = ifPossible(() => realpathSync(path));
    if (whole !== undefined) return whole;
    const target = ifPossible(() => readlinkSync(path));
    if (target === undefined) break;
    path = resolve(dirname(path), target);
  }
  const folder = ifPossible(() => realpathSync(dirname(path)));
  return folder === undefined ? path : join(folder, basename(path));
}
