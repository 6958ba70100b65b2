import { sigmoid, softplus } from '../numerics/elementary.ts';
import { finished } from '../numerics/work.ts';
import { reliabilityOf } from '../statistics/probability-calibration.ts';
import type { Calibration, FittedCalibration, JudgedMargin } from '../statistics/probability-calibration.ts';
import { effectiveSampleSize } from '../statistics/small-samples.ts';
import { minimise, type Objective } from './newton.ts';

/** With fewer labels nothing is calibrated. */
const FEWEST = 10;
/** |gradient| at the end, of max(1, that of the margins as they are). */
const FINE = { gradient: 1e-10 };

/** Slope, intercept and reliability; undefined for fewer than ten labels, and where one class is missing. */
export function fittedCalibration(sample: readonly JudgedMargin[]): FittedCalibration | undefined {
  if (sample.length < FEWEST) return undefined;
  const calibration = calibrationOf(sample);
  return calibration && { ...calibration, labels: sample.length, reliability: reliabilityOf(sample, calibration) };
}

/**
 * Calibrations of several classes, one a class, each of that class against all others; undefined where one of them has none: then
 * nothing is known of where that class would be.
 */
export function fittedClasses(samples: readonly (readonly JudgedMargin[])[]): FittedCalibration[] | undefined {
  const fitted = samples.flatMap((sample) => fittedCalibration(sample) ?? []);
  return fitted.length === 0 || fitted.length < samples.length ? undefined : fitted;
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
  const importances = sample.map(({ importance }) => importance);
  const unit = effectiveSampleSize(importances) / importances.reduce((sum, each) => sum + each, 0);
  const curvatures = new Float64Array(sample.length);
  let at: ArrayLike<number> = [0, 0];
  const z = (margin: number): number => (1 + at[0]) * margin + at[1];
  return {
    size: 2,
    *value(change) {
      yield;
      at = change.slice();
      return sample.reduce(
        (sum, { margin, side, importance }) => sum + unit * importance * softplus(side === 'positive' ? -z(margin) : z(margin)),
        (change[0] ** 2 + change[1] ** 2) / 2,
      );
    },
    *gradient(change, out) {
      yield;
      out.set(change);
      sample.forEach(({ margin, side, importance }, i) => {
        const w = unit * importance;
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
