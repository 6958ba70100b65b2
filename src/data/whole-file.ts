/**
 * Writes a file whole or not at all: into a folder of its own beside the target, then one rename; nothing stays behind.
 *
 * Errors: a target that cannot be written is a DataError; whatever `write` throws comes back unchanged.
 */
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataError } from './data-error.ts';

export async function writeWhole(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const folder = await attempt(file, () => mkdtemp(join(dirname(file), '.iwal-')));
  try {
    const temporary = join(folder, 'whole');
    await write(temporary);
    await attempt(file, () => rename(temporary, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function attempt<T>(file: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = `that it cannot be written (${code ?? String(error)})`;
    throw new DataError({ file, found, legal: 'a file in a writable folder' });
  }
}
