import type { Dataset } from '../../rows/dataset.ts';
import { labelsFor } from '../../specs/build-learner.ts';
import type { ClassValidation } from '../../streams/measures/class-validation.ts';
import { z } from 'zod';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { judgeOfLoss } from '../../streams/judge.ts';
import { JudgedErrors } from '../../streams/measures/judged-errors.ts';
import type { ClassMeasures } from '../../streams/measures/class-measures.ts';

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

/** Share of predictions that cost more than the cheapest class, and their mean cost; of class labels they are one number. */
export interface ClassScore {
  readonly error: number;
  readonly cost: number;
}

/** That of a model on a part that judges; null without one. */
export function classScore(judged: ClassValidation | undefined): ClassScore | null {
  return judged === undefined ? null : { error: judged.error, cost: judged.cost };
}
