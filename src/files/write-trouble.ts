import { DataError } from './data-error.ts';
import { systemWords } from './system-words.ts';

/**
 * What the system says about a file that it does not let us write, as a DataError; what is no system error comes back unchanged.
 */
export function writeTrouble(file: string, error: unknown, legal = 'a file in a writable folder'): unknown {
  const trouble = error as NodeJS.ErrnoException;
  if (trouble.code === undefined) return error;
  return new DataError({ file, found: `that it cannot be written (${systemWords(trouble)})`, legal });
}
