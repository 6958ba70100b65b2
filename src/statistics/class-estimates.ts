import { noEstimate, type ErrorEstimate } from './error-estimate.ts';
import type { Doubted } from './intervals/score-interval.ts';
import { balancedEstimate, shareEstimate, type Pair } from './share-estimate.ts';

/** What bought labels say of the predictions in each of two classes. */
export interface ClassEstimates {
  /** Share of the smaller class, as the labels weigh it; NaN without labels, and where there are more than two classes. */
  readonly smallerClass: number;
  /** The mean of the errors in both classes. */
  readonly balancedError: ErrorEstimate;
  /** 2 TP / (2 TP + FP + FN). */
  readonly fScore: ErrorEstimate;
}

/** From the rows of each class that were predicted wrong, and right, and all wrong ones; nothing where nothing is said of the error. */
export function classEstimates(
  { smallerClass, error }: { readonly smallerClass: number; readonly error: ErrorEstimate },
  { positive, negative }: { readonly positive: Pair; readonly negative: Pair },
  wrong: Doubted,
): ClassEstimates {
  if (error.kind === 'nothing' || Number.isNaN(smallerClass)) {
    const none = noEstimate(error.why ?? 'there are not two classes', error);
    return { smallerClass: NaN, balancedError: none, fScore: none };
  }
  const { rows, isStopped, unanswered } = error;
  const scope = { rows, isStopped, unanswered };
  return {
    smallerClass,
    balancedError: balancedEstimate([positive, negative], scope),
    fScore: shareEstimate(positive.right, wrong, scope, 2),
  };
}
