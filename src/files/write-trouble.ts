import { DataError } from './data-error.ts';

/**
 * What the system says about a file that it does not let us write, as a DataError; what is no system error comes back unchanged.
 */
export function writeTrouble(file: string, error: unknown, legal = 'a file in a writable folder'): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const words = /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
  return new DataError({ file, found: `that it cannot be written (${words})`, legal });
}
