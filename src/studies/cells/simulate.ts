import { present } from '../../numerics/present.ts';
import type { CostRegressors } from '../../reductions/cost-regressors.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { roomHere } from '../../rows/building/growing.ts';
import { type Dataset, columnsOf, selectRows, type Split, splitWithConstant, upTo } from '../../rows/dataset.ts';
import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { type ActiveClassesSpec, buildActiveClasses } from '../../specs/kinds/active-classes.ts';
import { buildCostBuyer, buildCostOracle, type CostsSpec } from '../../specs/kinds/costs.ts';
import { classesIn } from '../../specs/kinds/targets.ts';
import type { StreamSpec } from '../../specs/learner-spec.ts';
import { orderOf, type RunSpec } from '../../specs/run.ts';
import { buildLoss, labelsFor } from '../../specs/build-learner.ts';
import type { ActiveClassLearner } from '../../streams/active-class-learner.ts';
import { checkpoints, PER_DECADE } from '../../streams/measures/measurement.ts';
import type { Checkpoint, FinalMeasured, Measurement } from '../../streams/measures/measurement.ts';
import { ClassValidation, judgedOn } from '../../streams/measures/class-validation.ts';
import { type Observer, type Stream, activeLearn } from '../../streams/passes/active-learn.ts';
import { costLearn } from '../../streams/passes/cost-buyer.ts';
import type { Final } from '../../streams/refits.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { Stateful } from '../../numerics/state.ts';
import { finished } from '../../numerics/work.ts';
import type { ActiveLearner, AnyActiveLearner } from '../../streams/active-learner.ts';
import { ClassMeasures, TwoClassValidation, ProgressiveValidation, type ByClass } from '../../streams/measures/class-measures.ts';
import type { Oracle } from '../../streams/oracles/oracle.ts';
import { errorOn, type ErrorsWanted, classScore } from './score.ts';

/** A run, and what is measured of it besides. */
export interface MeasuredSpec extends RunSpec, ErrorsWanted, Pick<Stream, 'endsWithBudget'> {}

/**
 * One simulated run: a spec and its data in, the measured curve out, and the seconds that learning took.
 *
 * Rows get the constant feature that the spec wants; rows without any feature are learned like others. What is measured, and when,
 * is said at `measure`.
 *
 * @throws SpecError where the labels are none that the loss of the spec can learn.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulate(
  spec: MeasuredSpec,
  asRead: Split,
  clock?: () => number,
  observer?: Observer,
): ReturnType<typeof measure> {
  const split = splitWithConstant(asRead, spec);
  const active = buildActiveLearner(spec, split.train, columnsOf(split));
  const { loss } = active.learner;
  // Whoever observes rows, sells their labels by what they are, or fits models to them knows them by their numbers in the data.
  const fits = spec.final !== undefined || spec.refit !== undefined;
  const isAnonymous = observer === undefined && spec.oracle === undefined && !fits;
  const { train, order } = isAnonymous
    ? inOrder(split.train, spec)
    : { train: split.train, order: orderOf(spec, split.train.rows.length) };
  const oracle = buildOracle(spec, loss, train.rows, labelsFor(loss, train));
  const { perDecade, errors, endsWithBudget } = spec;
  const run = { active, oracle, order, ...present({ perDecade, errors, endsWithBudget }) };
  return measure(run, { ...split, train }, clock, observer);
}

/** The state of a run of several classes after `examples` examples, as Checkpoint has it; no loss is that of a class. */
type ActiveClassesCheckpoint = Omit<Checkpoint, 'progressiveLoss'>;

/** What is measured of one run of active learning of several classes. */
export interface ActiveClassesMeasurement extends Pick<Measurement, 'validationError' | 'sample' | 'final'> {
  readonly curve: readonly ActiveClassesCheckpoint[];
}

/**
 * One simulated run of several classes: a spec and its data in, the measured curve out, with the seconds that learning took, what
 * learned, the model that the run ends with, and what judged the predictions on the way.
 *
 * @throws SpecError where the parts of the spec do not go together.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulateClasses(
  spec: ActiveClassesSpec & Pick<Stream, 'endsWithBudget'>,
  asRead: Split,
  observer?: Observer<ActiveClassLearner>,
) {
  const split = splitWithConstant(asRead, spec);
  const { train } = split;
  const classes = classesIn(split);
  const active = buildActiveClasses(spec, classes, train, columnsOf(split));
  const progressive = new ClassValidation(train, classes);
  const stream = { ...train, order: orderOf(spec, train.rows.length), ...present({ endsWithBudget: spec.endsWithBudget }) };
  const evaluator = { record: (i: number, predicted: number) => progressive.record(i, predicted - 1) };
  const judges = {
    evaluator,
    onTheWay: () => ({ errors: { progressiveError: progressive.error } }),
    judge: (model: Reduction, part: Dataset) => ({ error: judgedOn(model, part, classes).error }),
  };
  const { perDecade } = spec;
  const oracle = buildOracle({ ...spec, classes }, buildLoss(spec), train.rows, train.labels);
  const run = { active, oracle, stream, perDecade, ...judges };
  return { ...measureAny(run, split, undefined, observer), active, progressive };
}

/** What a run that buys costs measures. */
export type CostsMeasurement = Readonly<ReturnType<typeof simulateCosts>['measurement']>;

/** The same after so many examples: costs bought, and the share of wrong predictions on the test part, null without one. */
export type CostsCheckpoint = Readonly<CostsMeasurement['curve'][number]>;

/**
 * One simulated run that buys single costs: a spec and its data in, the measured curve out, with what judged the predictions on the way, and
 * those of the model in the end on the test part, where there is one.
 *
 * @throws SpecError where the parts of the spec do not go together.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulateCosts(spec: CostsSpec, asRead: Split) {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const classes = classesIn(split);
  const buyer = buildCostBuyer(spec, classes, columnsOf(split));
  const oracle = buildCostOracle(spec, train, classes);
  const progressive = new ClassValidation(train, classes);
  const stream = { ...train, order: orderOf(spec, train.rows.length) };
  let position = 0;
  const curve = checkpoints(train.rows.length, spec.perDecade ?? PER_DECADE).map((examples) => {
    costLearn(buyer, stream, oracle, progressive, position, examples);
    position = examples;
    const { error, cost } = progressive;
    return { examples, bought: oracle.sold, error, cost, testError: judged(buyer.learner, test)?.error ?? null };
  });
  const tested = judged(buyer.learner, test);
  const measurement = {
    /** Every prediction made before its example is learned. */
    curve,
    validation: classScore(judged(buyer.learner, validation)),
    test: classScore(tested),
    /** K: costs that an example has. */
    classes,
  };
  return { measurement, progressive, tested };
}

function judged(learner: CostRegressors, part: Dataset | undefined): ClassValidation | undefined {
  return part && judgedOn(learner, part, learner.learner.size);
}

/** The shuffled order that was asked for last of some data, and from the second time on its rows side by side. */
interface Asked {
  readonly seed: number;
  copy?: Dataset;
}

/** Bytes of entries that a processor keeps at hand: fewer are as fast in any order. */
const AT_HAND = 1 << 24;
const BYTES_OF_ENTRY = 8;

/** Forgotten with the data. */
const asked = new WeakMap<Dataset, Asked>();
/** The data that have a copy: there is one at a time. */
let copied: WeakRef<Dataset> | undefined;

/**
 * The data of a run in its order, and the row at each position. Rows drawn from all over the memory take twice as long as rows that lie side by side: when a
 * second run asks for the same shuffled order of the same data, its rows are copied into that order, once, for it and the next ones.
 * The examples are the same in the same order, so that results are equal bit for bit; row numbers are those of the copy.
 *
 * One copy is kept, the latest, where the memory of this machine has room for four. Data of fewer bytes than `atHand` get none.
 */
export function inOrder(train: Dataset, spec: Pick<StreamSpec, 'order' | 'seed'>, atHand = AT_HAND) {
  const bytes = BYTES_OF_ENTRY * train.rows.indices.length;
  const inPlace = () => ({ train, order: orderOf(spec, train.rows.length) });
  if (spec.order === 'given' || bytes < atHand) return inPlace();
  const before = asked.get(train);
  if (before?.seed !== spec.seed) {
    asked.set(train, { seed: spec.seed });
    return inPlace();
  }
  if (before.copy === undefined) {
    if (4 * bytes > roomHere()) return inPlace();
    const other = copied?.deref();
    if (other !== undefined && other !== train) asked.delete(other);
    before.copy = selectRows(train, orderOf(spec, train.rows.length), train.name);
    copied = new WeakRef(train);
  }
  return { train: before.copy, order: orderOf({ ...spec, order: 'given' }, train.rows.length) };
}

/** Live objects that make a run: what a spec describes, or anything else of their kinds. */
export interface LiveRun extends ErrorsWanted, Pick<Stream, 'endsWithBudget'> {
  /** A learner, a query rule and coins, which have learned nothing yet. */
  readonly active: ActiveLearner;
  /** Who sells the labels of the rows to learn from, as the loss reads them. */
  readonly oracle: Oracle;
  /** The row at each position; absent: as they lie in the data. */
  readonly order?: Uint32Array;
  /** Points a factor of ten of the stream at which the curve is measured; absent: PER_DECADE (streams/measures/measurement.ts). */
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
  clock?: () => number,
  observer?: Observer,
): { measurement: Measurement; seconds: number; home: MarginLearner } & Pick<Final<MarginLearner>, 'mistakes'> {
  const { active, oracle, order, endsWithBudget, errors } = run;
  const { train } = split;
  const { loss } = active.learner;
  const labels = labelsFor(loss, train);
  const byClass = errors && new TwoClassValidation(loss, labels, train.importances);
  const evaluator = byClass ?? new ProgressiveValidation(loss, labels, train.importances);
  const judged = {
    evaluator,
    onTheWay: () => ({
      errors: { progressiveLoss: evaluator.finiteLoss, progressiveError: evaluator.error },
      classes: byClass?.classes?.summary,
    }),
    judge(model: MarginLearner, part: Dataset): ErrorOnPart {
      const classes = errors && new ClassMeasures(loss);
      return { error: errorOn(model, part, classes), classes: classes?.summary };
    },
  };
  const stream = { ...train, order: order ?? upTo(labels.length), ...present({ endsWithBudget }) };
  return measureAny({ ...{ active, oracle, stream }, ...judged, perDecade: run.perDecade }, split, clock, observer);
}

/** The error of a model on a part, and what it is worth in each of two classes where that was asked for. */
interface ErrorOnPart {
  readonly error: number;
  readonly classes?: ByClass<number | null> | undefined;
}

/** A run of two classes or of several, and what judges it. */
interface AnyRun<L extends Stateful, A extends AnyActiveLearner<L>, Errors> extends Pick<LiveRun, 'oracle'> {
  readonly active: A;
  readonly stream: Stream;
  readonly perDecade: number | undefined;
  /** Is told every prediction on the way. */
  readonly evaluator: Pick<ProgressiveValidation, 'record'>;
  /** What it says of them. */
  onTheWay(): { readonly errors: Errors } & Pick<ErrorOnPart, 'classes'>;
  judge(model: L, part: Dataset): ErrorOnPart;
}

/** Measures a run as `measure` does, whatever its classes. */
export function measureAny<L extends Stateful, A extends AnyActiveLearner<L>, Errors extends object>(
  { active, oracle, stream, perDecade = PER_DECADE, ...judges }: AnyRun<L, A, Errors>,
  { validation, test }: Split,
  clock = (): number => performance.now() / 1000,
  observer?: Observer<A>,
) {
  const judgedOn = (part: Dataset | undefined, model: L): ErrorOnPart | undefined => part && judges.judge(model, part);
  const curve: (Omit<Checkpoint, 'progressiveLoss' | 'progressiveError'> & Errors)[] = [];
  let seconds = 0;
  let position = 0;
  for (const next of checkpoints(stream.order.length, perDecade)) {
    const start = clock();
    position = activeLearn(active, stream, oracle, judges.evaluator, position, next, observer);
    seconds += clock() - start;
    const tested = judgedOn(test, active.model);
    const onTheWay = judges.onTheWay();
    curve.push({
      ...{ examples: position, queried: oracle.sold, spent: oracle.spent, importanceSum: active.importanceSum },
      ...onTheWay.errors,
      testError: tested?.error ?? null,
      ...(tested ?? onTheWay).classes,
    });
    // A run that ends with its budget has no more to show.
    if (position < next) break;
  }
  const validated = judgedOn(validation, active.model);
  const { errorEstimate, refusedImportance, implied, awaited, consideredImportance } = active;
  const considered = consideredImportance === position ? {} : { consideredImportance };
  const before = clock();
  const { learner: home, choice, mistakes } = finished(active.final());
  seconds += clock() - before;
  const measurement = {
    curve,
    validationError: validated?.error ?? null,
    ...(validated?.classes && { validationClasses: validated.classes }),
    sample: { errorEstimate, refusedImportance, implied, awaited, ...considered },
  };
  if (choice === undefined) return { measurement, seconds, home };
  const tested = judgedOn(test, home);
  const final: FinalMeasured = {
    testError: tested?.error ?? null,
    validationError: judgedOn(validation, home)?.error ?? null,
    ...tested?.classes,
    candidates: choice.candidates,
    chosen: choice.chosen ?? null,
  };
  return { measurement: { ...measurement, final }, seconds, home, ...present({ mistakes }) };
}
