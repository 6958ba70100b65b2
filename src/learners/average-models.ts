import type { MarginLearner } from './margin-learner.ts';

/** The weights that one shard came to, and what they count. */
export interface ShardModel {
  /** One a feature. */
  readonly weights: Float64Array;
  /** Importance it has learned; of methods that adapt a rate to every feature, one number a feature (Optimizer.coordinateMass). */
  readonly mass: number | Float64Array;
}

/** What a learner that has learned this importance brings into an average. */
export function shardModel(learner: MarginLearner, importance: number): ShardModel {
  return { weights: learner.weights(), mass: learner.coordinateMass?.() ?? importance };
}

/**
 * One-shot averaging of models that learned apart from each other, feature by feature:
 *
 *   w_i = sum_s (m_si / M_i) w_si,   M_i = sum_s m_si,   m_si the mass of shard s, or that of its feature i.
 *
 * Kept as w += (m / M so far) (w_s - w), in the order of the list: one model, and equal models, give their own bits, and no average
 * leaves the range of its models by more than rounding. Models of equal mass are averaged as Zinkevich et al. do; a shard that has
 * not met a feature says nothing about its weight. Where no shard has mass the weight is the first one's, 0 for a learner that
 * starts there.
 *
 * @throws RangeError without a model, for models of unlike lengths, and for a mass that is negative or no finite number.
 *
 * Source: Zinkevich, Weimer, Smola & Li, Parallelized stochastic gradient descent (2010); the mass per feature as in Vowpal
 * Wabbit's accumulate_weighted_avg (Agarwal, Chapelle, Dudik & Langford 2014).
 *
 * @example
 * const models = [{ weights: Float64Array.of(1, 1), mass: Float64Array.of(3, 0) }, { weights: Float64Array.of(5, 7), mass: 1 }];
 * averageModels(models) // => Float64Array.of(2, 7)
 */
export function averageModels(models: readonly ShardModel[]): Float64Array {
  const first = models.at(0);
  if (first === undefined) throw new RangeError('without a model there is nothing to average');
  const mean = first.weights.slice();
  const total = new Float64Array(mean.length);
  for (const { weights, mass } of models) {
    requireLength(weights, mean.length);
    if (typeof mass !== 'number') requireLength(mass, mean.length);
    for (let j = 0; j < mean.length; j++) {
      const m = typeof mass === 'number' ? mass : mass[j];
      if (!(m >= 0 && m < Infinity)) throw new RangeError(`the mass of a model must be a finite number >= 0, found ${m}`);
      if (m === 0) continue;
      total[j] += m;
      // Equal weights stay as they are, the sign of a zero included.
      if (weights[j] !== mean[j]) mean[j] = m === total[j] ? weights[j] : mean[j] + (m / total[j]) * (weights[j] - mean[j]);
    }
  }
  return mean;
}

function requireLength({ length }: Float64Array, columns: number): void {
  if (length !== columns) throw new RangeError(`models of one average have as many features each: ${columns}, found ${length}`);
}
