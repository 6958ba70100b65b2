import type { Dataset } from '../../rows/dataset.ts';
import { labelsFor, hasClasses } from '../../specs/build-learner.ts';
import type { ClassValidation } from '../../streams/measures/class-validation.ts';
import { z } from 'zod';
import { inRange, type MarginLearner } from '../../learners/margin-learner.ts';
import { judgeOfLoss } from '../../streams/judge.ts';
import { JudgedErrors } from '../../streams/measures/judged-errors.ts';
import { TwoClassValidation, ProgressiveValidation } from '../../streams/measures/class-measures.ts';
import type { ByClass, ClassMeasures } from '../../streams/measures/class-measures.ts';

/** Share of the dataset's rows whose predicted class is wrong, each with its importance; `classes` are told every prediction, too. */
export function errorOn(learner: MarginLearner, dataset: Dataset, classes?: ClassMeasures): number {
  const { rows, importances } = dataset;
  const labels = labelsFor(learner.loss, dataset);
  const mistakes = new JudgedErrors(judgeOfLoss(learner.loss), labels, importances);
  for (let i = 0; i < rows.length; i++) {
    const p = learner.predict(rows, i);
    mistakes.record(i, p);
    classes?.record(p, labels[i], importances === undefined ? 1 : importances[i]);
  }
  return mistakes.error;
}

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

/** Share of predictions that cost more than the cheapest class, and their mean cost; of class labels they are one number. */
export interface ClassScore {
  readonly error: number;
  readonly cost: number;
}

/** That of a model on a part that judges; null without one. */
export function classScore(judged: ClassValidation | undefined): ClassScore | null {
  return judged === undefined ? null : { error: judged.error, cost: judged.cost };
}
