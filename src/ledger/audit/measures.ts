import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { countedIn, uncounted } from './class-measures.ts';
import { untold, type Evidence } from './evidence.ts';
import type { Measured } from './measured-tallies.ts';

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
  /** Shares of the rows considered, by what was predicted before the coin and what the label says. */
  readonly confusion: Readonly<Record<'truePositive' | 'falsePositive' | 'falseNegative' | 'trueNegative', ErrorEstimate>>;
  /** Share of the smaller class as the labels weigh it; null without labels. */
  readonly smallerClass: number | null;
}

/**
 * Error, prevalence, precision, recall, F-score, balanced error and the confusion matrix, all from the importance-weighted sample,
 * each with its score interval (statistics/intervals/score-interval.ts, share-estimate.ts) for an end that the numbers did not choose.
 * Where shares are assisted, prevalence and the confusion matrix are (statistics/assisted-shares.ts).
 */
export function measuresOf(evidence: Evidence): Measures {
  const { tallies: measured } = evidence;
  const untoldImportance = 'a ledger of purchases tells the importance up to its last row only; --data computes it';
  const { error, byClass, share, ratios } =
    'why' in measured
      ? uncounted(untold(measured.why, evidence))
      : countedIn<Measured>(evidence, measured.account, untoldImportance);
  const { smallerClass, balancedError, fScore } = byClass;
  return {
    error,
    prevalence: share('prevalence', { label: 1, predicted: [0, 1] }),
    ...ratios(1, 'truePositive', 'falsePositive', 'falseNegative'),
    negative: ratios(0, 'trueNegative', 'falseNegative', 'falsePositive'),
    fScore,
    balancedError,
    // Class 0 is the negative one.
    confusion: {
      truePositive: share('truePositive', { label: 1, predicted: [1] }),
      falsePositive: share('falsePositive', { label: 0, predicted: [1] }),
      falseNegative: share('falseNegative', { label: 1, predicted: [0] }),
      trueNegative: share('trueNegative', { label: 0, predicted: [0] }),
    },
    smallerClass: Number.isNaN(smallerClass) ? null : smallerClass,
  };
}
