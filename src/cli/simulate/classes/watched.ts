import { DivergenceError } from '../../../learners/learner.ts';
import type { Split } from '../../../rows/selection/split.ts';
import type { ErrorEstimate } from '../../../statistics/error-estimate.ts';
import type { ActiveClassesSpec } from '../../../specs/kinds/active-classes.ts';
import { BackgroundLedger } from '../../../ledger/file/background-ledger.ts';
import { Recorder } from '../../../ledger/recorder.ts';
import { stopped, type LedgerRequest, type Stopped } from '../watched.ts';
import { learnerOf } from '../../../specs/learner-spec.ts';
import { partsUsedBy } from '../../../specs/parts/recorded.ts';
import { classesIn } from '../../../specs/kinds/targets.ts';
import type { ActiveClassLearner } from '../../../streams/active-class-learner.ts';
import type { Observer } from '../../../streams/passes/active-learn.ts';
import { both } from '../../../streams/both.ts';
import { ClassValidation } from '../../../streams/measures/class-validation.ts';
import { ErrorMeter } from '../../../streams/measures/error-meter.ts';
import { simulateClasses, type ActiveClassesMeasurement } from '../../../studies/cells/simulate-classes.ts';

/** A run of several classes: what was measured of it by the truth, and what its labels alone say. */
export interface WatchedClasses {
  readonly measurement: ActiveClassesMeasurement;
  readonly seconds: number;
  readonly estimate: ErrorEstimate;
  readonly unbiased: boolean;
  /** What is certified of what the run waited for, and whether that ended it; absent where it waited for nothing. */
  readonly stop?: Stopped;
  /** Test error of passive learning stopped after as many labels; null without a test part, and where it diverges. */
  readonly passiveError: number | null;
  /** Importance by true class and predicted class: on the test part, of the predictions on the way where there is none. */
  readonly confusion: readonly (readonly number[])[];
}

/** Simulates one run of several classes, and measures and records on its way. */
export function watchClasses(spec: ActiveClassesSpec, split: Split, ledger: LedgerRequest | undefined): WatchedClasses {
  const meter = new ErrorMeter();
  const onTheWay = new ClassValidation(split.train, classesIn(split));
  const watch: Observer<ActiveClassLearner> = {
    considered(active, i) {
      meter.considered(active, i);
      onTheWay.record(i, active.situation.prediction - 1);
    },
    answered(active, i, answer) {
      meter.answered(active, i, answer);
    },
  };
  const start = performance.now();
  const run = (observer: Observer<ActiveClassLearner>): ReturnType<typeof simulateClasses> =>
    simulateClasses(spec, split, observer);
  const { measurement, active, home, data } = ledger === undefined ? run(watch) : onLedger(run, ledger, watch);
  const seconds = (performance.now() - start) / 1000;
  const { query, learner: reduction } = active;
  const judged = data.test === undefined ? onTheWay : new ClassValidation(data.test, reduction.classes);
  if (data.test !== undefined) for (let i = 0; i < data.test.rows.length; i++) judged.record(i, home.predict(data.test.rows, i));
  return {
    measurement,
    seconds,
    estimate: meter.estimate(active, 'over'),
    unbiased: query.unbiased,
    ...stopped(active.stopping),
    passiveError: passiveErrorAfter(measurement.curve.at(-1)!.queried, spec, split),
    confusion: judged.confusion,
  };
}

/** Keeps a ledger of a run, which says what it learned. Errors: DataError for a ledger that exists or a disk that takes no more. */
function onLedger(
  run: (observer: Observer<ActiveClassLearner>) => ReturnType<typeof simulateClasses>,
  { file, header }: LedgerRequest,
  watch: Observer<ActiveClassLearner>,
): ReturnType<typeof simulateClasses> {
  const ledger = new BackgroundLedger(file, header);
  try {
    const recorder = new Recorder({ record: header.record, cost: () => 1, take: ledger.take });
    const result = run(both<ActiveClassLearner>(watch, recorder));
    recorder.end(result.measurement.curve.at(-1)!.progressiveError);
    return result;
  } finally {
    ledger.finish();
  }
}

/** The same learner on the same stream, with every label. */
export function passiveClasses({ reduction, final, coins, order, seed, classes, ...spec }: ActiveClassesSpec): ActiveClassesSpec {
  return {
    reduction,
    ...learnerOf(spec),
    query: { name: 'passive' },
    ...(final && { final }),
    ...(coins && { coins }),
    ...{ order, seed },
    ...partsUsedBy(spec),
    ...(classes !== undefined && { classes }),
  };
}

function passiveErrorAfter(labels: number, spec: ActiveClassesSpec, split: Split): number | null {
  if (split.test === undefined) return null;
  try {
    const { measurement } = simulateClasses({ ...passiveClasses(spec), budget: labels, perDecade: 1 }, split);
    return (measurement.final ?? measurement.curve.at(-1)!).testError;
  } catch (error) {
    if (error instanceof DivergenceError) return null;
    throw error;
  }
}
