import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameDurably } from './durable.ts';
import { temporaryIn } from './owners/temporary-folder.ts';
import { writeTrouble } from './write-trouble.ts';

/**
 * Writes a file whole or not at all: into a folder of its own beside the target, then one rename, which outlasts a crash of the
 * machine (durable.ts); nothing stays behind, not even where the process ends in between. (What a killed process left goes with
 * the next file: temporary-folder.ts.)
 *
 * @throws DataError for a target that cannot be written; whatever `write` throws comes back unchanged.
 */
export async function writeWhole(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  let folder = '';
  const discard = (): void => {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', discard);
  try {
    await attempt(file, () => (folder = temporaryIn(dirname(file))));
    const temporary = join(folder, 'whole');
    await write(temporary);
    await attempt(file, () => renameDurably(temporary, file));
  } finally {
    process.off('exit', discard);
    discard();
  }
}

/** The same for contents at hand: what goes wrong while they are written is of the target, too. */
export function writeContents(file: string, contents: string | Uint8Array): Promise<void> {
  return writeWhole(file, (temporary) => attempt(file, () => writeFile(temporary, contents)));
}

async function attempt<T>(file: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw writeTrouble(file, error);
  }
}
