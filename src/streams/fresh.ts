import { permutation, randomStream } from '../numerics/random.ts';
import { selected } from '../rows/dataset.ts';
import type { ClassEstimates } from '../statistics/class-estimates.ts';
import { noEstimate, type ErrorEstimate } from '../statistics/error-estimate.ts';
import { ErrorTally } from '../statistics/error-tally.ts';
import { sideOf, type Judge } from './judge.ts';

/** What decides which labels are fresh. */
export interface FreshDraw {
  readonly seed: number;
  /** Number and checksum of the rows, and the pass over them. */
  readonly rows: number;
  readonly checksum: string;
  readonly pass: number;
  /** Whether the model of the run has learned the label of a row. */
  readonly isLearned: (row: number) => boolean;
}

/**
 * The rows whose labels can tell the error of the model in the end, in the order in which they are drawn: all that it has not
 * learned, at random, by a stream of their own.
 *
 * Nothing of the run reads this stream, and nothing of it is read here but what was learned: a run with fresh labels is the run
 * without them, bit for bit. The first m of the rows, whatever m, are a simple random sample of all of them.
 */
export function freshRows({ seed, rows, checksum, pass, isLearned }: FreshDraw): Uint32Array {
  const drawn = permutation(rows, randomStream(seed, `fresh labels of ${rows} rows ${checksum}, pass ${pass}`));
  return selected(drawn, (row) => !isLearned(row));
}

/** A fresh label: what the model in the end said of a row, and the answer; null where nobody could tell. */
export interface FreshAnswer {
  readonly prediction: number;
  readonly label: number | null;
}

/** What fresh labels say of the model in the end, on the rows that it did not learn. */
export interface FreshEstimate {
  /** Answers that came. */
  readonly labels: number;
  /** Its error. */
  readonly estimate: ErrorEstimate;
  /** What stands beside it where one of two classes is small. */
  readonly classes: ClassEstimates;
}

/**
 * The share of the rows not learned that the model in the end is wrong about, from the first fresh labels.
 *
 *   p = m / rows      each of the m rows stands for 1/p, with the score interval (statistics/intervals/score-interval.ts)
 *
 * The interval is that of independent coins, which a sample of fixed size never exceeds in variance: it is a little wide.
 *
 * @example
 * const answers = Array.from({ length: 50 }, (_, n) => ({ prediction: n === 0 ? 1 : -1, label: -1 }));
 * const { value, low, high } = freshEstimate(1000, judgeOfLoss(losses.hinge), answers).estimate;
 * [value, low > 0.003 && low < 0.02, high > 0.09 && high < 0.15] // => [0.02, true, true]
 */
export function freshEstimate(rows: number, judge: Judge, answers: readonly FreshAnswer[]): FreshEstimate {
  const tally = new ErrorTally();
  const m = answers.length;
  answers.forEach(({ prediction, label }, n) => {
    tally.consider(1, m / rows);
    tally.buy(n);
    if (label !== null) tally.answer(n, judge.isWrong(prediction, label) ? 'wrong' : 'right', sideOf(judge, label));
  });
  tally.passOver(rows - m, rows - m);
  const labels = answers.filter(({ label }) => label !== null).length;
  return {
    labels,
    estimate:
      m === 0
        ? noEstimate('there are no fresh labels', { rows, isStopped: false, unanswered: 0 })
        : { ...tally.estimate('over'), labels },
    classes: tally.classes('over'),
  };
}
