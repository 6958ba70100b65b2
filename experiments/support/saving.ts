import { decimals } from '../../src/numerics/display.ts';
import { savingFactor, type ActiveEnd } from '../../src/statistics/curves/saving-factor.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import type { Table } from '../../src/studies/report.ts';
import { bestOf, final, type Setting } from '../../src/studies/results/results.ts';

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
