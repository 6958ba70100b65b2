/** What the system says about a ledger that it does not let us write, as a DataError. */
import { DataError } from '../data/data-error.ts';

export const LEGAL_DISK = 'a file in a writable folder on a disk with room; what was written before is valid';

export function refusal(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const words = /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
  return new DataError({ file, found: `that it cannot be written (${words})`, legal: LEGAL_DISK });
}
