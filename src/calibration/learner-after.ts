import type { Dataset } from '../rows/dataset.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { finished } from '../numerics/work.ts';
import { activeLearn } from '../streams/passes/active-learn.ts';
import { LabelOracle } from '../streams/oracles/oracle.ts';
import { buildActiveLearner } from '../specs/build.ts';
import { labelsFor } from '../specs/traits/labels-for.ts';
import { orderOf } from '../specs/order.ts';
import type { RunSpec } from '../specs/run.ts';

/** Where a stream ends. */
export interface Limits {
  /** Rows of the stream. */
  readonly until: number;
  /** Labels that the oracle sells. */
  readonly cap: number;
}

const UNJUDGED = { record: () => undefined };

/**
 * The learner at the end of a stream of rows. The rows have the constant of the spec already.
 *
 * @throws DivergenceError where learning leaves the numbers
 */
export function learnerAfter(spec: RunSpec, pool: Dataset, { until, cap }: Limits): MarginLearner {
  const active = buildActiveLearner(spec, pool);
  const oracle = new LabelOracle(labelsFor(active.learner.loss, pool), cap);
  activeLearn(active, { ...pool, order: orderOf(spec, pool.rows.length) }, oracle, UNJUDGED, 0, until);
  return finished(active.final()).learner;
}
