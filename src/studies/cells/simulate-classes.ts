import { finished } from '../../numerics/work.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { columnsOf, splitWithConstant, type Split } from '../../rows/selection.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { buildActiveClasses, buildClassOracle, type ActiveClassesSpec } from '../../specs/kinds/active-classes.ts';
import { orderOf } from '../../specs/order.ts';
import { classesIn } from '../../specs/kinds/targets.ts';
import type { ActiveClassLearner } from '../../streams/active-class-learner.ts';
import { activeLearn, type Observer } from '../../streams/passes/active-learn.ts';
import { checkpoints, PER_DECADE } from '../../streams/measures/checkpoints.ts';
import { ClassValidation, judgedOn } from '../../streams/measures/class-validation.ts';
import type { Checkpoint, FinalMeasured, Sample } from '../../streams/measures/measurement.ts';

/** The state of a run of several classes after `examples` examples, as Checkpoint has it; no loss is that of a class. */
export type ActiveClassesCheckpoint = Omit<Checkpoint, 'progressiveLoss'>;

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
  spec: ActiveClassesSpec,
  asRead: Split,
  observer?: Observer<ActiveClassLearner>,
  clock: () => number = () => performance.now() / 1000,
): {
  readonly measurement: ActiveClassesMeasurement;
  readonly seconds: number;
  readonly active: ActiveClassLearner;
  readonly home: Reduction;
  readonly progressive: ClassValidation;
} {
  const split = splitWithConstant(asRead, spec);
  const { train, validation, test } = split;
  const classes = classesIn(split);
  const active = buildActiveClasses(spec, classes, train, columnsOf(split));
  const oracle = buildClassOracle(spec, train);
  const progressive = new ClassValidation(train, classes);
  const evaluator = {
    record: (i: number, predicted: number) => {
      progressive.record(i, predicted - 1);
    },
  };
  const stream = { ...train, order: orderOf(spec, train.rows.length) };
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
  const { learner: home, choice } = finished(active.final());
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
    ...{ seconds, active, home, progressive },
  };
}

/** Share of the rows of a set whose predicted class is wrong, each with its importance. */
export function classErrorOn(reduction: Reduction, part: Dataset): number {
  return judgedOn(reduction, part, reduction.classes).error;
}
