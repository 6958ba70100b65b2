import { inRange } from '../../../learners/learner.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { hasClasses } from '../../../specs/traits/labels-for.ts';
import type { ProgressiveValidation } from '../../../streams/measures/progressive.ts';

/** Average loss and share of mistakes; null for what was not asked or makes no sense (mistakes where labels are numbers). */
export interface Score {
  readonly loss: number;
  readonly error: number | null;
}

/**
 * The score of the predictions that an evaluator was told, one for each row of a part that judges.
 *
 * @throws DivergenceError where their average loss is no number.
 */
export function scoreOn(part: Dataset, evaluator: ProgressiveValidation): Score {
  return {
    loss: inRange(part.rows.length, 'average loss on a judging part', evaluator.loss),
    error: hasClasses(part) ? evaluator.error : null,
  };
}
