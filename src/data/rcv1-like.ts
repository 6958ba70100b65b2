import { log } from '../numerics/portable.ts';
import { randomStream } from '../numerics/random.ts';
import { sharedFloat64 } from '../rows/building/growing.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import { CONSTANT, type Dataset } from '../rows/dataset.ts';
import { TERMS, TopicModel } from './topic-model.ts';

/** Sizes of the split in which RCV1 is used for online learning. */
export const RCV1_PARTS = { train: 781_265, validation: 23_149, test: 23_149 } as const;
/** The parts of RCV1: 781,265 documents to learn from, 23,149 to validate and 23,149 to test on. */
export type Rcv1Part = keyof typeof RCV1_PARTS;

/** Raised whenever the same options would give other documents. */
export const RCV1_LIKE_VERSION = 2;

/** N: the documents that RCV1's own values count on. */
const COUNTED = 23_149;
const COLUMNS = TERMS + 2;
/** Documents between two reports, and in a block. */
const REPORT_EVERY = 4096;

/** Which documents are drawn, and how many. */
export interface Rcv1LikeOptions {
  /** Decides vocabulary, topics and documents. */
  readonly seed: number | string;
  /** Which of the independent streams; default 'train'. */
  readonly part?: Rcv1Part;
  /** Which draw of the part, a whole number >= 1; default 1. Equal vocabulary and topics, other documents. */
  readonly replicate?: number;
  /** How many documents, a positive integer; default the size of the part. */
  readonly documents?: number;
  /** Told the number of documents done, now and then and at the end. */
  readonly onProgress?: (documents: number) => void;
}

/**
 * An endless supply of documents like RCV1 (CCAT against the rest), for studies that need its size and may not have its text.
 *
 *   value of a term = (1 + ln tf) ln(N / df), each document scaled to length 1; the constant stands besides.
 *
 * Terms come from the TopicModel, which knows their df among N = 23,149 documents, the number that RCV1's own values count on; a
 * term expected in less than one of them counts as met once. Vocabulary, topics and df depend on the seed alone, so that parts
 * and sizes of one seed fit together; each part has its own stream, and the first n documents of a part do not depend on how many
 * are drawn.
 *
 * Term t (from 0) is feature t + 1 of a file, hence column t + 2; column 1 stays empty, as in a file that counts from 1.
 *
 * @throws RangeError where the number of documents is no positive integer.
 */
export function rcv1Like({ documents, ...options }: Rcv1LikeOptions): Dataset {
  const size = sizeOf(options, documents);
  return blocks({ ...options, documents: size }, size).next().value!;
}

/** The same documents a block at a time, for targets that need not hold them all. */
export function rcv1LikeBlocks({ documents, ...options }: Rcv1LikeOptions): Generator<Dataset, void> {
  return blocks({ ...options, documents: sizeOf(options, documents) }, REPORT_EVERY);
}

function sizeOf({ part = 'train' }: Rcv1LikeOptions, documents: number = RCV1_PARTS[part]): number {
  if (!(Number.isInteger(documents) && documents > 0))
    throw new RangeError(`documents must be a positive integer, found ${documents}`);
  return documents;
}

function* blocks(
  { seed, part = 'train', replicate = 1, documents, onProgress }: Rcv1LikeOptions & { documents: number },
  size: number,
): Generator<Dataset, void> {
  const model = new TopicModel(randomStream(seed, 'rcv1-like/structure'));
  const idf = model.frequencies.map((frequency) => -log(Math.max(frequency, 1 / COUNTED)));
  const random = randomStream(seed, `rcv1-like/${part}/${replicate}`);
  for (let done = 0; done < documents;) {
    const builder = new SparseRowsBuilder();
    const labels = new Float64Array(Math.min(size, documents - done));
    for (let i = 0; i < labels.length; i++) {
      model.draw(random);
      addDocument(builder, model, idf);
      labels[i] = model.label;
      if (++done % REPORT_EVERY === 0 || done === documents) onProgress?.(done);
    }
    yield { name: `rcv1-like-${part}`, rows: builder.build(COLUMNS), labels: sharedFloat64(labels) };
  }
}

function addDocument(builder: SparseRowsBuilder, { terms, counts, length }: TopicModel, idf: Float64Array): void {
  terms.subarray(0, length).sort();
  let squares = 0;
  for (let k = 0; k < length; k++) squares += ((1 + log(counts[terms[k]])) * idf[terms[k]]) ** 2;
  const scale = 1 / Math.sqrt(squares);
  builder.add(CONSTANT, 1);
  for (let k = 0; k < length; k++) builder.add(terms[k] + 2, scale * (1 + log(counts[terms[k]])) * idf[terms[k]]);
  builder.endRow();
}
