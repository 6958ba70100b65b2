/** What a reader says of a file that it refuses. */
import { expect } from 'vitest';
import { DataError } from '../../../src/files/data-error.ts';

/** The message of the DataError that the work ends with, this path without its folder. */
export async function complaint(work: unknown, path = ''): Promise<string> {
  const error: unknown = await Promise.resolve(work).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DataError);
  return (error as DataError).message.replace(path, path.replace(/^.*\//, ''));
}
