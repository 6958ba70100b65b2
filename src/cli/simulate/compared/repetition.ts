import { meanInterval } from '../../../statistics/intervals/mean-interval.ts';
import type { Estimate } from '../../../statistics/estimate.ts';
import { mean } from '../../../statistics/small-samples.ts';
import { count, percent, points } from '../../../numerics/display.ts';
import { SMALL_CLASS, type ByClass } from '../../../streams/measures/class-measures.ts';
import { table } from '../../terminal/layout.ts';
import type { Repeated } from './contested.ts';
import { errorOf } from '../page.ts';

const CONFIDENCE = 0.95;

/** What a table over seeds reads of a run; of the classes where there are two. */
export interface Repeatable extends Partial<ByClass<number | null>> {
  readonly spec: { readonly seed: number };
  /** Labels bought, or single costs. */
  readonly queried: number;
  readonly progressiveError: number;
  readonly testError: number | null;
  /** Of the plainest rule stopped after as many; null without a test part, and where it diverges. */
  readonly passiveError: number | null;
  /** Absent where nobody claims it of any rule. */
  readonly unbiased?: boolean;
}

/** What it calls them. */
export interface RepetitionWords {
  /** The lines above the table: of the data, and of what learns. */
  readonly data: string;
  readonly learner: string;
  readonly bought: 'labels' | 'costs';
  readonly plainest: string;
}

/**
 * A line a rule: means over seeds with 95% t intervals. The difference from the plainest rule after as many purchases is paired, seed
 * by seed.
 */
export function repetitionText(
  rules: readonly Repeated<Repeatable>[],
  { data, learner, bought, plainest }: RepetitionWords,
): string {
  const [{ results }] = rules;
  const [first] = results;
  const error = first.testError === null ? 'progressive error' : 'test error';
  const isTested = first.testError !== null;
  const isClaimed = first.unbiased !== undefined;
  const isSmall = (first.smallerClass ?? NaN) < SMALL_CLASS;
  const head = [
    ...['rule', bought, error],
    ...(isSmall ? ['balanced', 'F-score'] : []),
    ...(isTested ? [`above ${plainest}, as many (points)`] : []),
    ...(isClaimed ? ['sample unbiased'] : []),
  ];
  const lines = rules.map(({ label, results: runs }) => [
    label,
    count(Math.round(mean(runs.map(({ queried }) => queried)))),
    shares(runs.map(errorOf)),
    ...(isSmall ? [shares(runs.map(({ balancedError }) => balancedError)), shares(runs.map(({ fScore }) => fScore))] : []),
    ...(isTested ? [lead(runs)] : []),
    ...(isClaimed ? [runs.every(({ unbiased }) => unbiased) ? 'yes' : 'no'] : []),
  ]);
  const last = first.spec.seed + results.length - 1;
  return [
    data,
    `${learner}; seeds ${first.spec.seed} to ${last}; means with 95% intervals over seeds`,
    '',
    ...table([head, ...lines], 'names'),
  ].join('\n');
}

/** Paired differences from the plainest rule after as many purchases; nothing for that rule itself. */
function lead(runs: readonly Repeatable[]): string {
  const differences = runs.map((run) => (run.passiveError === null ? NaN : errorOf(run) - run.passiveError));
  if (differences.some(Number.isNaN)) return 'diverged';
  return differences.every((each) => each === 0) ? '' : interval(meanInterval(differences, CONFIDENCE), points);
}

/** The mean over seeds of a share that some of them may not know; its interval ends where shares end. */
function shares(known: readonly (number | null | undefined)[]): string {
  const numbers = known.filter((each) => each !== null && each !== undefined);
  if (numbers.length < known.length) return 'unknown';
  const { value, low, high } = meanInterval(numbers, CONFIDENCE);
  // Student's interval knows nothing of the ends of a share.
  return interval({ value, low: Math.max(low, 0), high: Math.min(high, 1) }, percent);
}

/** "8.96% (8.10% to 9.82%)" */
function interval({ value, low, high }: Estimate, write: (share: number) => string): string {
  return `${write(value)} (${write(low)} to ${write(high)})`;
}
