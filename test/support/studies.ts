/** Small studies for the tests of the laboratory, run by the built command line in folders of their own. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder, toyFile } from './processes/cli.ts';
import { iwalHere } from './processes/here.ts';
import { reportOf, SMALL, writeStudy } from './small-study.ts';

export { reportOf, SMALL, writeStudy };

/** A folder with toy.svm and the study as a file; gives the folder. */
export async function studyFolder(study: object = SMALL, { rows = 400, name = 'study.json' } = {}): Promise<string> {
  const folder = temporaryFolder();
  await toyFile(folder, 'toy.svm', { rows });
  writeStudy(folder, study, name);
  return folder;
}

/** The files of an interrupted run. */
export function partialFiles(folder: string): string[] {
  const partial = join(folder, 'reports', SMALL.id, '.partial');
  return existsSync(partial) ? readdirSync(partial).map((name) => join(partial, name)) : [];
}

/** Writes a run folder of so many tasks; gives its path. */
export async function prepared(folder: string, tasks: number): Promise<string> {
  const { code, stdout, stderr } = await iwalHere(folder, `study submit study.json --prepare --tasks ${tasks}`);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Hashes of the whole lines of files with results. */
export function hashesIn(files: readonly string[]): string[] {
  return files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^\{"hash":"(\w+)".*\}$/gm)].map(([, hash]) => hash));
}

/** Why /dev/shm is no second file system to try. */
export const noOther = !existsSync('/dev/shm')
  ? 'there is no /dev/shm'
  : statSync('/dev/shm').dev === statSync(tmpdir()).dev
    ? `${tmpdir()} is on the file system of /dev/shm`
    : undefined;
