import { type Dataset, type Queries, queriesOf, selected, upTo } from '../../rows/dataset.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { areaUnderCurve } from '../../statistics/curves/auc.ts';
import type { pairWeights } from '../../reductions/pair-weights.ts';
import { RankMean, queryQuality } from '../passes/rank-learn.ts';

/** Relevances up to here: gains are 2^r - 1. */
const LARGEST_RELEVANCE = 50;
/** Places of a list that are judged. */
export const JUDGED_PLACES = 10;

/** What is to be put in order: the rows of each query by their relevances, or those of one class before those of the other. */
export type Rankable =
  | { readonly kind: 'queries'; readonly queries: Queries }
  | { readonly kind: 'classes'; readonly positive: Uint32Array; readonly negative: Uint32Array };

/** Why a dataset is nothing to be put in order. */
export interface RankFault {
  readonly found: string;
  readonly legal: string;
}

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
