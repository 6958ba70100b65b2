import { discount, gain, idealGain } from '../statistics/curves/discounted-gain.ts';
import { byName, recipe } from '../numerics/recipe.ts';

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

class Uniform implements PairWeights {
  begin(): void {
    // Nothing to be known.
  }

  of(): number {
    return 1;
  }
}

class QueryBalanced implements PairWeights {
  #each = 0;

  begin(relevances: Float64Array, _places: Uint32Array, count: number): void {
    let pairs = 0;
    for (let a = 0; a < count; a++) for (let b = 0; b < a; b++) if (relevances[a] !== relevances[b]) pairs++;
    this.#each = 1 / pairs;
  }

  of(): number {
    return this.#each;
  }
}

class Discounted implements PairWeights {
  readonly #cutOff: number;
  readonly #normaliser: (relevances: Float64Array) => number;
  #relevances: Float64Array = new Float64Array();
  #places: Uint32Array = new Uint32Array();
  #unit = 1;

  constructor(cutOff: number, normaliser: (relevances: Float64Array) => number) {
    this.#cutOff = cutOff;
    this.#normaliser = normaliser;
  }

  begin(relevances: Float64Array, places: Uint32Array, count: number): void {
    this.#relevances = relevances;
    this.#places = places;
    this.#unit = this.#normaliser(relevances.subarray(0, count));
  }

  of(a: number, b: number): number {
    const gains = Math.abs(gain(this.#relevances[a]) - gain(this.#relevances[b]));
    const discounts = Math.abs(discount(this.#places[a], this.#cutOff) - discount(this.#places[b], this.#cutOff));
    return this.#unit > 0 ? (gains * discounts) / this.#unit : 0;
  }
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
  recipe('uniform', {}, (): PairWeights => new Uniform()),
  recipe('query-balanced', {}, (): PairWeights => new QueryBalanced()),
  recipe('dcg', { cutOff }, (given): PairWeights => new Discounted(given.cutOff, () => 1)),
  recipe(
    'ndcg',
    { cutOff },
    (given): PairWeights => new Discounted(given.cutOff, (relevances) => idealGain(relevances, given.cutOff)),
  ),
);
