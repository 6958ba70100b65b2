import { statSync } from 'node:fs';

/** Whether a value names a folder that is there. */
export function isFolder(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return statSync(value, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
