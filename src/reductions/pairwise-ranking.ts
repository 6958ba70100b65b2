import type { MarginLearner } from '../learners/margin-learner.ts';
import { CompositionError } from '../numerics/iwal-error.ts';
import { CONSTANT } from '../rows/dataset.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import { ByLearner, signed } from './reduction.ts';
import { discount, gain, idealGain } from '../statistics/curves/discounted-gain.ts';
import { byName, recipe } from '../numerics/recipe.ts';

/**
 * Ranking by pairwise classification: a binary learner is told of the difference of two rows that the first one comes before.
 *
 *   pair (i, j), r_i > r_j:  d = x_i - x_j,  m = w.d,  q = eta d.d,  move = update(loss, m, +1, h q),  w += (move / q) rate d
 *
 * One step on the difference, not one on each row: no constant is learned, for it cancels, and no step carries the margin over its
 * label where the update does not. Equal rows teach nothing.
 *
 * Laws (test/laws/stream/classes/ranking.test.ts): (i, j) with +1 is (j, i) with -1; a constant changes nothing; a pair is what the
 * ordinary learner learns of a row that holds the difference, with every optimizer.
 *
 * @throws CompositionError, the constructor, for a loss that takes no margins of either sign.
 *
 * Source: Mineiro, More importance-aware updates (machinedlearnings.com, 13 July 2011).
 */
export class PairwiseRanking extends ByLearner<MarginLearner> {
  readonly weights: PairWeights;
  #difference = new DifferenceRow(0, 0);
  #known: SparseRows | undefined;
  /** Of the rows of the query that is learned. */
  #scores = new Float64Array(64);
  #relevances = new Float64Array(64);
  #places = new Uint32Array(64);

  constructor(learner: MarginLearner, weights: PairWeights) {
    super(learner);
    const why = signed(learner.loss);
    if (why !== undefined) throw new CompositionError(why);
    this.weights = weights;
  }

  /** The score of row i: the higher, the earlier. */
  predict(rows: SparseRows, i: number): number {
    return this.learner.predict(rows, i);
  }

  /** Learns that row i comes before row j, with importance h; returns the margin before, 0 where the rows are equal. */
  learnPair(rows: SparseRows, i: number, j: number, h: number): number {
    const difference = this.#differenceOf(rows);
    if (!difference.take(rows, i, j)) return 0;
    const margin = this.learner.margin(difference.row, 0);
    this.learner.learn(difference.row, 0, 1, h, margin);
    return margin;
  }

  /**
   * Learns a query with importance h: every pair of its rows, members[from] … members[to - 1], that differ in relevance, in the order
   * of the rows. Places are those by descending score, ties by index, before the first pair. Returns the number of pairs learned.
   */
  learnQuery(rows: SparseRows, members: Uint32Array, from: number, to: number, relevances: Float64Array, h: number): number {
    const count = to - from;
    this.#makeRoom(count);
    for (let a = 0; a < count; a++) {
      this.#scores[a] = this.learner.margin(rows, members[from + a]);
      this.#relevances[a] = relevances[members[from + a]];
    }
    this.#rank(count);
    this.weights.begin(this.#relevances, this.#places, count);
    let learned = 0;
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) {
        if (!(this.#relevances[a] > this.#relevances[b])) continue;
        const weight = h * this.weights.of(a, b);
        if (!(weight > 0)) continue;
        this.learnPair(rows, members[from + a], members[from + b], weight);
        learned++;
      }
    }
    return learned;
  }

  /** Places from 1; queries are short. */
  #rank(count: number): void {
    const scores = this.#scores;
    for (let a = 0; a < count; a++) {
      let place = 1;
      for (let b = 0; b < count; b++) if (scores[b] > scores[a] || (scores[b] === scores[a] && b < a)) place++;
      this.#places[a] = place;
    }
  }

  #differenceOf(rows: SparseRows): DifferenceRow {
    if (rows !== this.#known) {
      this.#difference = new DifferenceRow(rows.columns, longestPair(rows));
      this.#known = rows;
    }
    return this.#difference;
  }

  #makeRoom(count: number): void {
    if (count <= this.#scores.length) return;
    const length = 2 * count;
    this.#scores = new Float64Array(length);
    this.#relevances = new Float64Array(length);
    this.#places = new Uint32Array(length);
  }
}

/**
 * The difference of two rows, x_i - x_j, as a row of its own: row 0 of `row`, which is filled anew for every pair.
 *
 * Features that are equal in both are left out, and so is the constant, whatever it is. Differences are rounded to single precision, as
 * all values are; x.x is that of the merged row.
 */
export class DifferenceRow {
  readonly row: SparseRows;

  /** For rows of so many columns, and pairs of at most so many entries (longestPair). */
  constructor(columns: number, entries: number) {
    const [offsets, squaredNorms] = [new Uint32Array(2), new Float64Array(1)];
    this.row = new SparseRows(offsets, new Uint32Array(entries), new Float32Array(entries), columns, squaredNorms);
  }

  /** Becomes x_i - x_j; whether there is a difference. */
  take({ offsets, indices, values }: SparseRows, i: number, j: number): boolean {
    const { row } = this;
    const endI = offsets[i + 1];
    const endJ = offsets[j + 1];
    let a = offsets[i];
    let b = offsets[j];
    let length = 0;
    let norm = 0;
    while (a < endI || b < endJ) {
      const left = a < endI ? indices[a] : Infinity;
      const right = b < endJ ? indices[b] : Infinity;
      const column = left <= right ? left : right;
      const value = Math.fround((left <= right ? values[a++] : 0) - (right <= left ? values[b++] : 0));
      if (value === 0 || column === CONSTANT) continue;
      row.indices[length] = column;
      row.values[length] = value;
      norm += value * value;
      length++;
    }
    row.offsets[1] = length;
    row.squaredNorms[0] = norm;
    return length > 0;
  }
}

/** Entries that the difference of any two of these rows can have. */
export function longestPair({ offsets, length }: SparseRows): number {
  let longest = 0;
  for (let i = 0; i < length; i++) longest = Math.max(longest, offsets[i + 1] - offsets[i]);
  return 2 * longest;
}

/**
 * What it is worth to order two rows of a query: the importance of a pair.
 *
 * `begin` is told the relevances of a query and the places of its rows, from 1, as they are before the query is learned; they stay as
 * they are for all its pairs. `of` is the weight of the pair of rows a and b, counted within the query.
 */
export interface PairWeights {
  /** A query of so many rows begins. */
  begin(relevances: Float64Array, places: Uint32Array, count: number): void;
  /** Weight of the pair of rows a and b of the query, in either order. */
  of(a: number, b: number): number;
}

const cutOff = { from: 1, whole: true, default: 10, meaning: 'places that count, from the top of the list' } as const;

function queryBalanced(): PairWeights {
  let each = 0;
  return {
    begin(relevances, _places, count) {
      let pairs = 0;
      for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) if (relevances[a] !== relevances[b]) pairs++;
      each = 1 / pairs;
    },
    of: () => each,
  };
}

function discounted(cutOff: number, normaliser: (relevances: Float64Array) => number): PairWeights {
  let relevances: Float64Array = new Float64Array();
  let places: Uint32Array = new Uint32Array();
  let unit = 1;
  return {
    begin(ofQuery, before, count) {
      relevances = ofQuery;
      places = before;
      unit = normaliser(relevances.subarray(0, count));
    },
    of(a, b) {
      const gains = Math.abs(gain(relevances[a]) - gain(relevances[b]));
      const discounts = Math.abs(discount(places[a], cutOff) - discount(places[b], cutOff));
      return unit > 0 ? (gains * discounts) / unit : 0;
    },
  };
}

/**
 * The weights of pairs, by the names that specs and the command line use. With places pi_a, pi_b and relevances r_a, r_b:
 *
 *   uniform          1: of two classes, the area under the ROC curve
 *   query-balanced   1 / (pairs of the query that differ in relevance)
 *   dcg              |2^r_a - 2^r_b| |1 / log2(1 + pi_a) - 1 / log2(1 + pi_b)|, the discount 0 beyond the cut-off
 *   ndcg             that over the DCG of the best order: what exchanging the two changes NDCG by
 *
 * A query of which no row is worth anything teaches nothing.
 *
 * Source: Mineiro, More importance-aware updates (2011); Buffoni, Calauzenes, Gallinari & Usunier, Learning scoring functions with
 * order-preserving losses and standardized supervision (2011); Burges, Ragno & Le, Learning to rank with nonsmooth cost functions (2006).
 */
export const pairWeights = byName(
  recipe('uniform', {}, (): PairWeights => ({ begin: () => undefined, of: () => 1 })),
  recipe('query-balanced', {}, queryBalanced),
  recipe('dcg', { cutOff }, (given) => discounted(given.cutOff, () => 1)),
  recipe('ndcg', { cutOff }, (given) => discounted(given.cutOff, (relevances) => idealGain(relevances, given.cutOff))),
);
