import { exp, saturate, sigmoid, softplus } from '../numerics/elementary.ts';
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

/** How the scores of several classes become probabilities. */
export interface FittedSoftmax {
  readonly slope: number;
  /** Labels of its sample. */
  readonly labels: number;
}

/**
 * Probabilities of several classes, with one slope for all scores: the class of the largest score has the largest.
 *
 *   P(k) = e^(slope s_k) / sum over j of e^(slope s_j)
 *
 * Source: Guo, Pleiss, Sun & Weinberger, On calibration of modern neural networks (2017), section 4.2: temperature scaling, slope = 1/T.
 *
 * @example
 * softmax({ slope: 2 }, [0, 0]) // => [0.5, 0.5]
 */
export function softmax({ slope }: Pick<FittedSoftmax, 'slope'>, scores: ArrayLike<number>): number[] {
  return sharesOf(Array.from(scores, (score) => saturate(slope * score)));
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
  return sharesOf(calibrations.map(({ slope, intercept }, k) => -softplus(-(slope * scores[k] + intercept))));
}

/** Shares in the sum of what these are the logarithms of, which do not vanish together. */
function sharesOf(logs: readonly number[]): number[] {
  const most = Math.max(...logs);
  const shares = logs.map((each) => exp(each - most));
  const sum = shares.reduce((a, b) => a + b, 0);
  return shares.map((share) => share / sum);
}

/** A calibration with what it was made of. */
export interface FittedCalibration extends Calibration {
  /** Labels of its sample. */
  readonly labels: number;
  /** Its probabilities held against that sample. */
  readonly reliability: Readonly<ReturnType<typeof reliabilityOf>>;
}

const BINS = 10;

/**
 * Holds calibrated probabilities against labels: tenths of [0, 1], those without a label left out. The interval is Wilson's at
 *
 *   n = min( (sum of h)^2 / sum of h^2,  q (1 - q) (sum of h)^2 / sum of h^2 (y - q)^2 ),     q the share:
 *
 * the effective sample size, and less where weights go with labels and the share varies more than that says.
 *
 * Of each tenth its labels, the importance-weighted mean of the probabilities (`predicted`), and the share of `positive` rows, weighted
 * likewise, with its 95% interval.
 */
export function reliabilityOf(sample: readonly JudgedMargin[], calibration: Calibration) {
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
