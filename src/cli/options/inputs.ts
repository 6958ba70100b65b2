import { readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { didYouMean } from '../../files/did-you-mean.ts';
import { Failure, isSystemError } from '../terminal/failure.ts';
import { systemWords } from '../../files/system-words.ts';

/**
 * Throws a Failure unless there is something to read; a near miss among the folder's files is named. Files and folders are looked
 * at before any work begins, so that a typo costs no time.
 */
export async function requireFile(file: string): Promise<void> {
  try {
    if ((await stat(file)).isDirectory()) throw new Failure(`${file} is a folder, not a file`);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code !== 'ENOENT') throw new Failure(`${file}: ${systemWords(error)}`);
    const neighbours = await readdir(dirname(file)).catch(() => []);
    throw new Failure(`${file}: no such file${didYouMean(basename(file), neighbours)}`);
  }
}

/** Throws a Failure unless there is such a folder. */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) throw new Failure(`${folder} is no folder`);
}
