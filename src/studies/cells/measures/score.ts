import { inRange } from '../../../learners/learner.ts';
import type { Dataset } from '../../../rows/dataset.ts';
import { hasClasses } from '../../../specs/traits/labels-for.ts';
import type { ByClass } from '../../../streams/measures/class-measures.ts';
import { ProgressiveValidation } from '../../../streams/measures/progressive.ts';
import { TwoClassValidation } from '../../../streams/measures/two-class-validation.ts';
import { z } from 'zod';

/** Whether every error of a cell has what predictions are worth in each of two classes beside it; absent: it stands alone. */
export interface ErrorsWanted {
  readonly errors?: 'by class';
}

/** The same as a field of specs. */
export const errorsField = { errors: z.literal('by class').exactOptional() };

/**
 * Average loss and share of mistakes; null for what was not asked or makes no sense (mistakes where labels are numbers). With `errors:
 * 'by class'` balanced error and F-score, too.
 */
export interface Score extends Partial<ByClass<number | null>> {
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
    ...(hasClasses(part) && byClassOf(evaluator)),
  };
}

/** Judges predictions as `errors` wants it. */
export function evaluatorOf(
  { errors }: ErrorsWanted,
  ...judged: ConstructorParameters<typeof ProgressiveValidation>
): ProgressiveValidation {
  return errors === undefined ? new ProgressiveValidation(...judged) : new TwoClassValidation(...judged);
}

/** What an evaluator says beside the error; nothing where it was not asked. */
export function byClassOf(evaluator: ProgressiveValidation): ByClass<number | null> | undefined {
  return evaluator instanceof TwoClassValidation ? evaluator.classes?.summary : undefined;
}
