import { statSync } from 'node:fs';
import type { Documents } from '../../data/documents/read-documents.ts';
import { loadDataset, readDataset, type DatasetOptions } from '../../data/index.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { cacheFolder } from '../options/data-folders.ts';
import { type NoCache, CACHED_FROM } from '../options/no-cache.ts';
import type { Session } from '../terminal/session.ts';

/** Reads a dataset from its file, or from a cache that equals it. */
export type ReadFile = (file: string, options: DatasetOptions) => Promise<Dataset & Partial<Documents>>;

/**
 * The way to read data files that the option asks for: text of 64 MB and more through the folder of caches that studies have,
 * because its second reading is then several times as fast; smaller text, documents and binary files directly.
 */
export function fileReader({ 'no-cache': without }: NoCache, { note }: Pick<Session, 'note'>): ReadFile {
  if (without) return readDataset;
  return (file, options) => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < CACHED_FROM) return readDataset(file, options);
    const kept = (cache: string): void => {
      note(`${file} is kept in binary as ${cache}, which is read while the file stays as it is; --no-cache does without`);
    };
    return loadDataset(file, options, { cacheFolder: cacheFolder(), warn: note, kept });
  };
}
