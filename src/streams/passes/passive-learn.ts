import type { Dataset } from '../../rows/dataset.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { ProgressiveValidation } from '../measures/class-measures.ts';
import { type Reduction, Targets } from '../../reductions/reduction.ts';
import type { ClassValidation } from '../measures/class-validation.ts';

/**
 * Passive online learning: every example is predicted, scored and learned in one go. What active learning is compared with,
 * without a coin or a query rule.
 *
 * A prediction is scored as a reader would be shown it: before the optimizer has seen the row, which may rescale weights
 * (Optimizer.admit). Active learning that buys every label scores the same numbers bit for bit.
 *
 * Learns positions from … to - 1 of the stream, each with its own importance (1 where the data gives none).
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function passiveLearn(
  learner: MarginLearner,
  stream: Pick<Dataset, 'rows' | 'labels' | 'importances'> & { readonly order: Uint32Array },
  evaluator: Pick<ProgressiveValidation, 'record'>,
  from: number,
  to: number,
): void {
  const { rows, labels, importances, order } = stream;
  for (let t = from; t < to; t++) {
    const i = order[t];
    const p = learner.margin(rows, i);
    evaluator.record(i, p);
    learner.learn(rows, i, labels[i], importances === undefined ? 1 : importances[i], p);
  }
}

/** A stream of examples of several classes. */
export type ClassStream = Pick<Dataset, 'rows' | 'labels' | 'costs' | 'importances'> & { readonly order: Uint32Array };

/**
 * Passive online learning of several classes: every example is predicted, scored and learned in one go. Learns positions from … to - 1
 * of the stream, each with its own importance.
 *
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function classLearn(
  reduction: Reduction,
  stream: ClassStream,
  evaluator: ClassValidation,
  from: number,
  to: number,
): void {
  const { rows, importances, order } = stream;
  const targets = new Targets(stream, reduction.classes);
  for (let t = from; t < to; t++) {
    const i = order[t];
    evaluator.record(i, reduction.learn(rows, i, targets.of(i), importances === undefined ? 1 : importances[i]));
  }
}
