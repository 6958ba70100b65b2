import { decimals } from '../../src/numerics/display.ts';
import { pow } from '../../src/numerics/pow.ts';
import { requireConfidence, type Estimate, criticalT } from '../../src/statistics/estimate.ts';
import { nonIncreasing } from '../../src/statistics/isotonic.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Table } from '../../src/studies/study.ts';
import { bestOf, type Setting } from '../../src/studies/results/results.ts';
import { final } from './numbers.ts';

/** The best passive learner after so many labels: what each seed has reached there. */
export interface BestPassive {
  readonly labels: number;
  /** Test errors by seed. */
  readonly errors: readonly number[];
  readonly setting: Setting;
}

const CONFIDENCE = 0.95;

/**
 * Of several settings of passive learning, at every number of labels the one with the smallest mean test error there.
 *
 * The choice is made on the test part, which favours passive learning: a saving against it is not overstated. Settings of which a
 * run failed take no part. Checkpoints are those that all settings share.
 */
export function bestPassive(settings: readonly Setting[]): BestPassive[] {
  const whole = settings.filter(({ failures }) => failures.length === 0);
  if (whole.length === 0) return [];
  return whole[0].measurements[0].curve.flatMap(({ queried: labels }): BestPassive[] => {
    const errorsOf = ({ measurements }: Setting): (number | undefined)[] =>
      measurements.map(({ curve }) => curve.find(({ queried }) => queried === labels)?.testError ?? undefined);
    const there = whole.filter((setting) => errorsOf(setting).every((error) => error !== undefined));
    const setting = bestOf(there, (each) => mean(errorsOf(each) as number[]));
    return setting === undefined ? [] : [{ labels, errors: errorsOf(setting) as number[], setting }];
  });
}

/** The saving factor of active runs, one a seed, against the best passive learner. */
export function savingOf(passive: readonly BestPassive[], ends: readonly ActiveEnd[]): Estimate {
  return savingFactor(passive, ends, CONFIDENCE);
}

/**
 * "2.1 (1.4 to 3.0)". An end that is not reached is told by how far the labels go: "more than 7.3".
 *
 * @param most - S of all the labels there are: what no saving can be seen beyond
 */
export function savingText({ value, low, high }: Estimate, most: number): string {
  const shown = (factor: number): string => (factor === Infinity ? `more than ${decimals(most, 1)}` : decimals(factor, 1));
  const interval = high === Infinity ? `at least ${decimals(low, 1)}` : `${decimals(low, 1)} to ${decimals(high, 1)}`;
  return `${shown(value)} (${interval})`;
}

/** One dataset: all its settings of passive learning, the rows of its stream, and the settings that stand for its rules. */
export interface Savers {
  readonly dataset: string;
  readonly rows: number;
  readonly passive: readonly Setting[];
  readonly chosen: ReadonlyMap<string, Setting>;
}

/** The saving factor of every rule on every dataset, against the best passive learner of the report's whole grid. */
export function savingsTable(sets: readonly Savers[], rules: readonly string[]): Table {
  return {
    title:
      'Saving factor: labels that the best passive learner of the grid needs for the error a rule ended with, over the ' +
      'labels it bought (95% interval over seeds)',
    header: ['dataset', ...rules],
    rows: sets.map(({ dataset, rows, passive, chosen }) => {
      const best = bestPassive(passive);
      return [dataset, ...rules.map((rule) => savingCell(best, chosen.get(rule), rows))];
    }),
  };
}

function savingCell(passive: readonly BestPassive[], setting: Setting | undefined, rows: number): string {
  if (setting === undefined || setting.failures.length > 0 || setting.measurements.length < 2 || passive.length === 0) return '';
  const ends = setting.measurements.map((each) => ({ labels: final(each).queried, error: final(each).testError! }));
  const bought = mean(ends.map(({ labels }) => labels));
  return bought === 0 ? '' : savingText(savingOf(passive, ends), rows / bought);
}

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
