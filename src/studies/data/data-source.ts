import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readCache, writeCache } from '../../data/cache/cache-file.ts';
import { numberedClasses } from '../../data/documents/classes.ts';
import { type DatasetOptions, loadDataset } from '../../data/index.ts';
import { type Task, locate, requireTask, type LocalCopy, requireChecksum } from '../../data/public/local-copies.ts';
import { RCV1_LIKE_VERSION, type Rcv1LikeOptions } from '../../data/rcv1-like.ts';
import { crcOf, crcText } from '../../files/crc.ts';
import { makeFolder } from '../../files/durable.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { type Dataset, queriesOf, rebuilt, selectRows, type Split } from '../../rows/dataset.ts';
import { cachedRead, type CacheOptions } from '../../data/cache/cached-read.ts';
import { readLines } from '../../data/readers/lines.ts';
import { readParts } from '../../data/readers/svmlight.ts';
import { DataError } from '../../files/data-error.ts';
import { sharedFloat64 } from '../../rows/building/growing.ts';

/** Which documents like RCV1. */
export type Rcv1Documents = Required<Omit<Rcv1LikeOptions, 'onProgress'>>;

/** Where a DataSource looks, and whom it tells. */
export interface DataSourceOptions {
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

/** Datasets that fit into memory together. */
export interface Batch {
  readonly names: readonly string[];
  /** Their data by name. */
  readonly load: () => Promise<ReadonlyMap<string, Split>>;
}

/** Of datasets, by name: part of every cell's identity, so that results of different data are never mixed. */
export type Fingerprints = ReadonlyMap<string, string>;

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

/** The topic that is the positive class of RCV1. */
const TOPIC = 'CCAT';

/**
 * Loads a local copy of a public dataset: the right file, read as its task says, with as many rows as it is known to have.
 *
 * Two-class files come with all sorts of labels; the positive class is the one the catalogue names, else the larger label.
 *
 * Two classes as -1 and +1, other labels as they stand.
 *
 * @throws DataError: a file with another checksum than the one it should have (both are named), another number of rows, ids beyond the
 * known features, labels that are not of two classes, and whatever the reader refuses.
 */
export async function loadCopy(copy: LocalCopy, caches: CacheOptions): Promise<Dataset> {
  await verifyCopy(copy);
  const dataset = { ...(await read(copy, caches)), name: copy.name };
  requireShape(copy.files[0].path, copy, dataset);
  return copy.task === 'binary' ? withClasses(copy, dataset) : dataset;
}

/** Throws a DataError with both checksums where a file is not the one it should be; files nobody has vouched for pass. */
export async function verifyCopy({ files }: LocalCopy): Promise<void> {
  for (const { path, checksum } of files) if (checksum) await requireChecksum(path, checksum);
}

function read({ format, files }: LocalCopy, caches: CacheOptions): Promise<Dataset> {
  const paths = files.map(({ path }) => path);
  if (format === 'svmlight') return loadDataset(paths[0], isOriginal(paths[0]) ? { format } : {}, caches);
  const others = paths.slice(1).map((path) => {
    const { size, mtimeMs } = statSync(path);
    return { path, size, mtimeMs };
  });
  return cachedRead(paths[0], { format, TOPIC, others }, caches, () =>
    readLyrl2004(paths.slice(0, -1), paths[paths.length - 1], TOPIC),
  );
}

/** Originals are named as their publisher likes, a9a.t; what others converted says by its ending what it is. */
function isOriginal(path: string): boolean {
  return !/\.(csv|tsv|vw|iwal)(\.gz)?$/i.test(path);
}

/** Throws a DataError unless the dataset has the rows of the one it should be, and no features beyond them. */
export function requireShape(
  file: string,
  { name, rows, features }: Pick<LocalCopy, 'name' | 'rows' | 'features'>,
  { rows: found }: Pick<Dataset, 'rows'>,
): void {
  if (found.length !== rows) throw new DataError({ file, found: `${found.length} rows`, legal: `the ${rows} rows of ${name}` });
  const largest = found.columns - 2;
  if (largest > features)
    throw new DataError({ file, found: `feature ${largest}`, legal: `the ${features} features of ${name}` });
}

function withClasses({ name, positive: named, files: [{ path: file }] }: LocalCopy, dataset: Dataset): Dataset {
  const distinct = [...new Set(dataset.labels)];
  const positive = named ?? Math.max(...distinct);
  if (distinct.length !== 2 || !distinct.includes(positive)) {
    const legal = `the two classes of ${name}${named === undefined ? '' : `, of which ${named} is the positive one`}`;
    throw new DataError({ file, found: `${distinct.length} different labels`, legal });
  }
  return { ...dataset, labels: sharedFloat64(dataset.labels.map((label) => (label === positive ? 1 : -1))) };
}

const LINE = /^(\w+) (\d+) 1$/;
/** Documents are numbered up to 810,596; a number far above is no document. */
const LARGEST_DOCUMENT = 9_999_999;

/**
 * RCV1-v2 as it was published (LYRL2004), as a two-class task: documents about one topic against the rest.
 *
 *   vector files   `document  term:weight term:weight …`, which is svmlight text with the document's number for a label
 *   topics file    `topic document 1`, one line a topic of a document; every document has at least one
 *
 * Text is read as a stream: in memory are the rows and one entry a document.
 *
 * The documents of the vector files in their order, +1 where they are about the topic.
 *
 * Source: D. D. Lewis, Y. Yang, T. G. Rose, F. Li, RCV1: A new benchmark collection for text categorization research, JMLR 5
 * (2004), appendices 8 (topics) and 13 (vectors).
 *
 * @throws DataError: those of svmlight text; a line of the topics file that is none; a document without any topic, whose topics file is
 * then not the one that belongs to it.
 */
async function readLyrl2004(vectors: readonly string[], topics: string, topic: string): Promise<Dataset> {
  const about = await documentsAbout(topics, topic);
  const { labels: documents, ...rest } = await readParts(vectors, { labels: 'real' });
  const labels = documents.map((document) => {
    const label = about.get(document);
    if (label !== undefined) return label;
    const found = `no topic of document ${document}`;
    throw new DataError({ file: topics, found, legal: 'at least one for every document of the vector files' });
  });
  return { ...rest, labels: sharedFloat64(labels) };
}

/** +1 for every document about the topic, -1 for every other one of the topics file. */
async function documentsAbout(file: string, wanted: string): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  let line = 0;
  for await (const block of readLines(file, { taken: () => line })) {
    for (const text of block.toString('latin1').split('\n').slice(0, -1)) {
      line++;
      if (text.trim() === '') continue;
      const [, topic, number] = LINE.exec(text.trimEnd()) ?? [];
      const document = Number(number);
      if (!(document <= LARGEST_DOCUMENT)) {
        throw new DataError({ file, line, found: JSON.stringify(text.slice(0, 40)), legal: '"topic document 1"' });
      }
      if (topic === wanted) found.set(document, 1);
      else if (!found.has(document)) found.set(document, -1);
    }
  }
  return found;
}
