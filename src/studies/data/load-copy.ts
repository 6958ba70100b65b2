import { statSync } from 'node:fs';
import { cachedRead, type CacheOptions } from '../../data/cache/cached-read.ts';
import { loadDataset } from '../../data/index.ts';
import { type LocalCopy, requireChecksum } from '../../data/public/local-copies.ts';
import { readLines } from '../../data/readers/lines.ts';
import { readParts } from '../../data/readers/svmlight.ts';
import { DataError } from '../../files/data-error.ts';
import { sharedFloat64 } from '../../rows/building/growing.ts';
import type { Dataset } from '../../rows/dataset.ts';

/** The topic that is the positive class of RCV1. */
const TOPIC = 'CCAT';

/** What is known of a dataset, and the file that is said to hold it. */
interface Shape extends Pick<LocalCopy, 'name' | 'rows' | 'features'> {
  readonly file: string;
}

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
  requireShape({ ...copy, file: copy.files[0].path }, dataset);
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
export function requireShape({ name, rows, features, file }: Shape, { rows: found }: Pick<Dataset, 'rows'>): void {
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
