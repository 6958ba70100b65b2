import type { Dataset } from '../rows/dataset.ts';
import type { MarginLearner } from '../learners/margin-learner.ts';
import { sigmoid } from '../numerics/elementary.ts';
import { mean } from '../statistics/small-samples.ts';
import { activeLearn } from '../streams/passes/active-learn.ts';
import { LabelOracle } from '../streams/oracles/oracle.ts';
import { buildActiveLearner } from '../specs/build.ts';
import type { DrawnPool } from './pilot-labels.ts';
import { labelsFor } from '../specs/labels-for.ts';
import { orderOf } from '../specs/order.ts';
import type { RunSpec } from '../specs/run-spec.ts';

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
  /** The mean of the errors in both classes, and 2 TP / (2 TP + FP + FN), of expected counts. */
  readonly balancedError: number;
  readonly fScore: number;
}

/**
 * `budget`, in labels, is what the run will have. It ends a warm-up where it would in the run (queries/warmed-up.ts), and a paced run
 * where it is spent; a rule with its own knob goes on, for how many labels it would buy is the question. Throws DivergenceError where
 * learning leaves the numbers.
 */
export function forecastStream(spec: RunSpec, drawn: DrawnPool, budget = Infinity): StreamForecast {
  const capped = { ...spec, budget };
  return streamed(capped, drawn, { until: drawn.pool.rows.length, cap: spec.pace === undefined ? Infinity : budget });
}

/** The same of passive learning that stops after so many rows of the stream. */
export function forecastPassive(spec: RunSpec, drawn: DrawnPool, labels: number): StreamForecast {
  return streamed(spec, drawn, { until: labels, cap: Infinity });
}

/** Where a stream ends. */
interface Limits {
  /** Rows of the stream. */
  readonly until: number;
  /** Labels that the oracle sells. */
  readonly cap: number;
}

function streamed(spec: RunSpec, { pool, logits }: DrawnPool, limits: Limits): StreamForecast {
  const { learner, labels } = end(spec, pool, limits);
  const drawn = { pool, logits };
  return { labels, error: expectedError(learner, drawn), ...expectedClasses(learner, drawn) };
}

/**
 * Labels of a pool that a rule with its own knob buys where they are the true ones. `budget`, in labels, ends a warm-up, as it does
 * in a forecast, and nothing else.
 */
export function labelsBought(spec: RunSpec, pool: Dataset, budget: number): number {
  return end({ ...spec, budget }, pool, { until: pool.rows.length, cap: Infinity }).labels;
}

/** The learner at the end of a stream, and how many labels were sold to it. */
function end(spec: RunSpec, pool: Dataset, { until, cap }: Limits): { readonly learner: MarginLearner; readonly labels: number } {
  const active = buildActiveLearner(spec, pool);
  const oracle = new LabelOracle(labelsFor(active.learner.loss, pool), cap);
  activeLearn(active, { ...pool, order: orderOf(spec, pool.rows.length) }, oracle, UNJUDGED, 0, until);
  return { learner: active.learner, labels: oracle.sold };
}

const UNJUDGED = { record: () => undefined };

function expectedError(learner: MarginLearner, { pool: { rows, importances }, logits }: DrawnPool): number {
  const isPositive = (p: number): boolean => p >= learner.loss.threshold!;
  const errors = Array.from(logits, (logit, i) => sigmoid(isPositive(learner.predict(rows, i)) ? -logit : logit));
  if (importances === undefined) return mean(errors);
  return mean(errors.map((error, i) => error * importances[i])) / mean([...importances]);
}

/** Of expected counts, over labels that are positive with probability sigmoid(logit). */
function expectedClasses(
  learner: MarginLearner,
  { pool: { rows, importances }, logits }: DrawnPool,
): Pick<StreamForecast, 'balancedError' | 'fScore'> {
  let [truePositive, falseNegative, falsePositive, trueNegative] = [0, 0, 0, 0];
  logits.forEach((logit, i) => {
    const importance = importances === undefined ? 1 : importances[i];
    const [positive, negative] = [importance * sigmoid(logit), importance * sigmoid(-logit)];
    if (learner.predict(rows, i) >= learner.loss.threshold!) {
      truePositive += positive;
      falsePositive += negative;
    } else {
      falseNegative += positive;
      trueNegative += negative;
    }
  });
  return {
    balancedError: (falseNegative / (falseNegative + truePositive) + falsePositive / (falsePositive + trueNegative)) / 2,
    fScore: (2 * truePositive) / (2 * truePositive + falseNegative + falsePositive),
  };
}
