import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { Cells } from '../../statistics/assisted-shares.ts';
import { balancedEstimate, shareEstimate } from '../../statistics/share-estimate.ts';
import { countedIn } from './class-measures.ts';
import { untold, type Evidence } from './evidence.ts';
import type { Measured } from './measured-tallies.ts';

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
  const { tallies: measured, end } = evidence;
  if ('why' in measured) return nothing(untold(measured.why, evidence));
  const untoldImportance = 'a ledger of purchases tells the importance up to its last row only; --data computes it';
  const counted = countedIn<Measured>(evidence, measured.account, untoldImportance);
  if ('none' in counted) return nothing(counted.none);
  const { error, scope, share, seen, ratios } = counted;
  const [tp, fp, fn, tn, wrong] = (['truePositive', 'falsePositive', 'falseNegative', 'trueNegative', 'error'] as const).map(
    seen,
  );
  const { smallerClass } = measured.account.tallies.error.shape(end === undefined ? 'under way' : 'over');
  return {
    error,
    prevalence: share('prevalence', { label: 1, predicted: [0, 1] }),
    ...ratios(1, tp, fp, fn),
    negative: ratios(0, tn, fn, fp),
    fScore: shareEstimate(tp, wrong, scope, 2),
    balancedError: balancedEstimate(
      [
        { wrong: fn, right: tp },
        { wrong: fp, right: tn },
      ],
      scope,
    ),
    confusion: {
      truePositive: share('truePositive', CELLS.truePositive),
      falsePositive: share('falsePositive', CELLS.falsePositive),
      falseNegative: share('falseNegative', CELLS.falseNegative),
      trueNegative: share('trueNegative', CELLS.trueNegative),
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
