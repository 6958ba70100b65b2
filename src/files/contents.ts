import { readFileSync } from 'node:fs';
import { DataError } from './data-error.ts';
import { isSystemError, systemWords } from './system-words.ts';

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

/** What the system says of reading an open file, in which it names none, as a DataError; any other error comes back unchanged. */
export function readTrouble(file: string, error: unknown): unknown {
  if (!isSystemError(error) || error.path !== undefined) return error;
  return new DataError({ file, found: `that it cannot be read (${systemWords(error)})`, legal: 'a file that can be read' });
}
