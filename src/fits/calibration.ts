import { exp, sigmoid, softplus, solve } from '../numerics/elementary.ts';
import { finished } from '../numerics/work.ts';
import { reliabilityOf, softmax, type FittedSoftmax } from '../statistics/probability-calibration.ts';
import type { Calibration, FittedCalibration, JudgedMargin } from '../statistics/probability-calibration.ts';
import { effectiveSampleSize } from '../statistics/small-samples.ts';
import { minimise, type Objective } from './newton.ts';

/** With fewer labels nothing is calibrated. */
const FEWEST = 10;
/** |gradient| at the end, of max(1, that of the margins as they are). */
const FINE = { gradient: 1e-10 };
/** The logarithm of the slope lies between minus and plus this. */
const WIDEST = 50;

/** Slope, intercept and reliability; undefined for fewer than ten labels, and where one class is missing. */
export function fittedCalibration(sample: readonly JudgedMargin[] = []): FittedCalibration | undefined {
  if (sample.length < FEWEST) return undefined;
  const calibration = calibrationOf(sample);
  return calibration && { ...calibration, labels: sample.length, reliability: reliabilityOf(sample, calibration) };
}

/**
 * The slope of several classes, whose scores of the same labels are listed a class: the most probable one,
 *
 *   argmin  sum over i of w_i [log sum over k of e^(slope s_ik) - slope s_iy]  +  log^2 slope / 2,
 *
 * w_i as in calibrationOf, of the fourth root of the importance: one slope for all rows has little to learn from what the sample stands
 * for, and much to lose to the noise of its heaviest labels. The prior is normal around the scores as they are.
 *
 * undefined for fewer than ten labels, and where a class is missing: nothing is known of where it would be.
 */
export function fittedSoftmax(samples: readonly (readonly JudgedMargin[])[]): FittedSoftmax | undefined {
  const [{ length: labels }] = samples.length === 0 ? [[]] : samples;
  if (labels < FEWEST || !samples.every((sample) => sample.some(({ side }) => side === 'positive'))) return undefined;
  const weights = weightsOf(samples[0].map(({ importance }) => Math.sqrt(Math.sqrt(importance))));
  const rows = weights.map((weight, i) => {
    const scores = samples.map((sample) => sample[i].margin);
    return { weight, scores, own: scores[samples.findIndex((sample) => sample[i].side === 'positive')] };
  });
  const pull = (at: number): number => {
    const slope = exp(at);
    return rows.reduce((sum, { weight, scores, own }) => {
      const mean = softmax({ slope }, scores).reduce((total, p, k) => total + p * scores[k], 0);
      return sum + weight * slope * (mean - own);
    }, at);
  };
  return { slope: exp(solve(pull, 0, -WIDEST, WIDEST)), labels };
}

/** Weights that say what each label stands for, and in sum how much the sample says: the effective sample size. */
function weightsOf(importances: readonly number[]): number[] {
  const unit = effectiveSampleSize(importances) / importances.reduce((sum, each) => sum + each, 0);
  return importances.map((importance) => unit * importance);
}

/**
 * Calibrates margins: the most probable slope and intercept,
 *
 *   argmin  sum over i of w_i [softplus(z_i) - y_i z_i]  +  ((slope - 1)^2 + intercept^2) / 2,     z_i = slope s_i + intercept,
 *
 * y_i 1 for positive rows, else 0, and w_i = h_i * n / sum of h, n = (sum of h)^2 / (sum of h^2) the effective sample size: the weights
 * say what the sample stands for, n how much it says. The prior, normal around the margin as it is with deviations of 1, decides where
 * labels are few; the sum is strictly convex, so that there is one answer, whatever the sample.
 *
 * undefined where one class is missing: nothing is known of where it would be.
 *
 * Source: Platt, Probabilistic outputs for support vector machines (1999), with a prior in place of his smoothed targets, and weights.
 *
 * @example
 * calibrationOf([{ margin: 1, side: 'positive', importance: 1 }]) // => undefined
 */
export function calibrationOf(sample: readonly JudgedMargin[]): Calibration | undefined {
  if (new Set(sample.map(({ side }) => side)).size < 2) return undefined;
  const change = new Float64Array(2);
  finished(minimise(objectiveOf(sample), change, FINE));
  return { slope: 1 + change[0], intercept: change[1] };
}

/** The sum as a function of (slope - 1, intercept). */
function objectiveOf(sample: readonly JudgedMargin[]): Objective {
  const weights = weightsOf(sample.map(({ importance }) => importance));
  const curvatures = new Float64Array(sample.length);
  let at: ArrayLike<number> = [0, 0];
  const z = (margin: number): number => (1 + at[0]) * margin + at[1];
  return {
    size: 2,
    *value(change) {
      yield;
      at = change.slice();
      return sample.reduce(
        (sum, { margin, side }, i) => sum + weights[i] * softplus(side === 'positive' ? -z(margin) : z(margin)),
        (change[0] ** 2 + change[1] ** 2) / 2,
      );
    },
    *gradient(change, out) {
      yield;
      out.set(change);
      sample.forEach(({ margin, side }, i) => {
        const w = weights[i];
        const missed = w * (side === 'positive' ? -sigmoid(-z(margin)) : sigmoid(z(margin)));
        curvatures[i] = w * sigmoid(z(margin)) * sigmoid(-z(margin));
        out[0] += missed * margin;
        out[1] += missed;
      });
    },
    *product(direction, out) {
      yield;
      out.set(direction);
      sample.forEach(({ margin }, i) => {
        const along = curvatures[i] * (direction[0] * margin + direction[1]);
        out[0] += along * margin;
        out[1] += along;
      });
    },
  };
}
