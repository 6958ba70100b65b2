import { noEstimate, type ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { Course, ErrorTally } from '../../statistics/error-tally.ts';
import type { Cells } from '../../statistics/assisted-shares.ts';
import { balancedEstimate, shareEstimate } from '../../statistics/share-estimate.ts';
import { errorOf } from './error-tally.ts';
import { untold, type Evidence } from './evidence.ts';

/** Shares of the rows considered, by what was predicted before the coin and what the label says. */
export interface Confusion {
  readonly truePositive: ErrorEstimate;
  readonly falsePositive: ErrorEstimate;
  readonly falseNegative: ErrorEstimate;
  readonly trueNegative: ErrorEstimate;
}

/**
 * What the labels of a ledger say of the predictions that its run made, each before the coin of its row: mistakes on this stream.
 * None of it is about the model that the run ended with, whose own training labels would flatter it.
 */
export interface Measures {
  /** Wrong predictions. */
  readonly error: ErrorEstimate;
  /** Rows of the positive class. */
  readonly prevalence: ErrorEstimate;
  /** Of the rows predicted positive, those that are. */
  readonly precision: ErrorEstimate;
  /** Of the positive rows, those predicted positive. */
  readonly recall: ErrorEstimate;
  /** The same of the negative class. */
  readonly negative: { readonly precision: ErrorEstimate; readonly recall: ErrorEstimate };
  /** 2 TP / (2 TP + FP + FN). */
  readonly fScore: ErrorEstimate;
  /** The mean of the errors in both classes. */
  readonly balancedError: ErrorEstimate;
  readonly confusion: Confusion;
  /** Share of the smaller class as the labels weigh it; null without labels. */
  readonly smallerClass: number | null;
}

/**
 * Error, prevalence, precision, recall, F-score, balanced error and the confusion matrix, all from the importance-weighted sample,
 * each with its score interval (statistics/intervals/score-interval.ts, share-estimate.ts) for an end that the numbers did not choose.
 * Where shares are assisted, prevalence and the confusion matrix are (statistics/assisted-shares.ts).
 */
export function measuresOf(evidence: Evidence): Measures {
  const { floor, isComplete, isWeighted, end, tallies: measured } = evidence;
  if ('why' in measured) return nothing(untold(measured.why, evidence));
  const { tallies, shares } = measured.account;
  const course: Course = end === undefined ? 'under way' : 'over';
  const bound = isComplete ? undefined : floor;
  const of = (tally: ErrorTally, cells: Cells): ErrorEstimate => {
    const plain = tally.share(course, bound);
    return shares?.share(cells, course, plain, tally.seen(course, bound)) ?? plain;
  };
  const error = errorOf(measured.account, course, bound);
  if (error.kind === 'nothing') return nothing(error);
  if (error.isStopped && !isComplete && isWeighted === true)
    return nothing(noEstimate('a ledger of purchases tells the importance up to its last row only; --data computes it', error));
  const { rows, isStopped, unanswered } = error;
  const scope = { rows, isStopped, unanswered };
  const [tp, fp, fn, tn, wrong] = (['truePositive', 'falsePositive', 'falseNegative', 'trueNegative', 'error'] as const).map(
    (name) => tallies[name].seen(course, bound),
  );
  const { smallerClass } = tallies.error.shape(course);
  const guesses = shares?.isOfGuesses ? shares : undefined;
  // Of each class: how many of its rows are predicted so, how many rows are taken for it, how many of it are missed.
  const [negative, positive] = (
    [
      [0, tn, fn, fp],
      [1, tp, fp, fn],
    ] as const
  ).map(([k, right, taken, missed]) => ({
    precision: guesses?.precision(k, course, error, right) ?? shareEstimate(right, taken, scope),
    recall: guesses?.recall(k, course, error, right, missed) ?? shareEstimate(right, missed, scope),
  }));
  return {
    error,
    prevalence: of(tallies.prevalence, { label: 1, predicted: [0, 1] }),
    ...positive,
    negative,
    fScore: shareEstimate(tp, wrong, scope, 2),
    balancedError: balancedEstimate(
      [
        { wrong: fn, right: tp },
        { wrong: fp, right: tn },
      ],
      scope,
    ),
    confusion: {
      truePositive: of(tallies.truePositive, CELLS.truePositive),
      falsePositive: of(tallies.falsePositive, CELLS.falsePositive),
      falseNegative: of(tallies.falseNegative, CELLS.falseNegative),
      trueNegative: of(tallies.trueNegative, CELLS.trueNegative),
    },
    smallerClass: Number.isNaN(smallerClass) ? null : smallerClass,
  };
}

/** The confusion matrix: class 0 is the negative one. */
const CELLS: Readonly<Record<keyof Confusion, Cells>> = {
  truePositive: { label: 1, predicted: [1] },
  falsePositive: { label: 0, predicted: [1] },
  falseNegative: { label: 1, predicted: [0] },
  trueNegative: { label: 0, predicted: [0] },
};

function nothing(none: ErrorEstimate): Measures {
  return {
    error: none,
    prevalence: none,
    precision: none,
    recall: none,
    negative: { precision: none, recall: none },
    fScore: none,
    balancedError: none,
    confusion: { truePositive: none, falsePositive: none, falseNegative: none, trueNegative: none },
    smallerClass: null,
  };
}
