import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, one level at a time: Node's own recursive mkdir never returns where a file system without
 * room for folders (/proc, say) answers ENOENT for every one of them.
 *
 * Whether a missing entry below a file is an error of stat or no entry differs between versions of Node, so that the system is
 * asked to make the folder below whatever is there, and what it answers is the same everywhere.
 *
 * Throws the system error of the level that cannot be made.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path && !existsSync(parent)) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
