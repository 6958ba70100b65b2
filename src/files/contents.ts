import { builtin } from './builtin.ts';
import { caught } from '../numerics/iwal-error.ts';
import { DataError } from './data-error.ts';

const { closeSync, openSync, readFileSync } = builtin('node:fs');

/** The bytes of a file. Throws the error of the system, which names the file; a DataError where the system does not. */
export function contentsOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw readTrouble(file, error);
  }
}

/** The text of a file in UTF-8, likewise. */
export function textOf(file: string): string {
  return contentsOf(file).toString();
}

/** What a file of JSON holds, likewise; undefined where it is none. */
export function jsonIn(file: string): unknown {
  const read = (): unknown => JSON.parse(textOf(file));
  return caught(SyntaxError, read, () => undefined);
}

/** What `read` gives of a file, which is open meanwhile. Throws as `contentsOf` does. */
export function whileOpen<T>(file: string, read: (descriptor: number) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return read(descriptor);
  } catch (error) {
    throw readTrouble(file, error);
  } finally {
    closeSync(descriptor);
  }
}

/** What the system says of reading an open file, in which it names none, as a DataError; any other error comes back unchanged. */
export function readTrouble(file: string, error: unknown): unknown {
  if (!isSystemError(error) || error.path !== undefined) return error;
  return new DataError({ file, found: `that it cannot be read (${systemWords(error)})`, legal: 'a file that can be read' });
}

/** Whether the operating system refused something. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}

/** "no space left on device", from "ENOSPC: no space left on device, write". */
export function systemWords({ message }: NodeJS.ErrnoException): string {
  return /^E\w+: ([^,]+)/.exec(message)?.[1] ?? message;
}

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
