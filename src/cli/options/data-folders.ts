import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireFolder } from './inputs.ts';
import { text, value } from '../syntax/option.ts';

const DOWNLOADS = join('datasets', 'downloads');
/** Folders that are looked into without being asked for, if they are there. */
const USUAL = [DOWNLOADS, join('..', 'shared', 'data')];

const MEANING = `folder of local copies of public datasets (also IWAL_DATA); without it, ${USUAL.join(' and ')}`;

/** Where commands look for copies of public datasets, and where they put them. */
export const dataDir = value(MEANING, text.optional());

/** The folders to look into: the one asked for, which must be there, or the usual ones. */
export async function dataFolders(asked: string | undefined): Promise<readonly string[]> {
  const folder = asked ?? process.env.IWAL_DATA;
  if (folder === undefined) return USUAL.filter((each) => existsSync(each));
  await requireFolder(folder);
  return [folder];
}

/** The folder that downloads go to; it may have to be made. */
export function downloadFolder(asked: string | undefined): string {
  return asked ?? process.env.IWAL_DATA ?? DOWNLOADS;
}

/** The folder of caches, of studies and of large files. */
export function cacheFolder(): string {
  return process.env.IWAL_CACHE ?? join('datasets', 'cache');
}
