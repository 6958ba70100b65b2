import type { RandomStream } from '../../numerics/random.ts';
import type { PairwiseRanking } from '../../reductions/pairwise-ranking.ts';
import type { Dataset, Queries } from '../../rows/dataset.ts';
import { ndcg } from '../../statistics/curves/discounted-gain.ts';

/** A stream of queries, whose rows have relevances for labels. */
export type QueryStream = Pick<Dataset, 'rows' | 'labels'> & { readonly queries: Queries; readonly order: Uint32Array };

/** The rows of two classes, from which pairs are drawn. */
export interface TwoClasses extends Pick<Dataset, 'rows' | 'importances'> {
  readonly positive: Uint32Array;
  readonly negative: Uint32Array;
}

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
  return ndcg(
    Array.from(members, score),
    Array.from(members, (i) => labels[i]),
    cutOff,
  );
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
