import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCache } from '../../data/cache/cache-file.ts';
import { writeCache } from '../../data/cache/cache-writer.ts';
import { numberedClasses } from '../../data/documents/classes.ts';
import { type DatasetOptions, loadDataset } from '../../data/index.ts';
import type { Task } from '../../data/public/catalogue.ts';
import { locate, requireTask } from '../../data/public/local-copies.ts';
import { RCV1_LIKE_VERSION, type Rcv1LikeOptions } from '../../data/rcv1-like.ts';
import { crcOf, crcText } from '../../files/crc.ts';
import { makeFolder } from '../../files/folders.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { type Dataset, queriesOf, rebuilt, selectRows, type Split } from '../../rows/dataset.ts';
import { loadCopy } from './load-copy.ts';

/** Which documents like RCV1. */
export type Rcv1Documents = Required<Omit<Rcv1LikeOptions, 'onProgress'>>;

/** Where a DataSource looks, and whom it tells. */
interface DataSourceOptions {
  /** Folder of generated and converted data; made when needed. */
  readonly cacheFolder: string;
  /** Folders of local copies of public sets; the first one that has a set counts. */
  readonly dataFolders: readonly string[];
  /** Told about long work and about trouble that does not stop it. */
  readonly note: (message: string) => void;
  /** Ends long work. */
  readonly signal?: AbortSignal;
}

/**
 * Where a study's data comes from: generated streams, kept in the cache folder, and the user's own copies of real sets.
 */
export class DataSource {
  readonly #options: DataSourceOptions;

  constructor(options: DataSourceOptions) {
    this.#options = options;
  }

  /** Documents like RCV1: generated once, then read from the cache. */
  async rcv1Like(documents: Rcv1Documents): Promise<Dataset> {
    const { cacheFolder, note, signal = new AbortController().signal } = this.#options;
    const file = this.#rcv1File(documents);
    try {
      if (existsSync(file)) return readCache(file).dataset;
    } catch (error) {
      note(`${(error as Error).message}: generating it again`);
    }
    note(`generating ${documents.documents} documents like RCV1 (${documents.part} ${documents.replicate})`);
    const dataset = await generated(documents, signal);
    try {
      makeFolder(cacheFolder);
      await writeCache(file, dataset);
    } catch (error) {
      note(`a generated dataset is used but not kept: ${(error as Error).message}`);
    }
    return dataset;
  }

  /** Whether these documents were generated before. */
  hasRcv1Like(documents: Rcv1Documents): boolean {
    return existsSync(this.#rcv1File(documents));
  }

  /** A public set of two classes, or undefined where there is no copy of it. */
  binary(name: string): Promise<Dataset | undefined> {
    return this.#copy(name, 'binary');
  }

  /** A public set whose labels are numbers, as they stand. */
  numbers(name: string): Promise<Dataset | undefined> {
    return this.#copy(name, 'regression');
  }

  /** A public set of several classes, which are numbered from 1 in the order of its labels. */
  async classes(name: string): Promise<Dataset | undefined> {
    const dataset = await this.#copy(name, 'multiclass');
    return dataset && { ...dataset, ...numberedClasses(name, dataset.labels) };
  }

  /** A public set of queries: labels are relevances, groups are queries. */
  queries(name: string): Promise<Dataset | undefined> {
    return this.#copy(name, 'ranking');
  }

  /** Whether there is a copy of this public set. */
  has(name: string): boolean {
    return locate(name, this.#options.dataFolders) !== undefined;
  }

  /** A file of the user's, through the cache. */
  file(path: string, options: DatasetOptions): Promise<Dataset> {
    const { cacheFolder, note } = this.#options;
    return loadDataset(path, options, { cacheFolder, warn: note });
  }

  async #copy(name: string, task: Task): Promise<Dataset | undefined> {
    const { dataFolders, cacheFolder, note } = this.#options;
    const copy = locate(name, dataFolders);
    if (copy === undefined) return undefined;
    requireTask(copy, task);
    return loadCopy(copy, { cacheFolder, warn: note });
  }

  #rcv1File({ seed, part, replicate, documents }: Rcv1Documents): string {
    return join(this.#options.cacheFolder, `rcv1-like-v${RCV1_LIKE_VERSION}-${seed}-${part}-${replicate}-${documents}.iwal`);
  }
}

/** Cuts a dataset without a test part at random, always in the same place: a quarter tests, an eighth validates. */
export function cutInThree(dataset: Dataset): Split {
  return cutByThings(dataset, dataset.rows.length, (chosen) => chosen);
}

/** The same by queries, whose rows stay together; by rows where there are none. */
export function cutQueriesInThree(dataset: Dataset): Split {
  if (dataset.groups === undefined) return cutInThree(dataset);
  const { offsets, members } = queriesOf(dataset.groups);
  return cutByThings(dataset, offsets.length - 1, (chosen) =>
    Uint32Array.from(Array.from(chosen).flatMap((q) => [...members.subarray(offsets[q], offsets[q + 1])])),
  );
}

/** `rowsOf`: the rows of the things that are cut. */
function cutByThings(dataset: Dataset, n: number, rowsOf: (chosen: Uint32Array) => Uint32Array): Split {
  const order = permutation(n, randomStream(1, `cut of ${dataset.name}`));
  const [test, validation] = [Math.round(n / 4), Math.round(n / 8)];
  const part = (name: string, from: number, to: number): Dataset =>
    selectRows(dataset, rowsOf(order.subarray(from, to)).toSorted(), name);
  return {
    test: part('test', 0, test),
    validation: part('validation', test, test + validation),
    train: part('train', test + validation, n),
  };
}

/** Draws documents like RCV1 on a thread of its own. */
export async function generated(options: Omit<Rcv1LikeOptions, 'onProgress'>, signal: AbortSignal): Promise<Dataset> {
  const [dataset] = await onThread<Dataset>(threadFile('studies/data/generate-thread'), options, signal);
  return rebuilt(dataset);
}

/** Of datasets, by name. */
export type Fingerprints = ReadonlyMap<string, string>;

/** Checksums of data: part of every cell's identity, so that results of different data are never mixed. */
export function fingerprintsOf(splits: ReadonlyMap<string, Split>): Map<string, string> {
  return new Map([...splits].map(([name, split]) => [name, fingerprintOf(split)]));
}

/**
 * What is said of results that do not belong to the data at hand.
 *
 * @example
 * const now = new Map([['a9a', '1f.-.2e']]);
 * const said = "the dataset 'a9a' has the fingerprint 1f.-.2e now: the cell was measured on other data";
 * measuredOnOtherData('a9a', now, 'the cell was') // => said
 */
export function measuredOnOtherData(dataset: string, now: Fingerprints, what: string): string {
  return `the dataset '${dataset}' has the fingerprint ${now.get(dataset)} now: ${what} measured on other data`;
}

/**
 * Equal for equal rows, labels, importances, costs and queries in all parts, wherever they came from. Importances that are all 1
 * are none: data without any has the same fingerprint.
 */
export function fingerprintOf({ train, validation, test }: Split): string {
  return [train, validation, test].map((part) => (part === undefined ? '-' : checksum(part))).join('.');
}

function checksum({ rows, labels, importances, costs, groups }: Dataset): string {
  const weights = importances?.some((each) => each !== 1) ? [importances] : [];
  const besides = [...(costs ? [costs.offsets, costs.classes, costs.costs] : []), ...(groups ? [groups] : [])];
  return crcText(crcOf([rows.offsets, rows.indices, rows.values, labels, ...weights, ...besides]));
}
