import { present } from '../../numerics/present.ts';
import { finished } from '../../numerics/work.ts';
import type { CostRegressors } from '../../reductions/cost-regressors.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { roomHere } from '../../rows/building/growing.ts';
import { type Dataset, columnsOf, selectRows, type Split } from '../../rows/dataset.ts';
import { splitWithConstant } from '../../rows/constant.ts';
import { buildActiveLearner, buildOracle } from '../../specs/build.ts';
import { type ActiveClassesSpec, buildActiveClasses, buildClassOracle } from '../../specs/kinds/active-classes.ts';
import { buildCostBuyer, buildCostOracle, type CostsSpec } from '../../specs/kinds/costs.ts';
import { classesIn } from '../../specs/kinds/targets.ts';
import type { StreamSpec } from '../../specs/learner-spec.ts';
import { orderOf, type RunSpec } from '../../specs/run.ts';
import { labelsFor } from '../../specs/traits/labels-for.ts';
import type { ActiveClassLearner } from '../../streams/active-class-learner.ts';
import { checkpoints, PER_DECADE } from '../../streams/measures/checkpoints.ts';
import { ClassValidation, judgedOn } from '../../streams/measures/class-validation.ts';
import type { Checkpoint, FinalMeasured, Sample } from '../../streams/measures/measurement.ts';
import { activeLearn, type Observer, type Stream } from '../../streams/passes/active-learn.ts';
import { costLearn } from '../../streams/passes/cost-buyer.ts';
import type { Final } from '../../streams/refits.ts';
import { type ClassScore, classScore, type ErrorsWanted, measure } from './measure.ts';

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
  return measure(
    {
      ...{ active, oracle, order },
      ...present({ perDecade: spec.perDecade, errors: spec.errors, endsWithBudget: spec.endsWithBudget }),
    },
    { ...split, train },
    clock,
    observer,
  );
}

/** The state of a run of several classes after `examples` examples, as Checkpoint has it; no loss is that of a class. */
type ActiveClassesCheckpoint = Omit<Checkpoint, 'progressiveLoss'>;

/** What is measured of one run of active learning of several classes. */
export interface ActiveClassesMeasurement {
  readonly curve: readonly ActiveClassesCheckpoint[];
  readonly validationError: number | null;
  readonly sample: Sample;
  /** As Measurement has it. */
  readonly final?: FinalMeasured;
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
  clock: () => number = () => performance.now() / 1000,
): {
  readonly measurement: ActiveClassesMeasurement;
  readonly seconds: number;
  readonly active: ActiveClassLearner;
  readonly home: Reduction;
  readonly progressive: ClassValidation;
} & Pick<Final<Reduction>, 'mistakes'> {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const classes = classesIn(split);
  const active = buildActiveClasses(spec, classes, train, columnsOf(split));
  const oracle = buildClassOracle(spec, train, classes);
  const progressive = new ClassValidation(train, classes);
  const evaluator = {
    record: (i: number, predicted: number) => {
      progressive.record(i, predicted - 1);
    },
  };
  const { endsWithBudget } = spec;
  const stream = { ...train, order: orderOf(spec, train.rows.length), ...present({ endsWithBudget }) };
  const curve: ActiveClassesCheckpoint[] = [];
  let position = 0;
  let seconds = 0;
  for (const next of checkpoints(stream.order.length, spec.perDecade ?? PER_DECADE)) {
    const start = clock();
    position = activeLearn(active, stream, oracle, evaluator, position, next, observer);
    seconds += clock() - start;
    curve.push({
      examples: position,
      queried: oracle.sold,
      spent: oracle.spent,
      importanceSum: active.importanceSum,
      progressiveError: progressive.error,
      testError: test === undefined ? null : classErrorOn(active.model, test),
    });
    if (position < next) break;
  }
  const { errorEstimate, refusedImportance, implied, awaited, consideredImportance } = active;
  const considered = consideredImportance === position ? {} : { consideredImportance };
  const { learner: home, choice, mistakes } = finished(active.final());
  const final = choice && {
    testError: test === undefined ? null : classErrorOn(home, test),
    validationError: validation === undefined ? null : classErrorOn(home, validation),
    candidates: choice.candidates,
    chosen: choice.chosen ?? null,
  };
  return {
    measurement: {
      curve,
      validationError: validation === undefined ? null : classErrorOn(active.model, validation),
      sample: { errorEstimate, refusedImportance, implied, awaited, ...considered },
      ...(final && { final }),
    },
    ...{ seconds, active, home, progressive, ...present({ mistakes }) },
  };
}

/** Share of the rows of a set whose predicted class is wrong, each with its importance. */
function classErrorOn(reduction: Reduction, part: Dataset): number {
  return judgedOn(reduction, part, reduction.classes).error;
}

/** After so many examples. */
export interface CostsCheckpoint extends ClassScore {
  readonly examples: number;
  /** Costs bought. */
  readonly bought: number;
  /** Share of wrong predictions on the test part; null without one. */
  readonly testError: number | null;
}

/** What a run that buys costs measures. */
export interface CostsMeasurement {
  /** Every prediction made before its example is learned. */
  readonly curve: readonly CostsCheckpoint[];
  readonly validation: ClassScore | null;
  readonly test: ClassScore | null;
  /** K: costs that an example has. */
  readonly classes: number;
}

/** A run that bought costs: what was measured, and what judged its predictions, those on the way and those of its end. */
interface CostsRun {
  readonly measurement: CostsMeasurement;
  /** Of the predictions on the way. */
  readonly progressive: ClassValidation;
  /** Of the model in the end on the test part; undefined without one. */
  readonly tested: ClassValidation | undefined;
}

/**
 * One simulated run that buys single costs: a spec and its data in, the measured curve out.
 *
 * @throws SpecError where the parts of the spec do not go together.
 * @throws DivergenceError where learning leaves the range of numbers.
 */
export function simulateCosts(spec: CostsSpec, asRead: Split): CostsRun {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const classes = classesIn(split);
  const buyer = buildCostBuyer(spec, classes, columnsOf(split));
  const oracle = buildCostOracle(spec, train, classes);
  const progressive = new ClassValidation(train, classes);
  const stream = { ...train, order: orderOf(spec, train.rows.length) };
  let position = 0;
  const curve = checkpoints(train.rows.length, spec.perDecade ?? PER_DECADE).map((examples): CostsCheckpoint => {
    costLearn(buyer, stream, oracle, progressive, position, examples);
    position = examples;
    const { error, cost } = progressive;
    return { examples, bought: oracle.sold, error, cost, testError: judged(buyer.learner, test)?.error ?? null };
  });
  const tested = judged(buyer.learner, test);
  const measurement = { curve, validation: classScore(judged(buyer.learner, validation)), test: classScore(tested), classes };
  return { measurement, progressive, tested };
}

function judged(learner: CostRegressors, part: Dataset | undefined): ClassValidation | undefined {
  return part && judgedOn(learner, part, learner.learner.size);
}

/** Data to learn from, and the row at each position. */
interface Ordered {
  readonly train: Dataset;
  readonly order: Uint32Array;
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
 * The data of a run in its order. Rows drawn from all over the memory take twice as long as rows that lie side by side: when a
 * second run asks for the same shuffled order of the same data, its rows are copied into that order, once, for it and the next ones.
 * The examples are the same in the same order, so that results are equal bit for bit; row numbers are those of the copy.
 *
 * One copy is kept, the latest, where the memory of this machine has room for four. Data of fewer bytes than `atHand` get none.
 */
export function inOrder(train: Dataset, spec: Pick<StreamSpec, 'order' | 'seed'>, atHand = AT_HAND): Ordered {
  const bytes = BYTES_OF_ENTRY * train.rows.indices.length;
  const inPlace = (): Ordered => ({ train, order: orderOf(spec, train.rows.length) });
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
