import type { RandomStream } from '../../numerics/random.ts';

/**
 * Draws from a fixed discrete distribution in constant time: one uniform number, one comparison.
 *
 * P(k) = weights[k] / sum(weights). Column k of the table keeps k with probability keep[k] and otherwise gives other[k].
 * Weights are finite, >= 0 and not all zero; a sum of rounding errors of 1e-16 a column is all that separates the table from P.
 *
 * Source: M. D. Vose, A linear algorithm for generating random numbers with a given distribution, IEEE TSE 17 (1991).
 */
export class AliasTable {
  readonly #keep: Float64Array;
  readonly #other: Uint32Array;

  constructor(weights: ArrayLike<number>) {
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
    this.#keep = new Float64Array(n).fill(1);
    this.#other = new Uint32Array(n);
    let giver = heavy.pop();
    for (let taker = light.pop(); taker !== undefined && giver !== undefined; taker = light.pop()) {
      this.#keep[taker] = share[taker];
      this.#other[taker] = giver;
      share[giver] -= 1 - share[taker];
      if (share[giver] >= 1) continue;
      light.push(giver);
      giver = heavy.pop();
    }
  }

  /** One index in [0, number of weights). */
  draw(random: RandomStream): number {
    const point = random.next() * this.#keep.length;
    const k = Math.floor(point);
    return point - k < this.#keep[k] ? k : this.#other[k];
  }
}
