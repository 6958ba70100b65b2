import { type Reduction, Targets } from '../../reductions/reduction.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { ClassValidation } from '../measures/class-validation.ts';

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
