import { existsSync, rmSync } from 'node:fs';
import { throughCache } from '../../data/cache/cached-read.ts';
import { headerAt } from '../../data/cache/cache-format.ts';
import { exampleCache } from '../../vw/example-cache.ts';
import { readVwExamples, type VwExamples, type VwLabels } from '../../vw/examples.ts';
import type { VwSettings } from '../../vw/settings.ts';
import type { Session } from '../terminal/session.ts';
import type { VwOptions } from './options.ts';

/**
 * The examples of a file: through its cache with `-c` or `--cache_file`, which is read while size, time and samples of the file and the
 * options that shape features stay the same, and made anew otherwise and with `-k`.
 *
 * A file of another kind in the place of the cache (one of Vowpal Wabbit's own, a dataset) is left alone and told.
 */
export async function examplesOf(
  file: string,
  { cache: isCached, cache_file: named, kill_cache: isRenewed }: Pick<VwOptions, 'cache' | 'cache_file' | 'kill_cache'>,
  { features, kind }: { readonly features: VwSettings['features']; readonly kind: VwLabels },
  { note }: Pick<Session, 'note'>,
): Promise<VwExamples> {
  const read = (): Promise<VwExamples> => readVwExamples(file, features, kind);
  if (!isCached && named === undefined) return read();
  const cache = named ?? `${file}.cache`;
  if (existsSync(cache) && !isOurs(cache)) {
    note(`${cache} is no cache that iwal vw wrote: it is left alone, and the text is read`);
    return read();
  }
  if (isRenewed) rmSync(cache, { force: true });
  return throughCache(cache, {
    file,
    options: { ...features, kind },
    form: exampleCache,
    warn: note,
    kept: () => undefined,
    read,
  });
}

/** Whether it begins as such a cache does, whole or not. */
function isOurs(cache: string): boolean {
  try {
    const { lengths } = headerAt(cache);
    return lengths.initials !== undefined;
  } catch {
    return false;
  }
}
