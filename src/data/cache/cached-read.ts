import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readCacheInPieces, writeCache } from './cache-file.ts';
import type { CacheSource } from './cache-file.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { makeFolder } from '../../files/make-folder.ts';

/** A folder of caches. */
export interface CacheOptions {
  /** Where the caches are kept; made if it is missing. */
  readonly cacheFolder: string;
  /** Told, in one sentence, when a cache could not be used or kept. */
  readonly warn: (message: string) => void;
}

/**
 * The dataset of `file`, read through a folder of caches: from the cache where it is fresh, else by `read`, leaving a new cache
 * behind. options: everything that shapes what `read` gives.
 *
 * Fresh: the source has the path, size, modification time and options the cache was made with. A damaged cache is rebuilt and an
 * unwritable folder is gone without; both are reported through `warn` and neither stops the caller.
 */
export async function cachedRead(
  file: string,
  options: object,
  { cacheFolder, warn }: CacheOptions,
  read: () => Promise<Dataset>,
): Promise<Dataset> {
  const source = sourceOf(file, options);
  if (source === undefined) return read();
  const cache = join(cacheFolder, cacheName(source));
  const cached = await freshCache(cache, source, warn);
  if (cached !== undefined) return cached;
  const dataset = await read();
  // A file that changed while it was read must not be taken for the one the fingerprint describes.
  if (isDeepStrictEqual(sourceOf(file, options), source)) await keep(cache, dataset, source, warn);
  return dataset;
}

async function freshCache(cache: string, source: CacheSource, warn: (message: string) => void): Promise<Dataset | undefined> {
  if (!existsSync(cache)) return undefined;
  try {
    const cached = await readCacheInPieces(cache);
    return isDeepStrictEqual(cached.source, source) ? cached.dataset : undefined;
  } catch (error) {
    warn(`a cache is read again from its source: ${(error as Error).message}`);
    return undefined;
  }
}

async function keep(cache: string, dataset: Dataset, source: CacheSource, warn: (message: string) => void): Promise<void> {
  try {
    makeFolder(dirname(cache));
    await writeCache(cache, dataset, source);
  } catch (error) {
    warn(`a dataset was read but not cached: ${(error as Error).message}`);
  }
}

/** The present state of a file; undefined for what has none worth remembering (missing, a pipe), which is read every time. */
function sourceOf(file: string, options: object): CacheSource | undefined {
  const state = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!state?.isFile()) return undefined;
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return { path: resolve(file), size: `${state.size}`, mtimeNs: `${state.mtimeNs}`, options: JSON.stringify(sorted) };
}

/** One cache for each file and set of options, whatever state the file is in. */
function cacheName({ path, options }: CacheSource): string {
  const key = createHash('sha256')
    .update(JSON.stringify([path, options]))
    .digest('hex')
    .slice(0, 16);
  return `${basename(path)}-${key}.iwal`;
}
