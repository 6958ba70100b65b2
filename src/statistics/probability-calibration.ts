import { exp } from '../numerics/functions/portable.ts';
import { sigmoid, softplus } from '../numerics/elementary.ts';
import { effectiveSampleSize } from './small-samples.ts';
import { wilsonInterval } from './intervals/wilson-interval.ts';

/** A margin of a row, made without its label, and the label, with the importance of the row in its sample. */
export interface JudgedMargin {
  readonly margin: number;
  readonly side: 'positive' | 'negative';
  /** Above 0. */
  readonly importance: number;
}

/** P(positive | margin s) = 1 / (1 + e^-(slope * s + intercept)). */
export interface Calibration {
  readonly slope: number;
  readonly intercept: number;
}

/** The probability of the positive class that a margin stands for. */
export function calibrated({ slope, intercept }: Calibration, margin: number): number {
  return sigmoid(slope * margin + intercept);
}

/** Newton's method is at its end where the step that it makes is this small, in all; it is after some ten. */
const FINE = 1e-12;
const MOST = 200;

/**
 * Calibrates margins: the most probable slope and intercept,
 *
 *   argmin  sum over i of w_i [softplus(z_i) - y_i z_i]  +  ((slope - 1)^2 + intercept^2) / 2,     z_i = slope s_i + intercept,
 *
 * y_i 1 for positive rows, else 0, and w_i = h_i * n / sum of h, n = (sum of h)^2 / (sum of h^2) the effective sample size: the weights
 * say what the sample stands for, n how much it says. The prior, normal around the margin as it is with deviations of 1, decides where
 * labels are few; the sum is strictly convex, so that there is one answer, whatever the sample. Newton steps, halved while they do not
 * descend.
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
  const importances = sample.map(({ importance }) => importance);
  const unit = effectiveSampleSize(importances) / importances.reduce((sum, each) => sum + each, 0);
  let [slope, intercept] = [1, 0];
  let value = objective(sample, unit, slope, intercept);
  for (let n = 0; n < MOST; n++) {
    let [gs, gi] = [slope - 1, intercept];
    let [ss, si, ii] = [1, 0, 1];
    for (const { margin, side, importance } of sample) {
      const w = unit * importance;
      const z = slope * margin + intercept;
      const missed = w * (side === 'positive' ? -sigmoid(-z) : sigmoid(z));
      const curvature = w * sigmoid(z) * sigmoid(-z);
      gs += missed * margin;
      gi += missed;
      ss += curvature * margin * margin;
      si += curvature * margin;
      ii += curvature;
    }
    const determinant = ss * ii - si * si;
    const [ds, di] = [-(ii * gs - si * gi) / determinant, -(ss * gi - si * gs) / determinant];
    let length = 1;
    let next = objective(sample, unit, slope + ds, intercept + di);
    while (next > value && length > FINE) {
      length /= 2;
      next = objective(sample, unit, slope + length * ds, intercept + length * di);
    }
    if (next > value) break;
    slope += length * ds;
    intercept += length * di;
    value = next;
    if (length * (Math.abs(ds) + Math.abs(di)) <= FINE * (Math.abs(slope) + Math.abs(intercept))) break;
  }
  return { slope, intercept };
}

function objective(sample: readonly JudgedMargin[], unit: number, slope: number, intercept: number): number {
  let sum = ((slope - 1) ** 2 + intercept ** 2) / 2;
  for (const { margin, side, importance } of sample) {
    const z = slope * margin + intercept;
    sum += unit * importance * softplus(side === 'positive' ? -z : z);
  }
  return sum;
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
 * Probabilities of several classes from their scores: each calibrated against all others, and divided by their sum.
 *
 *   P(k) = c_k / sum over j of c_j,     c_k = 1 / (1 + e^-(slope_k s_k + intercept_k))
 *
 * Source: Zadrozny & Elkan, Transforming classifier scores into accurate multiclass probability estimates (2002), section 4: one
 * against all, normalized.
 *
 * @example
 * const plain = { slope: 1, intercept: 0 };
 * calibratedClasses([plain, plain], [0, 0]) // => [0.5, 0.5]
 */
export function calibratedClasses(calibrations: readonly Calibration[], scores: ArrayLike<number>): number[] {
  // Of logarithms, which do not vanish together.
  const logs = calibrations.map(({ slope, intercept }, k) => -softplus(-(slope * scores[k] + intercept)));
  const most = Math.max(...logs);
  const shares = logs.map((each) => exp(each - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** What the labels say of rows of about one probability. */
export interface ReliabilityBin {
  readonly labels: number;
  /** Importance-weighted mean of the probabilities. */
  readonly predicted: number;
  /** Importance-weighted share of positive rows, and its 95% interval. */
  readonly positive: number;
  readonly low: number;
  readonly high: number;
}

/** A calibration with what it was made of. */
export interface FittedCalibration extends Calibration {
  /** Labels of its sample. */
  readonly labels: number;
  /** Its probabilities held against that sample. */
  readonly reliability: readonly ReliabilityBin[];
}

const BINS = 10;
/** With fewer labels nothing is calibrated. */
const FEWEST = 10;

/** Slope, intercept and reliability; undefined for fewer than ten labels, and where one class is missing. */
export function fittedCalibration(sample: readonly JudgedMargin[]): FittedCalibration | undefined {
  if (sample.length < FEWEST) return undefined;
  const calibration = calibrationOf(sample);
  return calibration && { ...calibration, labels: sample.length, reliability: reliabilityOf(sample, calibration) };
}

/**
 * Holds calibrated probabilities against labels: tenths of [0, 1], those without a label left out. The interval is Wilson's at
 *
 *   n = min( (sum of h)^2 / sum of h^2,  q (1 - q) (sum of h)^2 / sum of h^2 (y - q)^2 ),     q the share:
 *
 * the effective sample size, and less where weights go with labels and the share varies more than that says.
 */
export function reliabilityOf(sample: readonly JudgedMargin[], calibration: Calibration): ReliabilityBin[] {
  const bins = Array.from({ length: BINS }, (): { p: number; each: JudgedMargin }[] => []);
  for (const each of sample) {
    const p = calibrated(calibration, each.margin);
    bins[Math.min(BINS - 1, Math.floor(p * BINS))].push({ p, each });
  }
  return bins.flatMap((bin) => {
    if (bin.length === 0) return [];
    const importances = bin.map(({ each }) => each.importance);
    const whole = importances.reduce((sum, each) => sum + each, 0);
    const mean = (of: (row: (typeof bin)[number]) => number): number =>
      bin.reduce((sum, row) => sum + row.each.importance * of(row), 0) / whole;
    const positive = mean(({ each }) => (each.side === 'positive' ? 1 : 0));
    const spread = bin.reduce((sum, { each: { side, importance } }) => {
      return sum + (importance * ((side === 'positive' ? 1 : 0) - positive)) ** 2;
    }, 0);
    const bySpread = spread === 0 ? Infinity : (positive * (1 - positive) * whole * whole) / spread;
    const size = Math.min(effectiveSampleSize(importances), bySpread);
    const { low, high } = wilsonInterval(Math.min(size, positive * size), size, 0.95);
    return [{ labels: bin.length, predicted: mean(({ p }) => p), positive, low, high }];
  });
}
