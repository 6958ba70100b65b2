import { DataError } from './data-error.ts';
import { isSystemError, systemWords } from './system-words.ts';

/** The codes of systems for a disk, or a share of it, that is full. */
const FULL: readonly (string | undefined)[] = ['ENOSPC', 'EDQUOT'];

/**
 * What the system says about a file that it does not let us write, as a DataError; what is no system error comes back unchanged.
 */
export function writeTrouble(file: string, error: unknown, given?: string): unknown {
  if (!isSystemError(error)) return error;
  const legal =
    given ?? (FULL.includes(error.code) ? 'room on its disk, and then the same command again' : 'a file in a writable folder');
  return new DataError({ file, found: `that it cannot be written (${systemWords(error)})`, legal });
}
