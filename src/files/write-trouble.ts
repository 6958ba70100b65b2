import { DataError } from './data-error.ts';
import { systemWords } from './system-words.ts';

/** The codes of systems for a disk, or a share of it, that is full. */
const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];

/**
 * What the system says about a file that it does not let us write, as a DataError; what is no system error comes back unchanged.
 */
export function writeTrouble(file: string, error: unknown, given?: string): unknown {
  const trouble = error as NodeJS.ErrnoException;
  const legal =
    given ?? (FULL.includes(trouble.code) ? 'room on its disk, and then the same command again' : 'a file in a writable folder');
  if (trouble.code === undefined) return error;
  return new DataError({ file, found: `that it cannot be written (${systemWords(trouble)})`, legal });
}
