import { caught } from '../../numerics/iwal-error.ts';
import { isDeepStrictEqual } from 'node:util';
import { backgroundLedger } from '../../ledger/file/background-ledger.ts';
import { assistanceOf, type FreshDraft, type Header, type Recorded } from '../../ledger/entry.ts';
import { minimaOf } from '../../ledger/header.ts';
import { Recorder } from '../../ledger/recorder.ts';
import { DivergenceError, type MarginLearner } from '../../learners/margin-learner.ts';
import { present } from '../../numerics/present.ts';
import { finished } from '../../numerics/work.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { type Split, smallerClass, type Dataset, splitWithConstant } from '../../rows/dataset.ts';
import type { CostsSpec } from '../../specs/kinds/costs.ts';
import { isOfSeveral, judgeOf, buildAnyActiveLearner } from '../../specs/kinds/active-classes.ts';
import { buildLoss, labelsFor } from '../../specs/build-learner.ts';
import { buildAnnotator, NO_POOL } from '../../specs/build.ts';
import type { RunSpec } from '../../specs/run.ts';
import { ruleTraits } from '../../specs/traits/rule-traits.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import { type ByClass, ClassMeasures } from '../../streams/measures/class-measures.ts';
import { judgedOn } from '../../streams/measures/class-validation.ts';
import { ErrorMeter, type MeteredShares } from '../../streams/measures/error-meter.ts';
import type { Checkpoint, Measurement } from '../../streams/measures/measurement.ts';
import type { Observer } from '../../streams/passes/active-learn.ts';
import type { Final } from '../../streams/refits.ts';
import { stopped, type Stopped } from '../../streams/stopping/stop-words.ts';
import { type CostsMeasurement, simulate, simulateClasses, simulateCosts } from '../../studies/cells/simulate.ts';
import { poolChecksum } from '../../rows/pool-checksum.ts';
import type { Stateful } from '../../numerics/state.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import { estimateFields, finalText } from '../../streams/measures/error-words.ts';
import { freshEstimate, freshRows, type FreshEstimate } from '../../streams/fresh.ts';
import { passiveOf } from '../../specs/run-spec.ts';

/** What is asked of the first run besides its measurement. */
export interface FirstRun {
  readonly ledger: { readonly file: string; readonly header: Header } | undefined;
  /** Labels to buy after it. */
  readonly fresh: number | undefined;
  /** Of all runs: whether anybody is shown what their labels say of the models in the end; absent: yes. */
  readonly judges?: boolean;
}

/** No ledger, no fresh labels. */
export const PLAIN: FirstRun = { ledger: undefined, fresh: undefined };

/** What is measured of any run beside its curve. */
interface WatchedBeside {
  /** Of learning: neither reading nor testing counts. */
  readonly seconds: number;
  /**
   * Test error of the plainest run stopped after as many labels or costs; null without a test part, for progressive errors of a model
   * that learns on and of one that has stopped are no comparison; and where it diverges.
   */
  readonly passiveError: number | null;
  /**
   * Importance by true class and predicted class: on the test part, of the predictions on the way where there is none. Absent where
   * there are two classes.
   */
  readonly confusion?: readonly (readonly number[])[];
}

/** A checkpoint of a run that buys labels; no loss is that of several classes. */
export type LabelsCheckpoint = Omit<Checkpoint, 'progressiveLoss'> & Partial<Pick<Checkpoint, 'progressiveLoss'>>;

/** A run that bought labels: its measurement by the true labels, and what the bought labels alone say. */
export interface WatchedLabels extends WatchedBeside {
  readonly measurement: Omit<Measurement, 'curve'> & { readonly curve: readonly LabelsCheckpoint[] };
  readonly estimate: ErrorEstimate;
  /** What they say of the model in the end; absent where none was chosen. */
  readonly ofModel?: ErrorEstimate;
  readonly remarks: readonly string[];
  /** What is certified of what the run waited for, and whether that ended it; absent where it waited for nothing. */
  readonly stop?: Stopped;
  /** What fresh labels say of the model in the end; absent where none were asked for. */
  readonly fresh?: Fresh;
  /** What they say of the share of each class, and its true share; absent where no guesses came with the rows. */
  readonly shares?: readonly (ErrorEstimate & { readonly truth: number })[];
  /** By the true labels: of the model in the end on the test part, of the predictions on the way where there is none. */
  readonly classes?: Classes;
}

/** A run that bought single costs. */
export interface WatchedCosts extends WatchedBeside {
  readonly measurement: CostsMeasurement;
}

/** Any run. */
export type Watched = WatchedLabels | WatchedCosts;

/** How far the plain error of two classes can be trusted, and what to look at besides. */
export type Classes = ByClass<number | null>;

/**
 * Simulates one run that buys labels, and measures and records on its way what was asked for.
 *
 * @throws DataError for a ledger that exists or a disk that takes no more.
 */
export function watchLabels(
  spec: RunSpec,
  split: Split,
  { ledger, fresh: wanted, judges = true }: FirstRun = PLAIN,
): WatchedLabels {
  const meter = new ErrorMeter(spec.guess && sharesOfGuesses(spec, split.train, ledger?.header.record));
  const buyer = wanted === undefined ? undefined : freshBuyer(spec, split);
  let ran: AnyActiveLearner | undefined;
  const mass = new Float64Array(spec.guess ? judgeOf(spec).classes! : 0);
  const watch: Observer<AnyActiveLearner> = {
    considered(active, i) {
      ran = active;
      if (spec.guess) mass[active.judge.classOf(split.train.labels[i])] += active.situation.rowImportance;
      meter.considered(active, i);
    },
    answered(active, i, answer) {
      meter.answered(active, i, answer);
      buyer?.answered(i, answer);
    },
  };
  const fresh = (home: Model): readonly FreshDraft[] => (wanted === undefined ? [] : buyer!.buy(wanted, home));
  const run = (observer: Observer<AnyActiveLearner>): Simulated => simulated(spec, split, observer);
  const { measurement, seconds, home, told, mistakes } =
    ledger === undefined ? run(watch) : onLedger(run, spec, split, ledger, { watch, fresh });
  const metered = { query: ruleTraits(spec), judge: judgeOf(spec) };
  const { queried, progressiveError: error } = measurement.curve.at(-1)!;
  const { rows, labels, importances } = split.train;
  const whole = mass.reduce((sum, each) => sum + each, 0);
  const truth = isOfSeveral(spec) ? undefined : { rows: rows.length, error, smallerClass: smallerClass(labels, importances) };
  return {
    ...{ measurement, seconds, ...told },
    estimate: meter.estimate(metered, 'over'),
    ...(spec.guess && { shares: meter.shares('over').map((share, k) => ({ ...share, truth: mass[k] / whole })) }),
    remarks: meter.remarks(metered, 'over', truth),
    ...(judges && mistakes && ran && { ofModel: meter.ofModel(ran, finished(mistakes()), 'over') }),
    ...(ran?.stopping && { stop: stopped(ran.stopping) }),
    ...(buyer !== undefined && { fresh: buyer.judge(fresh(home), home) }),
    passiveError: isDeepStrictEqual(spec, plainest(spec)) ? testErrorOf(measurement) : plainestError(queried, spec, split),
  };
}

/** What the account of guesses takes, to tell what the audit of a ledger of the run does. */
function sharesOfGuesses(spec: RunSpec, pool: Dataset, record: Recorded = 'considered'): MeteredShares {
  const header = { record, spec, data: { rows: pool.rows.length }, ...minimaOf(spec, pool) };
  return { classes: judgeOf(spec).classes!, assistance: assistanceOf(header) };
}

/** The same of one that buys single costs. */
export function watchCosts(spec: CostsSpec, split: Split): WatchedCosts {
  const start = performance.now();
  const { measurement, progressive, tested } = simulateCosts(spec, split);
  const seconds = (performance.now() - start) / 1000;
  const { bought } = measurement.curve.at(-1)!;
  return { measurement, seconds, confusion: (tested ?? progressive).confusion, passiveError: plainestError(bought, spec, split) };
}

/** A model that a run of two classes or of several ends with. */
type Model = MarginLearner | Reduction;

interface Simulated extends Pick<WatchedLabels, 'measurement' | 'seconds'>, Pick<Final<Model>, 'mistakes'> {
  readonly home: Model;
  readonly told: Pick<WatchedLabels, 'classes' | 'confusion'>;
}

/** With what a screen shows beside an error: of two classes how each fares, of several what was taken for what. */
function simulated(spec: RunSpec, split: Split, observer: Observer<never>): Simulated {
  if (isOfSeveral(spec)) {
    const { progressive, ...run } = simulateClasses(spec, split, observer);
    const { test } = splitWithConstant(split, spec);
    const judged = test === undefined ? progressive : judgedOn(run.home, test, spec.classes);
    return { ...run, told: { confusion: judged.confusion } };
  }
  const run = simulate({ ...spec, errors: 'by class' }, split, undefined, observer);
  const { curve, final } = run.measurement;
  const { smallerClass, balancedError, fScore } = { ...curve.at(-1)!, ...(split.test !== undefined && final) };
  return { ...run, told: { classes: { smallerClass: smallerClass!, balancedError: balancedError!, fScore: fScore! } } };
}

function onLedger(
  run: (observer: Observer<AnyActiveLearner>) => Simulated,
  spec: RunSpec,
  { train: { rows, labels } }: Split,
  { file, header }: NonNullable<FirstRun['ledger']>,
  { watch, fresh }: { readonly watch: Observer<AnyActiveLearner>; readonly fresh: (home: Model) => readonly FreshDraft[] },
): Simulated {
  const annotator = buildAnnotator(spec, buildLoss(spec), rows, labels);
  const ledger = backgroundLedger(file, header);
  try {
    const recorder = new Recorder({ record: header.record, cost: (row) => annotator.cost(row), take: ledger.take, watch });
    const result = run(recorder);
    recorder.end(result.measurement.curve.at(-1)!.progressiveError);
    for (const draft of fresh(result.home)) ledger.take(draft);
    return result;
  } finally {
    ledger.finish();
  }
}

function testErrorOf({ final, curve }: WatchedLabels['measurement']): number | null {
  return (final ?? curve.at(-1)!).testError;
}

function plainestError(bought: number, spec: SimulatedSpec, split: Split): number | null {
  if (split.test === undefined) return null;
  const stopped = { ...plainest(spec), budget: bought, perDecade: 1 };
  const measured = (): number | null => {
    if (buysCosts(stopped)) return simulateCosts(stopped, split).measurement.test!.error;
    // What comes behind the last label changes nothing, where every label costs the same and comes at once.
    const ended = { ...stopped, ...(stopped.oracle === undefined && { endsWithBudget: true as const }) };
    const { measurement } = isOfSeveral(ended) ? simulateClasses(ended, split) : simulate(ended, split);
    return testErrorOf(measurement);
  };
  return caught(DivergenceError, measured, () => null);
}

/** What fresh labels say of the model in the end, on the rows that it did not learn; the same in words, and by their true labels. */
export interface Fresh extends ReturnType<typeof estimateFields>, Pick<FreshEstimate, 'labels' | 'classes'> {
  /** Rows that the model did not learn. */
  readonly rows: number;
  readonly text: string;
  /** null where there is no such row. */
  readonly trueError: number | null;
  /** Absent where there are more than two classes. */
  readonly trueClasses?: ByClass<number | null>;
}

/** Remembers what a run learns, and buys labels of the other rows when it is over; of two classes or of several. */
export function freshBuyer(spec: RunSpec, split: Split) {
  const learned = new Set<number>();
  // Built for no rows: it tells what a model says of a row, and whether that is wrong.
  const active = buildAnyActiveLearner(spec, NO_POOL);
  const { rows: known } = split.train;
  const drawn = { seed: spec.seed, rows: known.length, checksum: poolChecksum(known), pass: 0 };
  const left = (): Uint32Array => freshRows({ ...drawn, isLearned: (row) => learned.has(row) });
  const stream = () => {
    const { train } = splitWithConstant(split, spec);
    return { rows: train.rows, labels: isOfSeveral(spec) ? train.labels : labelsFor(buildLoss(spec), train) };
  };
  return {
    answered(i: number, answer: Answer): void {
      if (answer !== 'abstains') learned.add(i);
    },
    /** So many, or all that there are. */
    buy(wanted: number, model: Stateful): FreshDraft[] {
      const { rows, labels } = stream();
      const annotator = buildAnnotator(spec, buildLoss(spec), rows, labels);
      return Array.from(left().subarray(0, wanted), (row): FreshDraft => {
        const answer = annotator.answer(row);
        const prediction = active.predictionOf(model, rows, row);
        return { entry: 'fresh', row, prediction, label: answer === 'abstains' ? null : answer, cost: annotator.cost(row) };
      });
    },
    judge(bought: readonly FreshDraft[], model: Stateful): Fresh {
      const { rows, labels } = stream();
      const others = left();
      const found = freshEstimate(others.length, active.judge, bought);
      const truth = isOfSeveral(spec) ? undefined : new ClassMeasures(buildLoss(spec));
      let mistakes = 0;
      for (const row of others) {
        const p = active.predictionOf(model, rows, row);
        truth?.record(p, labels[row]);
        if (active.judge.isWrong(p, labels[row])) mistakes++;
      }
      return {
        labels: found.labels,
        rows: others.length,
        ...estimateFields(found.estimate),
        classes: found.classes,
        text: finalText(found),
        trueError: others.length === 0 ? null : mistakes / others.length,
        ...(truth && { trueClasses: truth.summary }),
      };
    },
  };
}

/** The spec of a simulated run: labels of two classes or, where it has a `reduction`, of several are bought, or single costs. */
export type SimulatedSpec = RunSpec | CostsSpec;

/** Whether a run buys single costs. */
export function buysCosts(spec: SimulatedSpec): spec is CostsSpec {
  return 'rule' in spec;
}

/** The run that others are compared with: the same learner on the same stream with every label, or every cost. */
export function plainest(spec: SimulatedSpec): SimulatedSpec {
  return buysCosts(spec) ? { ...present({ ...spec, budget: undefined }), rule: { name: 'every-cost' } } : passiveOf(spec);
}

/** A run, and the name that figures and tables give it. */
export interface Contestant {
  readonly label: string;
  readonly spec: SimulatedSpec;
}

/**
 * The runs on every seed from their own on, and beside those of a seed the plainest run, unless it is one of them. Streams and coins
 * are drawn anew; the test part stays the same.
 */
export function onSeeds(runs: readonly Contestant[], seeds: number): Contestant[] {
  return Array.from({ length: seeds }, (_, s) => s).flatMap((s) => {
    const seeded = runs.map(({ label, spec }): Contestant => ({ label, spec: { ...spec, seed: spec.seed + s } }));
    const spec = plainest(seeded[0].spec);
    const label = buysCosts(spec) ? 'every cost' : 'passive, every label';
    return [...seeded.filter((run) => !isDeepStrictEqual(run.spec, spec)), { label, spec }];
  });
}
