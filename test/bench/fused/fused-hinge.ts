/**
 * A passive and an active pass of hinge loss with gradient descent, each fused by hand into one loop: what the two cost when
 * nothing is generic. Their ratio is a floor under the ratio of the library's own passes.
 */
import type { Dataset } from '../../../src/rows/dataset.ts';
import { addScaled, dot } from '../../../src/rows/sparse-rows.ts';
import { randomStream } from '../../../src/numerics/random.ts';

export interface FusedResult {
  readonly queried: number;
  /** Progressive averages: the library's passes keep them, so their price belongs to a pass. */
  readonly loss: number;
  readonly error: number;
}

/** eta(t) = eta0 sqrt(1 / (1 + t)), every row learned. */
export function fusedPassive({ rows, labels }: Dataset, eta0: number): FusedResult {
  const w = new Float64Array(rows.columns);
  let lossSum = 0;
  let errors = 0;
  for (let i = 0; i < labels.length; i++) {
    const y = labels[i];
    const p = dot(rows, i, w);
    const short = Math.max(0, 1 - y * p);
    lossSum += short;
    if (p >= 0 !== y > 0) errors++;
    if (short > 0) addScaled(rows, i, w, y * Math.min(eta0 * Math.sqrt(1 / (2 + i)), short / rows.squaredNorms[i]));
  }
  return { queried: labels.length, loss: lossSum / labels.length, error: errors / labels.length };
}

/** The same, with labels bought by the variance-aware rule; equal seeds buy what the library buys. */
export function fusedActive({ rows, labels }: Dataset, eta0: number, mellowness: number, seed: number): FusedResult {
  const w = new Float64Array(rows.columns);
  const coin = randomStream(seed, 'query');
  let lossSum = 0;
  let errors = 0;
  let mass = 0;
  let weightedErrors = 0;
  let queries = 0;
  let eta = eta0 * Math.sqrt(1 / 2);
  for (let k = 0; k < labels.length; k++) {
    const y = labels[k];
    const p = dot(rows, k, w);
    const short = Math.max(0, 1 - y * p);
    const mistaken = p >= 0 !== y > 0;
    lossSum += short;
    if (mistaken) errors++;
    let probability = 1;
    if (k > 1) {
      const G = Math.abs(p) / (eta * rows.squaredNorms[k]) / k;
      const b = (mellowness * (Math.log(k + 1) + 1e-4)) / (k + 1e-4);
      const L = Math.min(1, weightedErrors / k + Math.sqrt((1 + 0.5 * Math.log(k)) / (queries + 1e-4)));
      const S = Math.sqrt(L) + Math.sqrt(L + G);
      const root = (S + Math.sqrt(S * S + 4 * G)) / (2 * G);
      probability = Math.min(1, b * root * root);
    }
    if (coin.next() >= probability) continue;
    const h = 1 / probability;
    queries++;
    mass += h;
    if (mistaken) weightedErrors += h;
    if (short > 0) addScaled(rows, k, w, y * Math.min(h * eta0 * Math.sqrt(1 / (1 + mass)), short / rows.squaredNorms[k]));
    eta = eta0 * Math.sqrt(1 / (2 + mass));
  }
  return { queried: queries, loss: lossSum / labels.length, error: errors / labels.length };
}
