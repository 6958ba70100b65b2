import type { Band } from '../measures/band-meter.ts';
import type { Reach, StopGoal, Stopping } from './stopping.ts';
import { count, percent, rounded, significant } from '../../numerics/display.ts';

/** "error <= 0.05": as it is written. */
export function goalText({ measure, limit }: StopGoal): string {
  return `${measure} ${measure === 'error' ? '<=' : '>='} ${limit}`;
}

/**
 * What the labels of a run can certify at all, to be said before the first of them is bought; `of`: what has this smallest probability.
 *
 * @example
 * const goal = { measure: 'error', limit: 0.05, confidence: 0.95 };
 * reachWords(goal, { error: 0.1, positives: 570 }, 0.02) // => 'with probabilities of at least 0.02 an error below 10.00% of all rows cannot be certified, even where no mistake is seen: error <= 0.05 is out of reach; a larger --budget or --explore lowers this limit (3.8 / (explore * budget)), and random sampling (--query random) has the lowest limit of all rules'
 */
export function reachWords(
  goal: StopGoal,
  { error, positives }: Reach,
  minimumProbability: number,
  of: 'rows' | 'units of importance' = 'rows',
): string {
  const floor = `with probabilities of at least ${rounded(minimumProbability, 3)}${of === 'rows' ? '' : ` for ${of}`}`;
  if (goal.measure === 'recall')
    return (
      `${floor} ${goalText(goal)} takes ${count(positives)} positives bought or more; ` +
      'it is about the rows considered until then'
    );
  const advice =
    'a larger --budget or --explore lowers this limit (3.8 / (explore * budget)), and random sampling (--query random) ' +
    'has the lowest limit of all rules';
  if (error < goal.limit)
    return (
      `${floor} an error below ${percent(error)} of all rows cannot be certified; ` +
      `${goalText(goal)} can, of the rows considered until then`
    );
  return (
    `${floor} an error below ${percent(error)} of all rows cannot be certified, even where no mistake is seen: ` +
    `${goalText(goal)} is out of reach; ${advice}`
  );
}

/** What is certified now: "certified with 95% confidence: at most 4.93% of the 812 rows considered were predicted wrong". */
export function certifiedWords({ goal, certified: { bound, rows } }: Pick<Stopping, 'goal' | 'certified'>): string {
  const confidence = `certified with ${rounded(100 * goal.confidence, 6)}% confidence`;
  const considered = `the ${significant(rows, 6)} rows considered`;
  return goal.measure === 'error'
    ? `${confidence}: at most ${percent(Math.min(1, bound))} of ${considered} were predicted wrong`
    : `${confidence}: the labels bought hold at least ${percent(bound)} of the positive rows among ${considered}`;
}

/**
 * What is certified where nothing is waited for.
 *
 * @example
 * bandWords({ low: 0.02, high: 0.1, rows: 812 }) // => 'certified with 95% confidence, at any look: 2.00% to 10.00% of the 812 rows considered were predicted wrong'
 */
export function bandWords({ low, high, rows }: Band): string {
  return (
    `certified with 95% confidence, at any look: ${percent(low)} to ${percent(high)} of the ${significant(rows, 6)} rows ` +
    'considered were predicted wrong'
  );
}
