import { flag } from '../syntax/option.ts';

/** Bytes of a file from which on its cache saves more than it costs: reading fewer takes less than half a second. */
export const CACHED_FROM = 2 ** 26;

/** Of commands that read data files. */
export const noCache = {
  'no-cache': flag(
    'always read the text. Without it, a file of 64 MB or more (not of documents) is kept in binary in datasets/cache (or ' +
      'IWAL_CACHE), which is read while size, time and samples of the file stay the same',
  ),
};

/** What it says. */
export interface NoCache {
  readonly 'no-cache': boolean;
}
