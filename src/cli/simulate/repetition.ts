import { meanInterval } from '../../statistics/intervals/mean-interval.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { mean } from '../../statistics/small-samples.ts';
import { count, percent, points } from '../../numerics/display.ts';
import { SMALL_CLASS } from '../../streams/measures/class-measures.ts';
import { columnsText } from '../terminal/layout.ts';
import { errorName, headLines, WORDS } from './page.ts';
import { errorOf, isOfCosts, pointOf, type Contested, type CostsResult, type Result } from './result.ts';

const CONFIDENCE = 0.95;

/** The results of one rule, a seed each. */
export interface Repeated {
  readonly label: string;
  readonly results: readonly (Result | CostsResult)[];
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
 * A line a rule: means over seeds with 95% t intervals. The difference from the plainest rule after as many purchases is paired, seed
 * by seed.
 */
export function repetitionText(rules: readonly Repeated[]): string {
  const [{ results }] = rules;
  const [first] = results;
  const { bought, plainest } = WORDS[isOfCosts(first) ? 'costs' : 'labels'];
  const isTested = first.testError !== null;
  const [data, learner] = headLines(first);
  const share = (name: 'balancedError' | 'fScore') => (runs: readonly (Result | CostsResult)[]) =>
    shares(runs.map((run) => (isOfCosts(run) ? null : run[name])));
  const isSmall = !isOfCosts(first) && (first.smallerClass ?? NaN) < SMALL_CLASS;
  const last = first.spec.seed + results.length - 1;
  return [
    data,
    `${learner}; seeds ${first.spec.seed} to ${last}; means with 95% intervals over seeds`,
    '',
    ...columnsText(rules, [
      ['rule', ({ label }) => label],
      [bought, ({ results: runs }) => count(Math.round(mean(runs.map((run) => pointOf(run).queried))))],
      [errorName(first), ({ results: runs }) => shares(runs.map(errorOf))],
      isSmall && ['balanced', ({ results: runs }) => share('balancedError')(runs)],
      isSmall && ['F-score', ({ results: runs }) => share('fScore')(runs)],
      isTested && [`above ${plainest}, as many (points)`, ({ results: runs }) => lead(runs)],
      !isOfCosts(first) && ['sample unbiased', ({ results: runs }) => (runs.every(isUnbiased) ? 'yes' : 'no')],
    ]),
  ].join('\n');
}

function isUnbiased(run: Result | CostsResult): boolean {
  return !isOfCosts(run) && run.unbiased;
}

/** Paired differences from the plainest rule after as many purchases; nothing for that rule itself. */
function lead(runs: readonly (Result | CostsResult)[]): string {
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

/** "8.96% (8.10% to 9.82%)"; "8.96%" where all seeds have the same, as of a model of every label, which is fitted once. */
function interval({ value, low, high }: Estimate, write: (share: number) => string): string {
  return low === high ? write(value) : `${write(value)} (${write(low)} to ${write(high)})`;
}
