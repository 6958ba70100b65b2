import { join } from 'node:path';
import { catalogue, type CatalogueEntry, type RemoteFile } from '../../../data/public/catalogue.ts';
import { written } from '../../../data/public/local-copies.ts';
import { DataError } from '../../../files/data-error.ts';
import { fetchFile } from '../../../data/public/download.ts';
import { readParts } from '../../../data/readers/svmlight.ts';
import { lookUp } from '../../../specs/choices.ts';
import { requireShape } from '../../../studies/data/load-copy.ts';
import { downloadFolder } from '../../options/data-folders.ts';
import { Failure, UsageError } from '../../terminal/failure.ts';
import { isSystemError, systemWords } from '../../../files/contents.ts';
import type { Session } from '../../terminal/session.ts';
import { requireWritableFolder } from '../../options/target.ts';
import type { Action } from './action.ts';

/** Half a minute of silence ends a download, and so do six hours: the largest file of the catalogue takes them at 130 kB a second. */
const PATIENCE = { patience: 30_000, longest: 6 * 3_600_000 };

/** `iwal datasets fetch`: downloads datasets of the catalogue into the data folder. */
export const fetchSome: Action = async ({ names, folder: asked, mirror }, session) => {
  if (names.length === 0) throw new UsageError('datasets fetch needs a name; iwal datasets list shows them');
  const datasets = names.map((name) => ({ name, ...lookUp('dataset to fetch', catalogue, name) }));
  const base = mirror === undefined ? undefined : baseOf(mirror);
  const folder = downloadFolder(asked);
  requireWritableFolder(folder);
  for (const dataset of datasets) {
    for (const original of dataset.files) {
      const remote = base === undefined ? original : { ...original, url: new URL(original.file, base).href };
      await fetchOne(remote, folder, (part) => session.unlessInterrupted(requireDataset(part, dataset, remote)), session);
    }
  }
};

/** What no checksum vouches for has the rows and features of the dataset at least. */
async function requireDataset(
  part: string,
  { name, rows, features }: CatalogueEntry & { readonly name: string },
  { url }: RemoteFile,
): Promise<void> {
  try {
    requireShape({ name, rows, features, file: url }, await readParts([part], { labels: 'real' }));
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    const { line, found, legal } = error;
    throw new DataError({ file: url, ...(line !== undefined && { line }), found, legal });
  }
}

async function fetchOne(
  remote: RemoteFile,
  folder: string,
  accept: (part: string) => Promise<void>,
  { signal, progress, note, print }: Session,
): Promise<void> {
  const bar = await progress(remote.file);
  const onProgress = (done: number, of: number | undefined): void => {
    bar.update(done, of ?? done);
  };
  try {
    const { path, checksum, trust } = await fetchFile(remote, folder, {
      ...PATIENCE,
      signal,
      onProgress,
      accept,
      now: new Date().toISOString(),
    });
    bar.stop();
    if (trust === 'first')
      note(`${remote.file}: nobody publishes a checksum; ${written(checksum)} is recorded beside it and counts from now on`);
    print(path);
  } catch (error) {
    bar.stop();
    throw isSystemError(error) ? new Failure(`${join(folder, remote.file)} cannot be written: ${systemWords(error)}`) : error;
  }
}

function baseOf(mirror: string): string {
  if (/^https?:\/\//.test(mirror) && URL.canParse(mirror)) return mirror.endsWith('/') ? mirror : `${mirror}/`;
  throw new UsageError(`--mirror must be an address that begins with http:// or https://, found '${mirror}'`);
}
