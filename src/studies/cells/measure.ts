import { z } from 'zod';
import type { ModelChoice } from '../../fits/choose.ts';
import { inRange, type MarginLearner } from '../../learners/margin-learner.ts';
import type { Loss } from '../../losses/loss.ts';
import { present } from '../../numerics/present.ts';
import { finished } from '../../numerics/work.ts';
import { type Dataset, type Split, upTo } from '../../rows/dataset.ts';
import { hasClasses, labelsFor } from '../../specs/traits/labels-for.ts';
import type { ActiveLearner } from '../../streams/active-learner.ts';
import { checkpoints, PER_DECADE } from '../../streams/measures/checkpoints.ts';
import { type ByClass, ClassMeasures } from '../../streams/measures/class-measures.ts';
import type { ClassValidation } from '../../streams/measures/class-validation.ts';
import type { Checkpoint, FinalMeasured, Measurement } from '../../streams/measures/measurement.ts';
import { isMistake, ProgressiveValidation } from '../../streams/measures/progressive.ts';
import { TwoClassValidation } from '../../streams/measures/two-class-validation.ts';
import type { Oracle } from '../../streams/oracles/oracle.ts';
import { activeLearn, type Observer, type Stream } from '../../streams/passes/active-learn.ts';
import type { Final } from '../../streams/refits.ts';

/** Live objects that make a run: what a spec describes, or anything else of their kinds. */
export interface LiveRun extends ErrorsWanted, Pick<Stream, 'endsWithBudget'> {
  /** A learner, a query rule and coins, which have learned nothing yet. */
  readonly active: ActiveLearner;
  /** Who sells the labels of the rows to learn from, as the loss reads them. */
  readonly oracle: Oracle;
  /** The row at each position; absent: as they lie in the data. */
  readonly order?: Uint32Array;
  /** Points a factor of ten of the stream at which the curve is measured; absent: PER_DECADE (streams/measures/checkpoints.ts). */
  readonly perDecade?: number;
}

/**
 * Drives live objects over the rows of a split and measures them: the curve, the errors on the parts that judge, the sample, and
 * the seconds that learning took.
 *
 * The curve is of the model that asks, `final` and `home` are the model that the run ends with.
 *
 * Checkpoints are log-spaced. The clock, in seconds, runs only while the learner does: scoring the test set at a checkpoint costs
 * a run no time of its own.
 *
 * @throws SpecError where the labels are none that the loss can learn.
 * @throws DivergenceError where learning leaves the range of numbers.
 *
 * @example
 * const labels = new Float64Array([1, -1]);
 * const rows = new SparseRows(new Uint32Array([0, 1, 2]), new Uint32Array([0, 1]), new Float32Array([1, 1]), 2);
 * const learner = new LinearLearner(losses.logistic, updates.invariant, optimizers['gradient-descent']({ eta0: 1 })(2));
 * const active = new ActiveLearner({ learner, query: queries.passive(), coin: randomStream(1, 'coins') });
 * const { measurement } = measure({ active, oracle: new LabelOracle(labels) }, { train: { name: 'two', rows, labels } });
 * measurement.curve.at(-1).queried // => 2
 */
export function measure(
  run: LiveRun,
  split: Split,
  clock: () => number = () => performance.now() / 1000,
  observer?: Observer,
): { measurement: Measurement; seconds: number; home: MarginLearner } & Pick<Final<MarginLearner>, 'mistakes'> {
  const { active, oracle, order, endsWithBudget, perDecade = PER_DECADE, errors } = run;
  const { train, validation, test } = split;
  const { learner } = active;
  const labels = labelsFor(learner.loss, train);
  const onTheWay = errors && new TwoClassValidation(learner.loss, labels, train.importances);
  const evaluator = onTheWay ?? new ProgressiveValidation(learner.loss, labels, train.importances);
  const stream = { ...train, order: order ?? upTo(labels.length), ...present({ endsWithBudget }) };

  const curve: Checkpoint[] = [];
  let seconds = 0;
  let position = 0;
  for (const next of checkpoints(stream.order.length, perDecade)) {
    const start = clock();
    position = activeLearn(active, stream, oracle, evaluator, position, next, observer);
    seconds += clock() - start;
    const tested = test && errors && new ClassMeasures(learner.loss);
    const testError = test === undefined ? null : errorOn(active.model, test, tested);
    curve.push({
      examples: position,
      queried: oracle.sold,
      spent: oracle.spent,
      importanceSum: active.importanceSum,
      progressiveLoss: evaluator.finiteLoss,
      progressiveError: evaluator.error,
      testError,
      ...(tested ?? onTheWay?.classes)?.summary,
    });
    // A run that ends with its budget has no more to show.
    if (position < next) break;
  }
  const validated = validation && errors && new ClassMeasures(learner.loss);
  const validationError = validation === undefined ? null : errorOn(active.model, validation, validated);
  const { errorEstimate, refusedImportance, implied, awaited, consideredImportance } = active;
  const sample = {
    errorEstimate,
    refusedImportance,
    implied,
    awaited,
    ...(consideredImportance !== position && { consideredImportance }),
  };
  const before = clock();
  const ended = finished(active.final());
  seconds += clock() - before;
  return {
    measurement: {
      curve,
      validationError,
      ...(validated && { validationClasses: validated.summary }),
      sample,
      ...(ended.choice && { final: finalOf(ended.learner, ended.choice, split, run) }),
    },
    seconds,
    ...{ home: ended.learner, ...present({ mistakes: ended.mistakes }) },
  };
}

/** What is measured of the model that a run ends with. */
function finalOf(
  home: MarginLearner,
  { candidates, chosen }: ModelChoice,
  { test, validation }: Split,
  { errors }: ErrorsWanted,
): FinalMeasured {
  const tested = test && errors && new ClassMeasures(home.loss);
  return {
    testError: test === undefined ? null : errorOn(home, test, tested),
    validationError: validation === undefined ? null : errorOn(home, validation),
    ...tested?.summary,
    candidates,
    chosen: chosen ?? null,
  };
}

/** Share of the dataset's rows whose predicted class is wrong, each with its importance; `classes` are told every prediction, too. */
export function errorOn(learner: MarginLearner, dataset: Dataset, classes?: ClassMeasures): number {
  const { rows, importances } = dataset;
  const labels = labelsFor(learner.loss, dataset);
  const mistakes = new Mistakes(learner.loss, labels, importances);
  for (let i = 0; i < rows.length; i++) {
    const p = learner.predict(rows, i);
    mistakes.record(i, p);
    classes?.record(p, labels[i], importances === undefined ? 1 : importances[i]);
  }
  return mistakes.share;
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

/** Share of the rows whose predicted class is wrong, each with its importance. */
export class Mistakes {
  readonly #loss: Loss;
  readonly #labels: Float64Array;
  readonly #importances: Float64Array | undefined;
  #mistakes = 0;
  #mass = 0;

  /** labels: as the loss reads them. */
  constructor(loss: Loss, labels: Float64Array, importances: Float64Array | undefined) {
    this.#loss = loss;
    this.#labels = labels;
    this.#importances = importances;
  }

  /** Row i is predicted p. */
  record(i: number, p: number): void {
    const h = this.#importances === undefined ? 1 : this.#importances[i];
    if (isMistake(this.#loss, p, this.#labels[i])) this.#mistakes += h;
    this.#mass += h;
  }

  /** NaN before the first row. */
  get share(): number {
    return this.#mistakes / this.#mass;
  }
}
