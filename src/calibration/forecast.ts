import type { Dataset } from '../rows/dataset.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { sigmoid } from '../numerics/elementary.ts';
import { mean } from '../statistics/small-samples.ts';
import { learnerAfter } from './learner-after.ts';
import type { DrawnPool } from './pilot-labels.ts';
import type { RunSpec } from '../specs/run.ts';

/**
 * One forecast of what a rule would buy: the whole pool is streamed past the learner, with labels drawn from what the pilot says.
 *
 * Rows, their number and their order are those of a real stream; only the labels are not (pilot-labels.ts). The error is the
 * share of rows that the learner has wrong in the end, in expectation over labels drawn anew: labels it knows by heart count no
 * more than others.
 */
export interface StreamForecast {
  /** Labels bought. */
  readonly labels: number;
  /** A share in [0, 1]. */
  readonly error: number;
}

/**
 * `budget`, in labels, is what the run will have. It ends a warm-up where it would in the run (queries/warmed-up.ts), and nothing else:
 * how many labels the rule would buy is the question.
 *
 * @throws DivergenceError where learning leaves the numbers.
 */
export function forecastStream(spec: RunSpec, { pool, logits }: DrawnPool, budget = Infinity): StreamForecast {
  const { learner, labels } = learnerAfter({ ...spec, budget }, pool, { until: pool.rows.length, cap: Infinity });
  return { labels, error: expectedError(learner, { pool, logits }) };
}

/**
 * Labels of a pool that a rule with its own knob buys where they are the true ones. `budget`, in labels, ends a warm-up, as it does
 * in a forecast, and nothing else.
 */
export function labelsBought(spec: RunSpec, pool: Dataset, budget: number): number {
  return learnerAfter({ ...spec, budget }, pool, { until: pool.rows.length, cap: Infinity }).labels;
}

function expectedError(learner: MarginLearner, { pool: { rows, importances }, logits }: DrawnPool): number {
  const isPositive = (p: number): boolean => p >= learner.loss.threshold!;
  const errors = Array.from(logits, (logit, i) => sigmoid(isPositive(learner.predict(rows, i)) ? -logit : logit));
  if (importances === undefined) return mean(errors);
  return mean(errors.map((error, i) => error * importances[i])) / mean([...importances]);
}
