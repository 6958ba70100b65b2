import { meanInterval } from '../../statistics/intervals/mean-interval.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { mean } from '../../statistics/small-samples.ts';
import { count, percent, points } from '../../numerics/display.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { table } from '../terminal/layout.ts';
import { dataText, errorOf, learnerText, type Result } from './page.ts';
import { besidePassive, type Contestant, type Contested } from './run.ts';

const CONFIDENCE = 0.95;

/** The results of one rule, a seed each. */
export interface Repeated {
  readonly label: string;
  readonly results: readonly Result[];
}

/**
 * The runs and passive learning beside them on so many seeds, counted from that of the runs: streams and coins are drawn anew, the
 * test part stays the same.
 */
export function onSeeds(runs: readonly Contestant[], seeds: number): Contestant[] {
  return Array.from({ length: seeds }, (_, s) => s).flatMap((s) =>
    besidePassive(runs.map(({ label, spec }) => ({ label, spec: { ...spec, seed: spec.seed + s } }))),
  );
}

/** The results by rule, in the order of the runs. */
export function byRule(contested: readonly Contested[]): Repeated[] {
  const labels = [...new Set(contested.map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    results: contested.filter((each) => each.label === label).map(({ result }) => result),
  }));
}

/**
 * A line a rule: means over seeds with 95% t intervals. The difference from passive learning after as many labels is paired, seed
 * by seed.
 */
export function repetitionText(rules: readonly Repeated[]): string {
  const [{ results }] = rules;
  const [first] = results;
  const error = first.testError === null ? 'progressive error' : 'test error';
  const isTested = first.testError !== null;
  const isSmall = first.smallerClass < SMALL_CLASS;
  const head = [
    'rule',
    'labels',
    error,
    ...(isSmall ? ['balanced', 'F-score'] : []),
    ...(isTested ? ['above passive, as many (points)'] : []),
    'sample unbiased',
  ];
  const lines = rules.map(({ label, results: runs }) => [
    label,
    count(Math.round(mean(runs.map(({ queried }) => queried)))),
    interval(meanInterval(runs.map(errorOf), CONFIDENCE), percent),
    ...(isSmall ? [shares(runs.map(({ balancedError }) => balancedError)), shares(runs.map(({ fScore }) => fScore))] : []),
    ...(isTested ? [lead(runs)] : []),
    runs.every(({ unbiased }) => unbiased) ? 'yes' : 'no',
  ]);
  const last = first.spec.seed + results.length - 1;
  return [
    dataText(first),
    `${learnerText(first.spec)}; seeds ${first.spec.seed} to ${last}; means with 95% intervals over seeds`,
    '',
    ...table([head, ...lines], 'names'),
  ].join('\n');
}

/** Paired differences from passive learning after as many labels; nothing for passive learning itself. */
function lead(runs: readonly Result[]): string {
  const differences = runs.map((run) => (run.passiveError === null ? NaN : errorOf(run) - run.passiveError));
  if (differences.some(Number.isNaN)) return 'diverged';
  return differences.every((each) => each === 0) ? '' : interval(meanInterval(differences, CONFIDENCE), points);
}

/** The mean over seeds of a share that some of them may not know. */
function shares(known: readonly (number | null)[]): string {
  const numbers = known.filter((each) => each !== null);
  return numbers.length < known.length ? 'unknown' : interval(meanInterval(numbers, CONFIDENCE), percent);
}

/** "8.96% (8.10% to 9.82%)" */
function interval({ value, low, high }: Estimate, write: (share: number) => string): string {
  return `${write(value)} (${write(low)} to ${write(high)})`;
}
