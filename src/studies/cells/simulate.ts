/**
 * One simulated run: a spec and its data in, the measured curve out.
 *
 * Checkpoints are log-spaced. The clock runs only while the learner does: scoring the test set at a checkpoint costs a run no
 * time of its own.
 */
import { withConstant } from '../../rows/constant.ts';
import type { Dataset } from '../../rows/dataset.ts';
import type { LinearLearner } from '../../learners/linear.ts';
import { permutation, randomStream } from '../../numerics/random.ts';
import { activeLearn, type Observer } from '../../streams/active-learn.ts';
import { isMistake, ProgressiveValidation } from '../../streams/progressive.ts';
import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { checkpoints } from '../../streams/checkpoints.ts';
import { labelsFor } from '../../specs/labels-for.ts';
import type { RunSpec } from '../../specs/run-spec.ts';

/** The data of a run: what is learned from, and what it is judged on. */
export interface Split {
  readonly train: Dataset;
  /** Judges settings: a stated rule may choose by it. */
  readonly validation?: Dataset;
  /** Judges the chosen setting: no rule may choose by it. */
  readonly test?: Dataset;
}

/** The state of a run after `examples` examples. Errors are shares in [0, 1]; null where there is no such data. */
export interface Checkpoint {
  readonly examples: number;
  /** Labels bought, those on their way included. */
  readonly queried: number;
  /** What all answers cost; the labels bought, unless the oracle sets prices or abstains. */
  readonly spent: number;
  readonly importanceSum: number;
  readonly progressiveLoss: number;
  readonly progressiveError: number;
  readonly testError: number | null;
}

export interface Measurement {
  readonly curve: readonly Checkpoint[];
  readonly validationError: number | null;
  readonly sample: Sample;
}

/** What the bought labels say at the end of a run, and what they cannot say. */
export interface Sample {
  /**
   * Importance-weighted 0/1 error on learned labels over the importance considered: estimates the progressive error where no budget ended. What
   * people are told is ErrorMeter's estimate, which stops with the budget.
   */
  readonly errorEstimate: number;
  /** Sum of the importances that the budget refused. */
  readonly refusedImportance: number;
  /** Importance of the examples the rule left out, P = 0: their number, where the data give no importances. */
  readonly implied: number;
  /** Sum of the importances of all examples; absent where it is their number. */
  readonly consideredImportance?: number;
  /** Labels that were paid for and had not come. */
  readonly awaited: number;
}

/** Checkpoints per factor of ten of the stream, unless the spec wants them denser. */
export const PER_DECADE = 5;

/** Runs a spec on its data, with the constant feature that the spec wants; rows without any feature are learned like others. */
export function simulate(
  spec: RunSpec,
  asRead: Split,
  clock: () => number = () => performance.now() / 1000,
  observer?: Observer,
): { measurement: Measurement; seconds: number } {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const active = buildActiveLearner(spec, train.rows, columnsOf(split));
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
    activeLearn(active, stream, oracle, evaluator, position, next, observer);
    seconds += clock() - start;
    position = next;
    curve.push({
      examples: next,
      queried: oracle.sold,
      spent: oracle.spent,
      importanceSum: active.importanceSum,
      progressiveLoss: evaluator.finiteLoss,
      progressiveError: evaluator.error,
      testError: test === undefined ? null : errorOn(learner, test),
    });
  }
  const { errorEstimate, refusedImportance, implied, awaited, consideredImportance } = active;
  const sample = { errorEstimate, refusedImportance, implied, awaited, ...(consideredImportance !== train.rows.length && { consideredImportance }) };
  return { measurement: { curve, validationError: validation === undefined ? null : errorOn(learner, validation), sample }, seconds };
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

/** The rows in the order of the stream. */
export function orderOf(spec: Pick<RunSpec, 'order' | 'seed'>, n: number): Uint32Array {
  return spec.order === 'shuffled' ? permutation(n, randomStream(spec.seed, 'order')) : Uint32Array.from({ length: n }, (_, i) => i);
}

/** The parts with the constant feature that a spec wants; the same where it says nothing, or they have it already. */
export function splitWithConstant({ train, validation, test }: Split, { constant }: Pick<RunSpec, 'constant'>): Split {
  return {
    train: withConstant(train, constant),
    ...(validation === undefined ? {} : { validation: withConstant(validation, constant) }),
    ...(test === undefined ? {} : { test: withConstant(test, constant) }),
  };
}

/** Features of a learner that meets all parts of a split: later parts may know features the first does not. */
export function columnsOf(split: Split): number {
  return Math.max(...[split.train, split.validation, split.test].map((part) => part?.rows.columns ?? 0));
}
