import type { Dataset } from '../rows/dataset.ts';
import { selectRows } from '../rows/selection/select-rows.ts';
import { addScaled, dot } from '../rows/sparse-rows.ts';
import { logistic } from '../losses/logistic.ts';
import { permutation, randomStream, type RandomStream } from '../numerics/random.ts';

const SWEEPS = 30;
const STILL = 0.01;
const FOLDS = 5;

/**
 * Logistic regression with a ridge: the weights w that make sum ln(1 + e^(-y_i w.x_i)) + |w|^2 / (2 v) least.
 *
 * Equally, the likeliest weights where they were normal of variance v before any label was seen. Found a row at a time in the
 * dual: what row i has moved its own margin is taken back, and the row moves it anew by the implicit step of flow time v x_i.x_i.
 * Where no row moves further, w is the minimum. Sweeps end there to a hundredth of a logit, or after thirty.
 *
 * The weights, one a column. Labels are -1 and +1; the rows are visited in random orders.
 *
 * Source: Yu, Huang & Lin, Dual coordinate descent methods for logistic regression and maximum entropy models (2011).
 */
export function ridge({ rows, labels }: Dataset, variance: number, random: RandomStream): Float64Array {
  const n = rows.length;
  const weights = new Float64Array(rows.columns);
  /** Per row: how far it has moved its own margin. */
  const own = new Float64Array(n);
  for (let sweep = 0, furthest = Infinity; sweep < SWEEPS && furthest > STILL; sweep++) {
    furthest = 0;
    for (const i of permutation(n, random)) {
      const q = rows.squaredNorms[i];
      if (q === 0) continue;
      const move = logistic.proximal(dot(rows, i, weights) - own[i], labels[i], variance * q);
      addScaled(rows, i, weights, (move - own[i]) / q);
      furthest = Math.max(furthest, Math.abs(move - own[i]));
      own[i] = move;
    }
  }
  return weights;
}

/** Mean logistic loss on rows left out, each in its turn in one of five parts that the seed draws. */
export function lossLeftOut(data: Dataset, variance: number, seed: number): number {
  const { rows, labels } = data;
  const order = permutation(rows.length, randomStream(seed, 'folds'));
  let sum = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const isLeftOut = (at: number): boolean => at % FOLDS === fold;
    const lessons = selectRows(
      data,
      order.filter((_, at) => !isLeftOut(at)),
      'lessons',
    );
    const weights = ridge(lessons, variance, randomStream(seed, `fold ${fold}`));
    for (const i of order.filter((_, at) => isLeftOut(at))) sum += logistic.value(dot(rows, i, weights), labels[i]);
  }
  return sum / rows.length;
}
