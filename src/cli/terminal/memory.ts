import { Failure } from './failure.ts';

/** Builds something with an array element a feature. Throws a Failure where the memory has no room for the arrays. */
export function inMemory<T>(features: number, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof RangeError && /array (length|buffer)|memory/i.test(error.message))
      throw tooLarge(`${features} features`);
    throw error;
  }
}

/**
 * Throws a Failure where so many bytes are not free. Asked before arrays are filled: systems lend more memory than they have, and
 * end a process that takes it.
 */
export function requireMemory(bytes: number, what: string): void {
  if (bytes > process.availableMemory()) throw tooLarge(what);
}

function tooLarge(what: string): Failure {
  return new Failure(`${what} do not fit the memory of this machine`);
}
