import { catalogue } from '../../../data/public/catalogue.ts';
import { knownDatasets, type LocalCopy, locate, written } from '../../../data/public/local-copies.ts';
import { DataError } from '../../../files/data-error.ts';
import { lookUp } from '../../../specs/choices.ts';
import type { CacheOptions } from '../../../data/cache/cached-read.ts';
import { loadCopy, verifyCopy } from '../../../studies/data/load-copy.ts';
import { Failure } from '../../terminal/failure.ts';
import { plural } from '../../../numerics/display.ts';
import type { Session } from '../../terminal/session.ts';
import { foldersOf } from '../../study/studies.ts';
import type { Action } from './action.ts';

/**
 * `iwal datasets verify`: holds local copies against the checksums they should have, or, where none is known, against their
 * numbers of rows and features; all are looked at before it fails.
 */
export const verifySome: Action = async ({ names, folder }, session) => {
  const { dataFolders: folders, cacheFolder } = await foldersOf(folder);
  const known = knownDatasets(folders);
  const all = (): LocalCopy[] => Object.keys(known).flatMap((name) => locate(name, folders) ?? []);
  const copies = names.length > 0 ? names.map((name) => wanted(name, known, folders)) : all();
  if (copies.length === 0) throw new Failure(`no public datasets in ${inPlaces(folders)}; iwal datasets fetch brings some`);
  const wrong = await session.unlessInterrupted(verifyAll(copies, { cacheFolder, warn: session.note }, session));
  if (wrong > 0) throw new Failure(`${wrong} of ${copies.length} datasets are not what they should be`);
};

/** How many are wrong. */
async function verifyAll(copies: readonly LocalCopy[], caches: CacheOptions, { print, note }: Session): Promise<number> {
  let wrong = 0;
  for (const copy of copies) {
    try {
      const checks = copy.files.map(({ checksum }) => (checksum ? `${written(checksum)} ok` : 'no checksum on record'));
      print(`${copy.name}: ${[...checks, ...(await shapeOf(copy, caches))].join(', ')}`);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      note(error.message);
      wrong++;
    }
  }
  return wrong;
}

/** Checks the copy; says what was found besides checksums where files have none. */
async function shapeOf(copy: LocalCopy, caches: CacheOptions): Promise<string[]> {
  if (copy.files.every(({ checksum }) => checksum)) {
    await verifyCopy(copy);
    return [];
  }
  const { rows } = await loadCopy(copy, caches);
  return [`${plural(rows.length, 'row')} ok`];
}

function wanted(name: string, known: ReturnType<typeof knownDatasets>, folders: readonly string[]): LocalCopy {
  lookUp('dataset', known, name);
  const copy = locate(name, folders);
  if (copy) return copy;
  const advice = Object.hasOwn(catalogue, name) ? `; iwal datasets fetch ${name} brings it` : '';
  throw new Failure(`${name} is not in ${inPlaces(folders)}${advice}`);
}

function inPlaces(folders: readonly string[]): string {
  return folders.join(' or ') || 'the usual folders';
}
