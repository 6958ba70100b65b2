import type { ErrorEstimate } from '../statistics/error-estimate.ts';
import type { SampleShape } from '../statistics/error-tally.ts';
import type { QueryRule } from '../queries/query.ts';
import { count, inDigits, percent } from '../numerics/display.ts';

/** Rows on the clock before a run is judged at all. */
const FEWEST = 20;
/** Standard errors that are noise. */
const NOISE = 2;

/** Shares over all rows by their true labels. */
export interface Truth {
  readonly rows: number;
  /** Wrong predictions. */
  readonly error: number;
  /** Rows of the smaller class. */
  readonly smallerClass: number;
}

/**
 * What a person should be told of a sample without asking, each with what to do about it.
 *
 * None of it decides what is printed elsewhere, and none means that something went wrong: it says that the run will not have
 * been worth its labels, or that its numbers hang on a few of them.
 */
export interface RemarkableRun {
  readonly query: Pick<QueryRule, 'reads' | 'endsWithBudget'>;
  readonly shape: SampleShape;
  readonly estimate: ErrorEstimate;
  /** Where the true labels are known. */
  readonly truth?: Truth | undefined;
}

/**
 * A line for each of these, from 20 rows on:
 *
 * - more than half of the rows on the clock were bought, by a rule that looks at them (one that asks about all alike was told
 * to);
 * - the error is within noise of always predicting the larger class: with the truth known, error + 2 se >= share of the smaller
 * class,
 *   se^2 = (e(1 - e) + m(1 - m)) / n; else the upper end of the estimate is not below that share, as the labels bought weigh it;
 * - one label carries more than half of the importance.
 */
export function remarksOn({ query, shape, estimate, truth }: RemarkableRun): string[] {
  const { rows, bought, heaviest, heaviestShare } = shape;
  if (rows < FEWEST) return [];
  const remarks: string[] = [];
  if (query.reads !== 'counts' && bought > rows / 2) {
    remarks.push(
      query.endsWithBudget
        ? `${count(bought)} of ${count(rows)} rows were bought, as the budget allows: little is saved; ` +
            'a smaller --budget shows what fewer labels do'
        : `${count(bought)} of ${count(rows)} rows were bought: little is saved; ` +
            '--budget limits the labels, and sets the knob of a rule that has one where it is left out (--mellowness, --width)',
    );
  }
  const smaller = smallerClassWithinNoise(shape, estimate, truth);
  if (smaller !== undefined) {
    const rival =
      smaller === 0
        ? 'all labels are of one class, and nothing can be learned from them'
        : `the error is within noise of always predicting the larger class (wrong for ${percent(smaller)})`;
    remarks.push(`${rival}: more labels are needed, or features (or guesses) that tell more`);
  }
  if (heaviestShare > 1 / 2) {
    remarks.push(
      `one label of importance ${inDigits(heaviest, 3)} carries ${percent(heaviestShare)} of the whole: ` +
        'estimates and weights depend on it; --floor p bounds importances by 1/p',
    );
  }
  return remarks;
}

function smallerClassWithinNoise(
  { smallerClass }: SampleShape,
  { high, kind }: ErrorEstimate,
  truth: Truth | undefined,
): number | undefined {
  if (truth !== undefined) {
    const { rows, error: e, smallerClass: m } = truth;
    return e + NOISE * Math.sqrt((e * (1 - e) + m * (1 - m)) / rows) >= m ? m : undefined;
  }
  return kind !== 'nothing' && high! >= smallerClass ? smallerClass : undefined;
}
