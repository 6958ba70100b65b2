import { NO_ROUND, whyNoEstimate } from '../../streams/measures/error-meter.ts';
import { isWrong, Tallies, type Phi } from './error-tally.ts';
import type { EndEntry } from '../entry.ts';
import type { Known } from '../known.ts';

interface Ended {
  readonly end: EndEntry | undefined;
}

/** What an audit measures, each an account of its own. */
export type Measured = 'error' | 'prevalence' | 'truePositive' | 'falseNegative' | 'falsePositive' | 'trueNegative';

/** The accounts, or why a ledger tells too little for them: labels that are numbers tell of no error, and have an account of their own. */
export type MeasuredTallies =
  { readonly account: Tallies<Measured> } | { readonly why: string; readonly numbers?: Tallies<never> };

/** The accounts of what an audit measures, before the first entry. */
export function measuredTallies(known: Known & Ended): MeasuredTallies {
  const { judge, query, left } = known;
  const why = whyNoEstimate(query, judge) ?? whyUncounted(known);
  if (why !== undefined || left === undefined)
    return { why: why!, ...(judge.range && left && known.isComplete && { numbers: new Tallies<never>(known, left, {}) }) };
  const cell =
    (isPositive: boolean, isRight: boolean): Phi =>
    ({ prediction }, label) =>
      judge.isPositive(label) === isPositive && judge.isWrong(prediction, label) !== isRight ? 1 : 0;
  return {
    account: new Tallies(known, left, {
      error: isWrong(judge),
      prevalence: (_purchase, label) => (judge.isPositive(label) ? 1 : 0),
      truePositive: cell(true, true),
      falseNegative: cell(true, false),
      falsePositive: cell(false, false),
      trueNegative: cell(false, true),
    }),
  };
}

/** Why a check needs the data. */
export const UNTOLD_IMPORTANCE =
  'a ledger of purchases tells the importance considered at its end only, and up to its last row; --data computes it';

/** Why it cannot be told where the clock stands, if it cannot. */
export function whyUncounted(
  known: Pick<Known, 'left' | 'isComplete' | 'isWeighted' | 'round' | 'examples'> & Ended,
): string | undefined {
  const { left, isComplete, isWeighted, end, round, examples } = known;
  if (round !== undefined && examples < round) return NO_ROUND;
  if (left === undefined) return 'prices differ between rows, and how far the budget went is known with --data only';
  if (!isComplete && isWeighted === true && end === undefined) return UNTOLD_IMPORTANCE;
  if (!isComplete && end !== undefined && end.implied > 0)
    return 'examples of p = 0 were left out, and where is known with --data only';
  return undefined;
}
