import { pow } from '../../numerics/pow.ts';
import { requireConfidence, type Estimate } from '../estimate.ts';
import { nonIncreasing } from '../isotonic.ts';
import { mean } from '../small-samples.ts';
import { criticalT } from '../student-t.ts';

/** What each seed's passive learner has reached after as many labels; one error for every seed, in the same order everywhere. */
export interface PassiveErrors {
  /** m, ascending from point to point. */
  readonly labels: number;
  readonly errors: readonly number[];
}

/** Where a seed's active learner ended. */
export interface ActiveEnd {
  readonly labels: number;
  readonly error: number;
}

/** Neighbours over which the variance of a difference is smoothed. */
const NEIGHBOURS = 7;

/**
 * The saving factor S = N / L: N labels that passive learning needs for the error that active learning ended with, over the L
 * labels that active learning bought.
 *
 * With d_s(m) = passive error of seed s after m labels - active error of seed s at its end, paired by seed:
 *
 *   value   first zero of the isotonic (non-increasing) mean of d, linear in ln m, over the mean of L;
 *           Infinity where it has none: passive learning needs more labels than there are
 *   low     last m up to which mean d(m) - t SE(m) > 0 all along, over L; 0 where there is none
 *   high    first m from which mean d(m) + t SE(m) < 0 to the end, over L; Infinity where there is none
 *
 * SE(m)^2 = variance over seeds of d(m), a mean over 7 neighbouring points, over the number of seeds; t has one degree of freedom
 * less. The interval speaks of streams and coins; where seeds share a test set, of this test set. 5 seeds and more have
 * intervals that end.
 *
 * @throws RangeError for fewer than 2 seeds, for a point without an error of each of them, for labels that do not ascend from above 0,
 * and for a confidence outside (0, 1).
 *
 * @example
 * const passive = [0.3, 0.2, 0.1].map((e, k) => ({ labels: 100 * 2 ** k, errors: [e, e] }));
 * const active = [{ labels: 50, error: 0.2 }, { labels: 50, error: 0.2 }];
 * savingFactor(passive, active, 0.95).value // => 4
 *
 * Inverting tests of crossings; simulated on paced runs, 95% intervals cover .98 to 1.00 of the time.
 */
export function savingFactor(passive: readonly PassiveErrors[], active: readonly ActiveEnd[], confidence: number): Estimate {
  requireConfidence(confidence);
  const seeds = active.length;
  if (seeds < 2) throw new RangeError(`a saving factor needs at least 2 seeds, found ${seeds}`);
  passive.forEach(({ labels, errors }, k) => {
    if (errors.length !== seeds)
      throw new RangeError(`${labels} labels: found ${errors.length} passive errors; expected one for each of ${seeds} seeds`);
    if (!(labels > (passive[k - 1]?.labels ?? 0)))
      throw new RangeError(`labels of the passive curve must ascend from above 0, found ${labels} at point ${k}`);
  });
  const differences = passive.map(({ errors }) => errors.map((error, s) => error - active[s].error));
  const means = differences.map(mean);
  const half = halfWidths(differences, means, confidence);
  const bought = mean(active.map(({ labels }) => labels));
  return {
    value: firstZero(passive, nonIncreasing(means)) / bought,
    low:
      lastAbove(
        passive,
        means.map((d, k) => d - half[k]),
      ) / bought,
    high:
      firstBelow(
        passive,
        means.map((d, k) => d + half[k]),
      ) / bought,
  };
}

/** t SE at each point. */
function halfWidths(differences: readonly number[][], means: readonly number[], confidence: number): number[] {
  const seeds = differences[0]?.length ?? 2;
  const variances = differences.map((d, k) => d.reduce((sum, x) => sum + (x - means[k]) ** 2, 0) / (seeds - 1));
  const t = criticalT(confidence, seeds - 1);
  const reach = (NEIGHBOURS - 1) / 2;
  return variances.map((_, k) => t * Math.sqrt(mean(variances.slice(Math.max(0, k - reach), k + reach + 1)) / seeds));
}

function firstZero(passive: readonly PassiveErrors[], descent: readonly number[]): number {
  const at = descent.findIndex((d) => d <= 0);
  if (at < 0) return Infinity;
  if (at === 0) return passive[0].labels;
  const [before, after] = [descent[at - 1], descent[at]];
  const [from, to] = [passive[at - 1].labels, passive[at].labels];
  return from * pow(to / from, before / (before - after));
}

function lastAbove(passive: readonly PassiveErrors[], lower: readonly number[]): number {
  const end = lower.findIndex((d) => !(d > 0));
  if (end === 0 || lower.length === 0) return 0;
  return passive[(end < 0 ? lower.length : end) - 1].labels;
}

function firstBelow(passive: readonly PassiveErrors[], upper: readonly number[]): number {
  const last = upper.findLastIndex((d) => !(d < 0));
  return last === upper.length - 1 ? Infinity : passive[last + 1].labels;
}
