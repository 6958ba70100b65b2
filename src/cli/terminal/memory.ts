/** What does not fit the memory is a Failure that says so: arrays that cannot be had, and arrays that could not be filled. */
import { Failure } from './failure.ts';

/** Builds something with an array element a feature. */
export function inMemory<T>(features: number, build: () => T): T {
  try {
    return build();
  } catch (error) {
    if (error instanceof RangeError && /array (length|buffer)|memory/i.test(error.message))
      throw tooLarge(`${features} features`);
    throw error;
  }
}

/** Asked before arrays of so many bytes are filled: systems lend more memory than they have, and end a process that takes it. */
export function requireMemory(bytes: number, what: string): void {
  if (bytes > process.availableMemory()) throw tooLarge(what);
}

function tooLarge(what: string): Failure {
  return new Failure(`${what} do not fit the memory of this machine`);
}
