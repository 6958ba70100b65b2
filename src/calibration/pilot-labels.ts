import { CONSTANT, type Dataset } from '../rows/dataset.ts';
import { withUnitFeatures } from '../rows/feature-scaling.ts';
import { selectRows } from '../rows/selection/select-rows.ts';
import { dot, type SparseRows } from '../rows/sparse-rows.ts';
import { sigmoid } from '../numerics/elementary.ts';
import { permutation, randomStream, type RandomStream } from '../numerics/random.ts';
import { pow } from '../numerics/functions/pow.ts';
import { mean } from '../statistics/small-samples.ts';
import { lossLeftOut, ridge } from './ridge.ts';

/** A prior on a grid: p in halves, v in factors of sqrt 10. */
interface Prior {
  readonly halves: number;
  readonly steps: number;
}

const START: Prior = { halves: 0, steps: 2 };
const HALVES = [-4, 4] as const;
const STEPS = [-2, 10] as const;
/**
 * Powers of 2 between which the sharpness is sought, how often they are halved, and the drawn pilots that each value is tried on.
 */
const SHARPNESS = [-2, 6] as const;
const HALVINGS = 6;
const DRAWN_PILOTS = 3;

/** A pool whose labels are drawn, and the logits they were drawn from. */
export interface DrawnPool {
  readonly pool: Dataset;
  readonly logits: Float64Array;
}

/**
 * Draws labellings of the pool, whose own labels are not read, a seed each; the pilot's are -1 and +1. `tried` is called after
 * every prior and every sharpness.
 *
 * What a labelled pilot says about the labels of a pool: a logit of every row, ln P(+1) / P(-1), to draw labels from.
 *
 *   logit(x) = a w.x,   w the ridge regression (ridge.ts) on the pilot with the prior
 *   w_j ~ N(0, v s_j^p / sum_k s_k^(1 + p)),   s_j the mean square of feature j in the pool;  w_0 ~ N(0, v)
 *
 * The prior gives margins the variance v from the features and v from the constant, whatever p is; p says where the signal lies:
 * p > 0 in features that are frequent or large, p = -1 in all of them alike. v and p are those with which the pilot predicts its
 * own rows best, each left out in its turn.
 *
 * Such logits are honest of single rows, but a pool labelled from them is harder to learn than the real one: what n rows did not
 * teach is taken for noise. The sharpness a makes up for it. It is chosen so that n rows of the pool with drawn labels are
 * predicted, left out in their turn, as well as the pilot's own: what n labels teach of the drawn truth is what they teach of the
 * real one (indirect inference: Gourieroux, Monfort & Renault, Journal of Applied Econometrics 8, 1993).
 *
 * The truth is linear. Where the classes part along a curve in few features, what looks like noise to it sits in one place, and
 * the forecast tends to buy more than the real labels would.
 */
export function truthOf(pilot: Dataset, pool: Dataset, seed: number, tried: () => void): (seed: number) => DrawnPool {
  const squares = meanSquares(pool.rows);
  const { prior, loss } = bestPrior(pilot, squares, seed, tried);
  const units = unitsOf(squares, prior);
  const weights = ridge(withUnitFeatures(pilot, units), varianceOf(prior), randomStream(seed, 'ridge'));
  const scaled = withUnitFeatures(pool, units);
  const n = scaled.rows.length;
  const margins = Float64Array.from({ length: n }, (_, i) => dot(scaled.rows, i, weights));
  const drawnLoss = (sharpness: number): number => {
    const losses = Array.from({ length: DRAWN_PILOTS }, (_, k) => {
      const random = randomStream(seed, `drawn pilot ${k}`);
      const rows = permutation(n, random).subarray(0, pilot.rows.length);
      const labels = drawnLabels(times(margins, sharpness), random);
      return lossLeftOut(selectRows({ ...scaled, labels }, rows, 'drawn pilot'), varianceOf(prior), seed);
    });
    tried();
    return mean(losses);
  };
  const logits = times(margins, sharpnessAt(loss, drawnLoss));
  return (each) => ({ pool: { ...pool, labels: drawnLabels(logits, randomStream(each, 'drawn labels')) }, logits });
}

function drawnLabels(logits: Float64Array, random: RandomStream): Float64Array {
  return logits.map((logit) => (random.next() < sigmoid(logit) ? 1 : -1));
}

function times(margins: Float64Array, sharpness: number): Float64Array {
  return margins.map((margin) => sharpness * margin);
}

/** Walks downhill on the grid, to the best of four neighbours at a time. */
function bestPrior(pilot: Dataset, squares: Float64Array, seed: number, tried: () => void): { prior: Prior; loss: number } {
  const known = new Map<string, number>();
  const lossOf = (prior: Prior): number => {
    const key = `${prior.halves} ${prior.steps}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const loss = lossLeftOut(withUnitFeatures(pilot, unitsOf(squares, prior)), varianceOf(prior), seed);
    known.set(key, loss);
    tried();
    return loss;
  };
  let prior = START;
  for (;;) {
    const next = neighbours(prior).reduce((best, each) => (lossOf(each) < lossOf(best) ? each : best), prior);
    if (next === prior) return { prior, loss: lossOf(prior) };
    prior = next;
  }
}

function neighbours({ halves, steps }: Prior): Prior[] {
  const around = [
    { halves: halves + 1, steps },
    { halves: halves - 1, steps },
    { halves, steps: steps + 1 },
    { halves, steps: steps - 1 },
  ];
  return around.filter((prior) => within(prior.halves, HALVES) && within(prior.steps, STEPS));
}

function within(x: number, [low, high]: readonly [number, number]): boolean {
  return low <= x && x <= high;
}

/** v. */
function varianceOf({ steps }: Prior): number {
  return pow(10, steps / 2);
}

/** What every feature is divided by, so that weights of equal variance have the prior. A feature that the pool lacks goes. */
function unitsOf(squares: Float64Array, { halves }: Prior): Float64Array {
  const power = halves / 2;
  const features = squares.map((s, j) => (s === 0 || j === CONSTANT ? 0 : pow(s, 1 + power)));
  const total = features.reduce((sum, each) => sum + each, 0);
  return squares.map((s, j) => {
    if (j === CONSTANT) return 1;
    return s === 0 ? Infinity : Math.sqrt(total / pow(s, power));
  });
}

function meanSquares({ indices, values, columns, length }: SparseRows): Float64Array {
  const squares = new Float64Array(columns);
  for (let k = 0; k < values.length; k++) squares[indices[k]] += values[k] ** 2 / length;
  return squares;
}

/** The sharpness whose drawn pilots have this loss; sharper labels are predicted better. */
function sharpnessAt(loss: number, drawnLoss: (sharpness: number) => number): number {
  let [low, high]: readonly [number, number] = SHARPNESS;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (drawnLoss(pow(2, middle)) > loss) low = middle;
    else high = middle;
  }
  return pow(2, (low + high) / 2);
}
