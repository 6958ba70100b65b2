import type { RandomStream } from '../../numerics/random.ts';
import type { PairwiseRanking, pairWeights } from '../../reductions/pairwise-ranking.ts';
import { type Dataset, type Queries, queriesOf, selected, upTo } from '../../rows/dataset.ts';
import { ndcg } from '../../statistics/curves/discounted-gain.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { areaUnderCurve } from '../../statistics/curves/auc.ts';

/** A stream of queries, whose rows have relevances for labels. */
export type QueryStream = Pick<Dataset, 'rows' | 'labels'> & { readonly queries: Queries; readonly order: Uint32Array };

/** The rows of two classes, from which pairs are drawn. */
type TwoClasses = Pick<Dataset, 'rows' | 'importances'> & Readonly<Record<'positive' | 'negative', Uint32Array>>;

/** A mean that grows, NaN before the first number; queries that say nothing of an order are left out of it, and counted. */
export class RankMean {
  #sum = 0;
  #mass = 0;
  leftOut = 0;

  record(value: number | undefined, h = 1): void {
    if (value === undefined) {
      this.leftOut++;
      return;
    }
    this.#sum += h * value;
    this.#mass += h;
  }

  get value(): number {
    return this.#sum / this.#mass;
  }
}

/** NDCG of one query by these scores of its rows; undefined where no row is worth anything. */
export function queryQuality(
  score: (i: number) => number,
  { labels, queries }: Pick<QueryStream, 'labels' | 'queries'>,
  query: number,
  cutOff: number,
): number | undefined {
  const members = queries.members.subarray(queries.offsets[query], queries.offsets[query + 1]);
  const gains = Array.from(members, (i) => labels[i]);
  return ndcg(Array.from(members, score), gains, cutOff);
}

/**
 * Online learning of queries: each is ranked and scored by NDCG at the cut-off before its pairs are learned. Learns the queries at
 * positions from … to - 1 of the stream, each with importance 1.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function queryLearn(
  ranking: PairwiseRanking,
  stream: QueryStream,
  { mean, cutOff }: { readonly mean: RankMean; readonly cutOff: number },
  from: number,
  to: number,
): void {
  const { rows, labels, queries, order } = stream;
  for (let t = from; t < to; t++) {
    const query = order[t];
    mean.record(queryQuality((i) => ranking.predict(rows, i), stream, query, cutOff));
    ranking.learnQuery(rows, queries.members, queries.offsets[query], queries.offsets[query + 1], labels, 1);
  }
}

/**
 * Online learning of so many pairs of a positive and a negative row, drawn uniformly from all such pairs: their objective is the area
 * under the ROC curve. A pair counts with the importances of both rows; the mean is that of the pairs in the right order before they
 * were learned, a half for equal scores.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function pairLearn(
  ranking: PairwiseRanking,
  { rows, importances, positive, negative }: TwoClasses,
  random: RandomStream,
  mean: RankMean,
  pairs: number,
): void {
  for (let t = 0; t < pairs; t++) {
    const i = positive[random.below(positive.length)];
    const j = negative[random.below(negative.length)];
    const h = importances === undefined ? 1 : importances[i] * importances[j];
    const margin = ranking.learnPair(rows, i, j, h);
    mean.record(margin > 0 ? 1 : margin < 0 ? 0 : 0.5, h);
  }
}

/** Relevances up to here: gains are 2^r - 1. */
const LARGEST_RELEVANCE = 50;
/** Places of a list that are judged. */
export const JUDGED_PLACES = 10;

/** What is to be put in order: the rows of each query by their relevances, or those of one class before those of the other. */
export type Rankable =
  | { readonly kind: 'queries'; readonly queries: Queries }
  | { readonly kind: 'classes'; readonly positive: Uint32Array; readonly negative: Uint32Array };

/** Why a dataset is nothing to be put in order. */
type RankFault = Readonly<Record<'found' | 'legal', string>>;

/** The queries of a dataset, or without any its two classes, of which the larger label is the positive one. */
export function rankable({ labels, groups }: Pick<Dataset, 'labels' | 'groups'>): Rankable {
  if (groups !== undefined) return { kind: 'queries', queries: queriesOf(groups) };
  const largest = labels.reduce((most, y) => Math.max(most, y), -Infinity);
  const rows = upTo(labels.length);
  return {
    kind: 'classes',
    positive: selected(rows, (i) => labels[i] === largest),
    negative: selected(rows, (i) => labels[i] !== largest),
  };
}

/** What is wrong with a dataset for these weights of pairs, and in queries for NDCG; undefined where nothing is. */
export function rankFault(
  { labels, groups, importances }: Pick<Dataset, 'labels' | 'groups' | 'importances'>,
  pairs: keyof typeof pairWeights,
): RankFault | undefined {
  if (groups === undefined) return faultOfClasses(labels, pairs);
  if (importances !== undefined)
    return { found: 'importances of rows in queries', legal: 'rows of queries without importances of their own' };
  const stray = labels.find((y) => !(y >= 0 && y <= LARGEST_RELEVANCE));
  if (stray !== undefined)
    return { found: `the relevance ${stray}`, legal: `relevances from 0 to ${LARGEST_RELEVANCE}, for a gain is 2^r - 1` };
  const { offsets, members } = queriesOf(groups);
  const teaches = (_: unknown, q: number): boolean =>
    members.subarray(offsets[q], offsets[q + 1]).some((i) => labels[i] !== labels[members[offsets[q]]]);
  if (Array.from({ length: offsets.length - 1 }).some(teaches)) return undefined;
  return { found: 'no query with rows of two relevances', legal: 'a query in which one row comes before another' };
}

function faultOfClasses(labels: Float64Array, pairs: keyof typeof pairWeights): RankFault | undefined {
  const distinct = new Set(labels).size;
  if (distinct !== 2)
    return {
      found: `no queries, and ${distinct} different ${distinct === 1 ? 'label' : 'labels'}`,
      legal: 'qid:n on every line, or rows of two classes',
    };
  if (pairs !== 'uniform')
    return { found: 'no queries', legal: `qid:n on every line for pairs weighed by ${pairs}; uniform takes two classes` };
  return undefined;
}

/** How well scores put a dataset in order. */
export interface RankQuality {
  readonly measure: 'AUC' | `NDCG@${number}`;
  /** From 0 to 1; NaN where nothing could be judged. */
  readonly value: number;
  /** Queries that were judged, and those of which no row is worth anything; absent where there are none. */
  readonly queries?: number;
  readonly leftOut?: number;
}

/** AUC of two classes, mean NDCG of queries. */
export function rankQuality(
  score: (rows: SparseRows, i: number) => number,
  data: Pick<Dataset, 'rows' | 'labels' | 'groups' | 'importances'>,
): RankQuality {
  const { rows, labels, groups, importances } = data;
  const found = rankable(data);
  if (found.kind === 'classes' || groups === undefined) {
    const largest = labels.reduce((most, y) => Math.max(most, y), -Infinity);
    const scores = Array.from(labels, (_, i) => score(rows, i));
    const isPositive = Array.from(labels, (y) => y === largest);
    return { measure: 'AUC', value: areaUnderCurve(scores, isPositive, importances) };
  }
  const mean = new RankMean();
  const count = found.queries.offsets.length - 1;
  for (let q = 0; q < count; q++)
    mean.record(queryQuality((i) => score(rows, i), { labels, queries: found.queries }, q, JUDGED_PLACES));
  return { measure: `NDCG@${JUDGED_PLACES}`, value: mean.value, queries: count - mean.leftOut, leftOut: mean.leftOut };
}
