import { createHash } from 'node:crypto';
import { existsSync, readSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readCacheInPieces, writeCache, type CacheSource } from './cache-file.ts';
import { beginOf } from './cache-format.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { whileOpen } from '../../files/contents.ts';
import { ifPossible } from '../../files/if-possible.ts';
import { makeFolder } from '../../files/durable.ts';

/** A folder of caches. */
export interface CacheOptions {
  /** Where the caches are kept; made if it is missing. */
  readonly cacheFolder: string;
  /** Told, in one sentence, when a cache could not be used or kept. */
  readonly warn: (message: string) => void;
  /** Told which cache was made of the file. */
  readonly kept?: (cache: string) => void;
}

/**
 * The dataset of `file`, read through a folder of caches: from the cache where it is fresh, else by `read`, leaving a new cache
 * behind. options: everything that shapes what `read` gives.
 *
 * Fresh: the source has the path, size, modification time, sample of its contents and options the cache was made with. The sample is
 * the whole of a file up to half a megabyte, and 64 pieces of a larger one: a change between them is seen by the size or the time,
 * and goes unseen where somebody has set both back. A damaged cache is rebuilt and an unwritable folder is gone without; both are
 * reported through `warn` and neither stops the caller.
 */
export async function cachedRead(
  file: string,
  options: object,
  caches: CacheOptions,
  read: () => Promise<Dataset>,
): Promise<Dataset> {
  const source = sourceOf(file, options);
  if (source === undefined) return read();
  const cache = join(caches.cacheFolder, cacheName(source));
  const cached = await fresh(cache, source, caches.warn);
  if (cached !== undefined) return cached;
  const dataset = await read();
  // A file that changed while it was read must not be taken for the one the fingerprint describes.
  if (!isDeepStrictEqual(sourceOf(file, options), source)) return dataset;
  try {
    makeFolder(caches.cacheFolder);
    await writeCache(cache, dataset, source);
    caches.kept?.(cache);
  } catch (error) {
    caches.warn(`a dataset was read but not cached: ${(error as Error).message}`);
  }
  return dataset;
}

async function fresh(cache: string, source: CacheSource, warn: CacheOptions['warn']): Promise<Dataset | undefined> {
  if (!existsSync(cache)) return undefined;
  try {
    const cached = await readCacheInPieces(cache);
    return isDeepStrictEqual(cached.source, source) ? cached.dataset : undefined;
  } catch (error) {
    warn(`a cache is read again from its source: ${(error as Error).message}`);
    return undefined;
  }
}

/** A cache that `cachedRead` would read; undefined where there is none that is fresh. Its checksum is not looked at. */
export function freshCacheOf(file: string, options: object, folder: string): string | undefined {
  const source = sourceOf(file, options);
  const cache = source && join(folder, cacheName(source));
  const header = cache && ifPossible(() => whileOpen(cache, (descriptor) => beginOf(cache, descriptor).header));
  return header && isDeepStrictEqual(header.source, source) ? cache : undefined;
}

/** The present state of a file; undefined for what has none worth remembering (missing, a pipe), which is read every time. */
function sourceOf(file: string, options: object): CacheSource | undefined {
  const state = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (!state?.isFile()) return undefined;
  const sample = sampleOf(file, Number(state.size));
  if (sample === undefined) return undefined;
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return { path: resolve(file), size: `${state.size}`, mtimeNs: `${state.mtimeNs}`, sample, options: JSON.stringify(sorted) };
}

/** Pieces of the contents that are looked at, evenly spread, the ends among them, and bytes of each: small files wholly. */
const PIECES = 64;
const PIECE = 1 << 13;

/** A checksum of the sample; undefined for a file that cannot be read, which its reader tells. */
function sampleOf(file: string, size: number): string | undefined {
  const hash = createHash('sha256');
  const bytes = Buffer.alloc(PIECE);
  const read = (descriptor: number): string => {
    const step = Math.max(PIECE, (size - PIECE) / (PIECES - 1));
    for (let k = 0; k < PIECES && k * step < size; k++) {
      hash.update(bytes.subarray(0, readSync(descriptor, bytes, 0, PIECE, Math.floor(k * step))));
    }
    return hash.digest('hex').slice(0, 32);
  };
  return ifPossible(() => whileOpen(file, read));
}

/** One cache for each file and set of options, whatever state the file is in. */
function cacheName({ path, options }: CacheSource): string {
  const key = createHash('sha256')
    .update(JSON.stringify([path, options]))
    .digest('hex')
    .slice(0, 16);
  return `${basename(path)}-${key}.iwal`;
}
