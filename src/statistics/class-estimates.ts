import type { ErrorEstimate } from './error-estimate.ts';

/** What bought labels say of the predictions in each of two classes. */
export interface ClassEstimates {
  /** Share of the smaller class, as the labels weigh it; NaN without labels, and where there are more than two classes. */
  readonly smallerClass: number;
  /** The mean of the errors in both classes. */
  readonly balancedError: ErrorEstimate;
  /** 2 TP / (2 TP + FP + FN). */
  readonly fScore: ErrorEstimate;
}
