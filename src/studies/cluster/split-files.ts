import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCache } from '../../data/cache/cache-file.ts';
import { writeCache } from '../../data/cache/cache-writer.ts';
import { crcOf } from '../../files/crc.ts';
import { DataError } from '../../files/data-error.ts';
import { makeFolder } from '../../files/folders.ts';
import type { Split } from '../../rows/selection.ts';
import { hashOf } from '../../specs/hash.ts';
import { fingerprintOf } from '../data/data-source.ts';
import type { PreparedData } from './run-folder.ts';

const PARTS = ['train', 'validation', 'test'] as const;

/**
 * Writes the parts of a dataset as they are learned from into a folder of caches, so that tasks read them and neither download,
 * convert nor cut anything. Files go by what is in them: runs on equal data share them.
 *
 * @throws DataError where the folder takes no file.
 */
export async function prepareSplit(split: Split, folder: string): Promise<PreparedData> {
  const fingerprint = fingerprintOf(split);
  const name = `split-${hashOf({ fingerprint, parts: PARTS.map((part) => describe(split[part])) })}`;
  makeFolder(folder);
  const files: Partial<Record<(typeof PARTS)[number], string>> = {};
  for (const part of PARTS) {
    const dataset = split[part];
    if (dataset === undefined) continue;
    const file = join(folder, `${name}-${part}.iwal`);
    if (!isWhole(file)) await writeCache(file, dataset);
    files[part] = file;
  }
  return { fingerprint, ...files } as PreparedData;
}

/** The dataset again. Throws a DataError where a file is gone, is damaged, or holds other data. */
export function readSplit(name: string, { fingerprint, ...files }: PreparedData): Split {
  const parts = PARTS.filter((part) => files[part] !== undefined).map((part) => [part, readCache(files[part]!).dataset] as const);
  const split = Object.fromEntries(parts) as unknown as Split;
  const found = fingerprintOf(split);
  if (found === fingerprint) return split;
  throw new DataError({
    file: files.train,
    found: `data with the fingerprint ${found}`,
    legal: `the dataset '${name}' with ${fingerprint}, as it was submitted; submit the study again`,
  });
}

function describe(dataset: Split['test']): unknown {
  if (dataset === undefined) return null;
  const { name, importances, groups, classNames, costs } = dataset;
  const sum = (array: Float64Array | Uint32Array | undefined): number | null => (array === undefined ? null : crcOf([array]));
  return [
    ...[name, sum(importances), sum(groups)],
    ...(classNames === undefined ? [] : [classNames]),
    ...(costs === undefined ? [] : [[costs.offsets, costs.classes, costs.costs].map(sum)]),
  ];
}

function isWhole(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    readCache(file);
    return true;
  } catch {
    return false;
  }
}
