import { pow } from '../../numerics/pow.ts';

/** What a row of relevance r is worth at the top of a list: 2^r - 1. */
export function gain(relevance: number): number {
  return pow(2, relevance) - 1;
}

/** What the place of a row leaves of its gain: 1 / log2(1 + place), places from 1; 0 beyond the cut-off. */
export function discount(place: number, cutOff = Infinity): number {
  return place <= cutOff ? 1 / Math.log2(1 + place) : 0;
}

/** DCG of the best order: relevances from the largest down. */
export function idealGain(relevances: ArrayLike<number>, cutOff = Infinity): number {
  return Array.from(relevances)
    .sort((a, b) => b - a)
    .reduce((sum, relevance, k) => sum + gain(relevance) * discount(k + 1, cutOff), 0);
}

/**
 * Normalised discounted cumulative gain of one query, at a cut-off: DCG over that of the best order.
 *
 *   DCG@k = sum over places 1 … k of (2^r - 1) / log2(1 + place)       by descending score
 *
 * Rows of equal scores share their places: each counts with the mean discount of the places that they take, which is the expected
 * value over all their orders. Undefined where no row is worth anything: such a query says nothing of an order.
 *
 * @throws RangeError for a score that is no number.
 *
 * @example
 * ndcg([3, 2, 1], [0, 1, 0]).toFixed(4) // => '0.6309'
 * ndcg([1, 1], [1, 0]).toFixed(4) // => '0.8155'
 *
 * Source: Jarvelin & Kekalainen, Cumulated gain-based evaluation of IR techniques (2002); McSherry & Najork, Computing information
 * retrieval performance measures efficiently in the presence of tied scores (2008).
 */
export function ndcg(scores: ArrayLike<number>, relevances: ArrayLike<number>, cutOff = Infinity): number | undefined {
  const ideal = idealGain(relevances, cutOff);
  if (!(ideal > 0)) return undefined;
  const order = Array.from({ length: scores.length }, (_, i) => i);
  const stray = order.find((i) => Number.isNaN(scores[i]));
  if (stray !== undefined) throw new RangeError(`the score of row ${stray} is no number`);
  order.sort((a, b) => scores[b] - scores[a]);
  let sum = 0;
  for (let from = 0; from < order.length;) {
    let to = from;
    let gains = 0;
    let discounts = 0;
    for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) {
      gains += gain(relevances[order[to]]);
      discounts += discount(to + 1, cutOff);
    }
    sum += (gains * discounts) / (to - from);
    from = to;
  }
  return sum / ideal;
}
