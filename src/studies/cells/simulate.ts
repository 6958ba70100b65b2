import type { Dataset } from '../../rows/dataset.ts';
import type { LinearLearner } from '../../learners/linear.ts';
import { activeLearn, type Observer } from '../../streams/active-learn.ts';
import { isMistake, ProgressiveValidation } from '../../streams/progressive.ts';
import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { checkpoints, PER_DECADE } from '../../streams/checkpoints.ts';
import type { Measurement, Checkpoint } from '../../streams/measurement.ts';
import { labelsFor } from '../../specs/labels-for.ts';
import { orderOf } from '../../specs/order.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { columnsOf, splitWithConstant, type Split } from '../../rows/split.ts';

/**
 * One simulated run: a spec and its data in, the measured curve out, and the seconds that learning took.
 *
 * Rows get the constant feature that the spec wants; rows without any feature are learned like others. Checkpoints are
 * log-spaced. The clock, in seconds, runs only while the learner does: scoring the test set at a checkpoint costs a run no time of
 * its own.
 *
 * @throws SpecError where the labels are none that the loss of the spec can learn.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulate(
  spec: RunSpec,
  asRead: Split,
  clock: () => number = () => performance.now() / 1000,
  observer?: Observer,
): { measurement: Measurement; seconds: number } {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const active = buildActiveLearner(spec, train, columnsOf(split));
  const { learner } = active;
  const labels = labelsFor(learner.loss, train);
  const oracle = buildOracle(spec, learner.loss, train.rows, labels);
  const evaluator = new ProgressiveValidation(learner.loss, labels, train.importances);
  const stream = { ...train, order: orderOf(spec, train.rows.length) };

  const curve: Checkpoint[] = [];
  let seconds = 0;
  let position = 0;
  for (const next of checkpoints(train.rows.length, spec.perDecade ?? PER_DECADE)) {
    const start = clock();
    position = activeLearn(active, stream, oracle, evaluator, position, next, observer);
    seconds += clock() - start;
    curve.push({
      examples: position,
      queried: oracle.sold,
      spent: oracle.spent,
      importanceSum: active.importanceSum,
      progressiveLoss: evaluator.finiteLoss,
      progressiveError: evaluator.error,
      testError: test === undefined ? null : errorOn(learner, test),
    });
    // A run that ends with its budget has no more to show.
    if (position < next) break;
  }
  const { errorEstimate, refusedImportance, implied, awaited, consideredImportance } = active;
  const sample = {
    errorEstimate,
    refusedImportance,
    implied,
    awaited,
    ...(consideredImportance !== position && { consideredImportance }),
  };
  return {
    measurement: { curve, validationError: validation === undefined ? null : errorOn(learner, validation), sample },
    seconds,
  };
}

/** Share of the dataset's rows whose predicted class is wrong, each with its importance. */
export function errorOn(learner: LinearLearner, dataset: Dataset): number {
  const labels = labelsFor(learner.loss, dataset);
  const { rows, importances } = dataset;
  let mistakes = 0;
  let mass = 0;
  for (let i = 0; i < rows.length; i++) {
    const h = importances === undefined ? 1 : importances[i];
    if (isMistake(learner.loss, learner.predict(rows, i), labels[i])) mistakes += h;
    mass += h;
  }
  return mistakes / mass;
}
