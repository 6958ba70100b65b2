import { log, exp } from '../numerics/elementary.ts';
import { randomStream, permutation, type RandomStream } from '../numerics/random.ts';
import { sharedFloat64 } from '../rows/building/growing.ts';
import { SparseRowsBuilder } from '../rows/building/sparse-rows-builder.ts';
import { CONSTANT, type Dataset } from '../rows/dataset.ts';
import { pow } from '../numerics/pow.ts';

/** Terms of the vocabulary: as many as RCV1 has. */
export const TERMS = 47_152;

/** Share of RCV1's documents that hold its term of rank r, the most frequent first. */
export const DOCUMENT_FREQUENCY = [
  [1, 0.44],
  [2, 0.35],
  [5, 0.33],
  [10, 0.24],
  [20, 0.21],
  [50, 0.15],
  [100, 0.11],
  [200, 0.07],
  [500, 0.035],
  [1000, 0.017],
  [2000, 0.0067],
  [5000, 0.0013],
] as const;
/** Fitted: with it the frequencies sum to the mean length and the vocabulary grows as published. */
const RAREST = [TERMS, 1.5e-5] as const;

const TOPICS = 50;
const POPULARITY = 1.1;
const LEAST_MAIN_SHARE = 0.8;
const SHARPNESS = { rare: 1.42, half: 3 };
const REPEATS = 0.25;
const LABEL_NOISE = 0.02;
const LENGTH = { mean: 4.12, deviation: 0.7, least: 10, most: 450 };
/** Of RCV1's labels 370,541 of 781,265 are positive; label noise pulls a rate towards 1/2, and this undoes it. */
const POSITIVE_PRIOR = (370_541 / 781_265 - LABEL_NOISE) / (1 - 2 * LABEL_NOISE);

/** P(topic k). Topics with odd k are positive. */
const TOPIC_LAW = topicLaw();

/**
 * A two-class topic model of news text: the part of the RCV1-like generator that decides which terms a document holds.
 *
 *   topics     : 50, of the two classes by turns; within a class popularity ∝ rank^-1.1
 *   document   : a main topic with share U(0.8, 1) and a second one, both by popularity
 *   token      : with probability 0.25 a token of the same document once more, else a term of one of its topics
 *   topic k    : P(term of rank r) ∝ intensity_r g_rk, with g_rk ∝ exp(s_r z), z standard normal, of mean 1 over documents;
 *                s_r = 1.42 r / (r + 3): the commonest terms tell topics apart least
 *   intensity_r: such that the document frequency of rank r is the published one (see `intensities`)
 *   label      : the class of the main topic, flipped with probability 0.02
 *   length     : the number of DISTINCT terms is lognormal(4.12, 0.70) clipped to [10, 450]; terms are drawn until it is reached
 *
 * Lengths and document frequencies therefore follow the published laws, and the growth of the vocabulary follows from them.
 * The rest is fitted: repeated tokens to the quantiles of the values, number, popularity, mixture and sharpness of the topics
 * to the error of one-pass logistic learning. datasets/README.md has the comparison.
 *
 * The structure (which topics, which term numbers) depends on `structure` alone; documents may be drawn from any stream.
 * Source of the statistics: RCV1-v2 (Lewis, Yang, Rose and Li, JMLR 5, 2004).
 */
export class TopicModel {
  /** Terms of the last document in the order met, numbers from 0 to TERMS - 1; the first `length` count. */
  readonly terms = new Uint32Array(LENGTH.most);
  /** Number of distinct terms of the last document. */
  length = 0;
  /** -1 or +1, of the last document. */
  label = 0;
  /** How often each term occurs in the last document. */
  readonly counts = new Uint16Array(TERMS);
  /** In which share of all documents each term occurs. */
  readonly frequencies = new Float64Array(TERMS);

  readonly #topic = aliasTable(TOPIC_LAW);
  readonly #termsOfTopic: readonly ((random: RandomStream) => number)[];
  /** All tokens of the last document, repeats included. */
  readonly #tokens: number[] = [];

  constructor(structure: RandomStream) {
    const termOfRank = permutation(TERMS, structure);
    const laws = Array.from({ length: TOPICS }, () => new Float64Array(TERMS));
    documentFrequencies().forEach((frequency, k) => {
      const term = termOfRank[k];
      this.frequencies[term] = frequency;
      intensities(frequency, factors(k + 1, structure)).forEach((intensity, topic) => (laws[topic][term] = intensity));
    });
    this.#termsOfTopic = laws.map((law) => aliasTable(law));
  }

  /** Draws the next document into `terms`, `counts`, `length` and `label`. */
  draw(random: RandomStream): void {
    for (let k = 0; k < this.length; k++) this.counts[this.terms[k]] = 0;
    this.length = 0;
    this.#tokens.length = 0;
    const topic = this.#topic(random);
    const main = this.#termsOfTopic[topic];
    const second = this.#termsOfTopic[this.#topic(random)];
    const mainShare = LEAST_MAIN_SHARE + (1 - LEAST_MAIN_SHARE) * random.next();
    this.label = (topic % 2 === 1) === random.next() >= LABEL_NOISE ? 1 : -1;
    const wanted = Math.round(exp(LENGTH.mean + LENGTH.deviation * random.normal()));
    const length = Math.min(LENGTH.most, Math.max(LENGTH.least, wanted));
    this.#count(main(random));
    while (this.length < length) {
      if (random.next() < REPEATS) this.#count(this.#tokens[random.below(this.#tokens.length)]);
      else this.#count((random.next() < mainShare ? main : second)(random));
    }
  }

  #count(term: number): void {
    this.#tokens.push(term);
    if (this.counts[term] === 0) this.terms[this.length++] = term;
    this.counts[term]++;
  }
}

function topicLaw(): Float64Array {
  const popularity = Float64Array.from({ length: TOPICS }, (_, k) => pow(k + 1, -POPULARITY));
  const ofClass = [0, 1].map((c) => popularity.reduce((sum, p, k) => (k % 2 === c ? sum + p : sum), 0));
  return popularity.map((p, k) => (p / ofClass[k % 2]) * (k % 2 === 1 ? POSITIVE_PRIOR : 1 - POSITIVE_PRIOR));
}

/** g_k: how much more often than on average a term of this rank occurs in each topic. */
function factors(rank: number, structure: RandomStream): Float64Array {
  const sharpness = (SHARPNESS.rare * rank) / (rank + SHARPNESS.half);
  const drawn = TOPIC_LAW.map(() => exp(sharpness * structure.normal()));
  const mean = drawn.reduce((sum, factor, topic) => sum + TOPIC_LAW[topic] * factor, 0);
  return drawn.map((factor) => factor / mean);
}

/** Of the terms of rank 1 … TERMS: straight lines between the published points, both axes logarithmic. */
function documentFrequencies(): Float64Array {
  const points = [...DOCUMENT_FREQUENCY, RAREST];
  let upper = 1;
  return Float64Array.from({ length: TERMS }, (_, k) => {
    if (k + 1 > points[upper][0]) upper++;
    const [[left, high], [right, low]] = [points[upper - 1], points[upper]];
    return high * pow((k + 1) / left, log(low / high) / log(right / left));
  });
}

/**
 * i g_k: the weights of a term in the topics, such that it is met in this share of the documents.
 *
 * With main topic k (and share m, on average) its count is Poisson of mean i (m g_k + 1 - m) times the length of the text. Over
 * gamma(3/2) lengths of mean 1, which is about how documents differ, it is missed with probability (1 + i (m g_k + 1 - m) /
 * 1.5)^-1.5. The share met is concave in i and at most i: Newton's steps from i = frequency rise to the root and never pass it.
 */
function intensities(frequency: number, factors: Float64Array): Float64Array {
  const mainShare = (1 + LEAST_MAIN_SHARE) / 2;
  for (let i = frequency; ;) {
    let met = 1;
    let slope = 0;
    for (let k = 0; k < TOPICS; k++) {
      const factor = mainShare * factors[k] + 1 - mainShare;
      const growth = 1 + (i * factor) / 1.5;
      const missed = TOPIC_LAW[k] / (growth * Math.sqrt(growth));
      met -= missed;
      slope += (missed * factor) / growth;
    }
    if (met >= (1 - 1e-6) * frequency) return factors.map((factor) => i * factor);
    i += (frequency - met) / slope;
  }
}

/**
 * What draws from a fixed discrete distribution in constant time, an index in [0, number of weights): one uniform number, one comparison.
 *
 * P(k) = weights[k] / sum(weights). Column k of the table keeps k with probability keep[k] and otherwise gives other[k].
 * Weights are finite, >= 0 and not all zero; a sum of rounding errors of 1e-16 a column is all that separates the table from P.
 *
 * Source: M. D. Vose, A linear algorithm for generating random numbers with a given distribution, IEEE TSE 17 (1991).
 */
export function aliasTable(weights: ArrayLike<number>): (random: RandomStream) => number {
  const n = weights.length;
  const share = Float64Array.from(weights);
  const scale = n / share.reduce((sum, weight) => sum + weight, 0);
  if (!(scale > 0 && scale < Infinity)) throw new RangeError('weights must be finite, >= 0 and not all zero');
  const light: number[] = [];
  const heavy: number[] = [];
  for (let k = 0; k < n; k++) {
    share[k] *= scale;
    (share[k] < 1 ? light : heavy).push(k);
  }
  const keep = new Float64Array(n).fill(1);
  const other = new Uint32Array(n);
  let giver = heavy.pop();
  for (let taker = light.pop(); taker !== undefined && giver !== undefined; taker = light.pop()) {
    keep[taker] = share[taker];
    other[taker] = giver;
    share[giver] -= 1 - share[taker];
    if (share[giver] >= 1) continue;
    light.push(giver);
    giver = heavy.pop();
  }
  return (random) => {
    const point = random.next() * n;
    const k = Math.floor(point);
    return point - k < keep[k] ? k : other[k];
  };
}

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
