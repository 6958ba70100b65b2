/** Small studies for the tests of the laboratory, run by the built command line in folders of their own. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { iwal, temporaryFolder, toyFile } from './processes/cli.ts';

/** 24 cells of some milliseconds each. */
export const SMALL = {
  id: 'small',
  data: { toy: 'toy.svm' },
  axes: { query: ['passive', 'variance-aware'], eta0: [0.1, 1], mellowness: [0.001, 0.01] },
  seeds: 4,
};

/** A folder with toy.svm and the study as a file; gives the folder. */
export async function studyFolder(study: object = SMALL, { rows = 400, name = 'study.json' } = {}): Promise<string> {
  const folder = temporaryFolder();
  await toyFile(folder, 'toy.svm', { rows });
  writeStudy(folder, study, name);
  return folder;
}

export function writeStudy(folder: string, study: object, name = 'study.json'): void {
  const text = JSON.stringify(study);
  writeFileSync(join(folder, name), name.endsWith('.json') ? text : `export default ${text};\n`);
}

/** Every file of a report that has to be the same after the same study: all but the times and what was submitted. */
export function reportOf(folder: string, id = 'small'): Record<string, string> {
  const report = join(folder, 'reports', id);
  const names = readdirSync(report).filter((name) => name !== 'durations.jsonl' && name !== '.runs');
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(report, name)).toString('base64')]));
}

/** The files of an interrupted run. */
export function partialFiles(folder: string, id = 'small'): string[] {
  const partial = join(folder, 'reports', id, '.partial');
  return existsSync(partial) ? readdirSync(partial).map((name) => join(partial, name)) : [];
}

/** Writes a run folder of so many tasks; gives its path. */
export async function prepared(folder: string, tasks: number, args: readonly string[] = []): Promise<string> {
  const { code, stdout, stderr } = await iwal(folder, [
    ...'study submit study.json --prepare --tasks'.split(' '),
    `${tasks}`,
    ...args,
  ]);
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
