import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteFile } from './catalogue.ts';
import { checksumOf, recordChecksum, recordedChecksum, requireChecksum, type Checksum } from './checksum.ts';
import { download, type DownloadOptions } from './download.ts';
import { renameDurably } from '../../files/durable.ts';
import { lockFile } from '../../files/lock.ts';

/** A file that was fetched, or was here already. */
export interface Fetched {
  readonly path: string;
  readonly checksum: Checksum;
  /**
   * 'there': it was there already. 'checked': against the catalogue or an earlier download. 'first': nothing to check it against.
   */
  readonly trust: 'there' | 'checked' | 'first';
}

/** How a file is fetched, besides how it is downloaded. */
export interface FetchOptions extends DownloadOptions {
  /** The time, for another process that wants the same file meanwhile and is refused. */
  readonly now: string;
  /** Throws where the bytes in this file cannot be what they should be; asked only where no checksum says so. */
  readonly accept: (part: string) => Promise<void>;
}

/**
 * Brings a file of the catalogue into a folder: downloaded, checked, and only then under its name.
 *
 * Where the catalogue has no checksum, the first download is looked at by `accept`, and its SHA-256 recorded beside it; every
 * later one, and every later use, is held against that record. Errors are those of `download`, a DataError with both checksums,
 * what `accept` throws, after which the downloaded bytes are gone, and one where another process is fetching the same file.
 */
export async function fetchFile(remote: RemoteFile, folder: string, options: FetchOptions): Promise<Fetched> {
  const path = join(folder, remote.file);
  const release = lockFile(path, 'a download', options.now);
  try {
    return await fetchAlone(remote, path, options);
  } finally {
    release();
  }
}

async function fetchAlone({ url, sha256 }: RemoteFile, path: string, options: FetchOptions): Promise<Fetched> {
  const wanted: Checksum | undefined = sha256 === undefined ? recordedChecksum(path) : { algorithm: 'sha256', hex: sha256 };
  if (existsSync(path)) {
    if (wanted) await requireChecksum(path, wanted);
    return { path, checksum: wanted ?? (await checksumOf(path, 'sha256')), trust: 'there' };
  }
  const part = `${path}.part`;
  await download(url, part, options);
  try {
    await (wanted ? requireChecksum(part, wanted) : options.accept(part));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
  const checksum = wanted ?? (await checksumOf(part, 'sha256'));
  await recordChecksum(path, checksum);
  await renameDurably(part, path);
  return { path, checksum, trust: wanted ? 'checked' : 'first' };
}
