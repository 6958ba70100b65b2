import { existsSync, mkdirSync, readlinkSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DataError } from './data-error.ts';
import { syncFolder } from './durable.ts';

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
    const target = existsSync(path) ? undefined : targetOf(path);
    if (target === undefined) throw error;
    throw new DataError({ file: path, found: `a link to ${target}, which is not there`, legal: 'a folder, or a link to one' });
  }
}

/** Of a link; undefined where it is none. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
