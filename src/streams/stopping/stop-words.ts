import type { Band } from '../measures/error-meter.ts';
import type { AnyStopping, CertifiedLead, LeadGoal } from './lead.ts';
import type { Reach, StopGoal, Stopping } from './stopping.ts';
import { count, percent, plural, rounded, significant } from '../../numerics/display.ts';

/** "error <= 0.05" or "gpt > rules or within 1%": as it is written. */
export function goalText(goal: StopGoal | LeadGoal): string {
  const { measure, limit } = goal;
  if (measure !== 'lead') return `${measure} ${measure === 'error' ? '<=' : '>='} ${limit}`;
  return `${goal.first} > ${goal.second}${limit === undefined ? '' : ` or within ${rounded(100 * limit, 6)}%`}`;
}

/** A share of rows in points, rounded to what it surely is at least or at most. */
function pointsText(share: number, round: 'floor' | 'ceil'): string {
  const unit = share >= 0.01 ? 1e-3 : 1e-5;
  const fuzz = round === 'floor' ? 1e-9 : -1e-9;
  return significant(100 * unit * Math[round](share / unit + fuzz), 3);
}

/** What is certified of two guesses: "gpt is right more often than rules: by 3.1 points at least (certified to 95%, after 84 labels)". */
function leadWords({ first, second, limit = 0, confidence }: LeadGoal, { low, high, labels }: CertifiedLead): string {
  const certified = `(certified to ${rounded(100 * confidence, 6)}%, after ${plural(labels, 'label')})`;
  const ahead = (one: string, other: string, by: number): string =>
    `${one} is right more often than ${other}: by ${pointsText(by, 'floor')} points at least ${certified}`;
  if (low > 0) return ahead(first, second, low);
  if (high < 0) return ahead(second, first, -high);
  const most = Math.max(-low, high);
  if (most <= limit) return `${first} and ${second}: they differ by at most ${pointsText(most, 'ceil')} points ${certified}`;
  return (
    `which of the two is right more often is open: ${first} leads by at most ${pointsText(high, 'ceil')} points, ` +
    `${second} by at most ${pointsText(-low, 'ceil')} ${certified}`
  );
}

/** How far apart two guesses have to be, to be said before the first label is bought. */
export function leadReachWords({ first, second }: LeadGoal, reach: number, labels: number): string {
  return (
    `${plural(labels, 'label')} can be expected to certify which of ${first} and ${second} is right more often where they are ` +
    `about ${significant(100 * reach, 2)} points apart or more, of all rows`
  );
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
  const limit = `${floor} an error below ${percent(error)} of all rows cannot be certified`;
  return error < goal.limit
    ? `${limit}; ${goalText(goal)} can, of the rows considered until then`
    : `${limit}, even where no mistake is seen: ${goalText(goal)} is out of reach; a larger --budget or --explore lowers this limit ` +
        '(3.8 / (explore * budget)), and random sampling (--query random) has the lowest limit of all rules';
}

/** What is certified now: "certified with 95% confidence: at most 4.93% of the 812 rows considered were predicted wrong". */
export function certifiedWords({ goal, certified }: Pick<AnyStopping, 'goal' | 'certified'>): string {
  if (goal.measure === 'lead') return leadWords(goal, certified as CertifiedLead);
  const { bound, rows } = certified as Stopping['certified'];
  const confidence = `certified with ${rounded(100 * goal.confidence, 6)}% confidence`;
  const considered = `the ${significant(rows, 6)} rows considered`;
  return goal.measure === 'error'
    ? `${confidence}: at most ${percent(Math.min(1, bound))} of ${considered} were predicted wrong`
    : `${confidence}: the labels bought hold at least ${percent(bound)} of the positive rows among ${considered}`;
}

/** What a run that waits for a certificate has come to: an error that is not exceeded, a recall that is reached, or a lead. */
export type Stopped = AnyStopping['certified'] & { readonly isReached: boolean; readonly words: string };

/** The same of what ends a run. */
export function stopped(stopping: AnyStopping): Stopped {
  return { ...stopping.certified, isReached: stopping.isReached, words: certifiedWords(stopping) };
}

/** What a run waited for and what it has come to; `where`: at which of its rows. */
export function stopText({ isReached, words }: Stopped, goal: StopGoal | LeadGoal, where = ''): string {
  return `--stop ${goalText(goal)}: ${isReached ? `reached${where}` : 'not reached'}; ${words}`;
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
