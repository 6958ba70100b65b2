/**
 * Where a study's data comes from: generated streams, kept in the cache folder, and the user's own copies of real sets.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../data/make-folder.ts';
import { readCache, writeCache } from '../data/cache.ts';
import type { Dataset } from '../data/dataset.ts';
import { loadDataset } from '../data/index.ts';
import { RCV1_LIKE_VERSION, rcv1Like, type Rcv1LikeOptions } from '../data/rcv1-like.ts';
import { selectRows } from '../data/select-rows.ts';
import { permutation, randomStream } from '../numerics/random.ts';
import type { Split } from './simulate.ts';

export interface DataSourceOptions {
  /** Folder of generated and converted data; made when needed. */
  readonly cacheFolder: string;
  /** Folder of the user's own copies, `<name>.svm.gz` each. */
  readonly dataFolder: string;
  /** Told about long work and about trouble that does not stop it. */
  readonly note: (message: string) => void;
}

export class DataSource {
  readonly #options: DataSourceOptions;

  constructor(options: DataSourceOptions) {
    this.#options = options;
  }

  /** Documents like RCV1: generated once, then read from the cache. */
  async rcv1Like(options: Required<Omit<Rcv1LikeOptions, 'onProgress'>>): Promise<Dataset> {
    const { cacheFolder, note } = this.#options;
    const { seed, part, replicate, documents } = options;
    const file = join(cacheFolder, `rcv1-like-v${RCV1_LIKE_VERSION}-${seed}-${part}-${replicate}-${documents}.iwal`);
    try {
      if (existsSync(file)) return readCache(file).dataset;
    } catch (error) {
      note(`${(error as Error).message}: generating it again`);
    }
    note(`generating ${documents} documents like RCV1 (${part} ${replicate})`);
    const dataset = rcv1Like(options);
    try {
      makeFolder(cacheFolder);
      await writeCache(file, dataset);
    } catch (error) {
      note(`a generated dataset is used but not kept: ${(error as Error).message}`);
    }
    return dataset;
  }

  /** A binary dataset of the data folder, or undefined where it is not there. */
  async binary(name: string): Promise<Dataset | undefined> {
    const { cacheFolder, dataFolder, note } = this.#options;
    const file = join(dataFolder, `${name}.svm.gz`);
    return existsSync(file) ? loadDataset(file, { labels: 'sign' }, { cacheFolder, warn: note }) : undefined;
  }
}

/** Cuts a dataset without a test part at random, always in the same place: a quarter tests, an eighth validates. */
export function cutInThree(dataset: Dataset): Split {
  const n = dataset.rows.length;
  const order = permutation(n, randomStream(1, `cut of ${dataset.name}`));
  const [test, validation] = [Math.round(n / 4), Math.round(n / 8)];
  const part = (name: string, from: number, to: number): Dataset => selectRows(dataset, order.subarray(from, to).toSorted(), name);
  return { test: part('test', 0, test), validation: part('validation', test, test + validation), train: part('train', test + validation, n) };
}
