import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeCache } from '../../data/cache/cache-writer.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { makeFolder } from '../../files/folders.ts';
import { temporaryIn } from '../../files/owner.ts';
import type { Race, RaceResult } from './race.ts';
import type { Start } from './race-thread.ts';
import type { Split } from '../../rows/selection.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';

/** Runs races one after the other, each on a thread of its own: side by side they would slow each other. */
export async function runRaces(
  races: readonly Race[],
  splits: ReadonlyMap<string, Split>,
  { cacheFolder, signal }: { readonly cacheFolder: string; readonly signal: AbortSignal },
): Promise<RaceResult[]> {
  const results: RaceResult[] = [];
  for (const race of races) {
    const { train } = splits.get(race.dataset)!;
    const run = (rows: Start['rows']): Promise<RaceResult[]> => {
      const start: Start = { race, rows };
      return onThread<RaceResult>(threadFile('studies/run/race-thread'), start, signal);
    };
    results.push(
      ...(race.rows === 'from a file' ? await withFile(train, cacheFolder, (file) => run({ file })) : await run(train)),
    );
  }
  return results;
}

/** The dataset as a binary file, for as long as the work takes. */
async function withFile<T>(dataset: Dataset, folder: string, work: (file: string) => Promise<T>): Promise<T> {
  makeFolder(folder);
  const temporary = temporaryIn(folder);
  try {
    const copy = join(temporary, 'race.iwal');
    await writeCache(copy, dataset);
    return await work(copy);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
