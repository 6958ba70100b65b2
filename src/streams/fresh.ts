import { permutation, randomStream } from '../numerics/random.ts';
import { selected } from '../rows/selection/selected.ts';
import { noEstimate, type ErrorEstimate } from '../statistics/error-estimate.ts';
import { ErrorTally } from '../statistics/error-tally.ts';

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

/**
 * The share of the rows not learned that the model in the end is wrong about, from the first fresh labels: whether it is wrong
 * about each of them, null where nobody could tell.
 *
 *   p = m / rows      each of the m rows stands for 1/p, with the score interval (statistics/intervals/score-interval.ts)
 *
 * The interval is that of independent coins, which a sample of fixed size never exceeds in variance: it is a little wide.
 *
 * @example
 * const { value, low, high } = freshEstimate(1000, [true, ...Array.from({ length: 49 }, () => false)]);
 * [value, low > 0.003 && low < 0.02, high > 0.09 && high < 0.15] // => [0.02, true, true]
 */
export function freshEstimate(rows: number, wrong: readonly (boolean | null)[]): ErrorEstimate {
  const m = wrong.length;
  if (m === 0) return noEstimate('there are no fresh labels', { rows, isStopped: false, unanswered: 0 });
  const tally = new ErrorTally();
  wrong.forEach((isWrong, n) => {
    tally.consider(1, m / rows);
    tally.buy(n);
    // The tally asks for a side, which no error needs.
    if (isWrong !== null) tally.answer(n, isWrong ? 'wrong' : 'right', 'positive');
  });
  tally.passOver(rows - m, rows - m);
  return tally.estimate('over');
}
