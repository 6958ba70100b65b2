import { BackgroundLedger } from '../../ledger/file/background-ledger.ts';
import type { FreshDraft, Header } from '../../ledger/entry.ts';
import { Recorder } from '../../ledger/recorder.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { buildLoss } from '../../specs/build-learner.ts';
import { buildAnnotator } from '../../specs/build.ts';
import { ruleTraits } from '../../specs/traits/rule-traits.ts';
import { simulate, type MeasuredSpec } from '../../studies/cells/simulate.ts';
import type { Measurement } from '../../streams/measures/measurement.ts';
import type { Split } from '../../rows/selection/split.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { ActiveLearner } from '../../streams/active-learner.ts';
import type { Observer } from '../../streams/passes/active-learn.ts';
import { judgeOfLoss } from '../../streams/judge.ts';
import { certifiedWords } from '../../streams/stopping/stop-words.ts';
import type { Stopping } from '../../streams/stopping/stopping.ts';
import type { ByClass } from '../../streams/measures/class-measures.ts';
import { ErrorMeter } from '../../streams/measures/error-meter.ts';
import { FreshBuyer, type Fresh } from './fresh.ts';
import { passiveErrorAfter } from './passive.ts';
import { smallerClass } from '../../rows/smaller-class.ts';

/** What is asked of the first run besides its measurement. */
export interface FirstRun {
  readonly ledger: LedgerRequest | undefined;
  /** Labels to buy after it. */
  readonly fresh: number | undefined;
}

/** Nothing. */
export const PLAIN: FirstRun = { ledger: undefined, fresh: undefined };

/** The ledger that a simulation is to keep. */
export interface LedgerRequest {
  readonly file: string;
  readonly header: Header;
}

/**
 * A simulation with what its labels say of its error, and with a ledger where one is asked for.
 *
 * Errors: DataError for a ledger that exists or a disk that takes no more.
 *
 * A run that was watched: what was measured of it by the truth, and what its labels alone say.
 */
export interface Watched {
  readonly measurement: Measurement;
  readonly seconds: number;
  readonly estimate: ErrorEstimate;
  readonly remarks: readonly string[];
  /** Test error of passive learning stopped after as many labels; null without a test part, and where it diverges. */
  readonly passiveError: number | null;
  /** What is certified of what the run waited for, and whether that ended it; absent where it waited for nothing. */
  readonly stop?: Stopped;
  /** What fresh labels say of the model in the end; absent where none were asked for. */
  readonly fresh?: Fresh;
  /** By the true labels: of the model in the end on the test part, of the predictions on the way where there is none. */
  readonly classes: Classes;
}

/** The end of a run with `--stop`. */
export interface Stopped {
  readonly isReached: boolean;
  /** An error that is not exceeded, or a recall that is reached, among so many rows considered. */
  readonly bound: number;
  readonly rows: number;
  readonly words: string;
}

/** How far the plain error can be trusted, and what to look at besides. */
export type Classes = ByClass<number | null>;

/** Simulates one run, and measures and records on its way what was asked for. */
export function simulateWatched(spec: RunSpec, split: Split, { ledger, fresh: wanted }: FirstRun): Watched {
  const { train } = split;
  const meter = new ErrorMeter();
  const buyer = wanted === undefined ? undefined : new FreshBuyer(spec, split);
  let ran: ActiveLearner | undefined;
  const watch: Observer = {
    considered(active, i) {
      ran = active;
      meter.considered(active, i);
    },
    answered(active, i, answer) {
      meter.answered(active, i, answer);
      buyer?.answered(i, answer);
    },
  };
  const fresh = (home: MarginLearner): readonly FreshDraft[] => (wanted === undefined ? [] : buyer!.buy(wanted, home));
  const { home, ...measured } =
    ledger === undefined ? simulate(byClass(spec), split, undefined, watch) : simulateOnLedger(spec, split, ledger, watch, fresh);
  const active = { query: ruleTraits(spec), classes: judgeOfLoss(buildLoss(spec)).classes };
  const { curve, final } = measured.measurement;
  const { progressiveError: error, queried, ...along } = curve.at(-1)!;
  const last = { ...along, ...(split.test !== undefined && final) };
  const truth = {
    rows: train.rows.length,
    error,
    smallerClass: smallerClass(train.labels, 0, train.importances),
  };
  return {
    ...measured,
    estimate: meter.estimate(active, 'over'),
    remarks: meter.remarks(active, 'over', truth),
    classes: { smallerClass: last.smallerClass!, balancedError: last.balancedError!, fScore: last.fScore! },
    ...stopped(ran?.stopping),
    ...(buyer !== undefined && { fresh: buyer.judge(fresh(home), home) }),
    passiveError: passiveErrorAfter(queried, spec, split),
  };
}

/** What ended a run that waits for a certificate. */
export function stopped(stopping: Stopping | undefined): { readonly stop?: Stopped } {
  if (stopping === undefined) return {};
  return { stop: { isReached: stopping.isReached, ...stopping.certified, words: certifiedWords(stopping) } };
}

/** A screen shows both classes wherever it shows an error. */
function byClass(spec: RunSpec): MeasuredSpec {
  return { ...spec, errors: 'by class' };
}

function simulateOnLedger(
  spec: RunSpec,
  split: Split,
  { file, header }: LedgerRequest,
  watch: Observer,
  fresh: (home: MarginLearner) => readonly FreshDraft[],
): ReturnType<typeof simulate> {
  const { rows, labels } = split.train;
  const annotator = buildAnnotator(spec, buildLoss(spec), rows, labels);
  const ledger = new BackgroundLedger(file, header);
  try {
    const recorder = new Recorder({ record: header.record, cost: (row) => annotator.cost(row), take: ledger.take, watch });
    const result = simulate(byClass(spec), split, undefined, recorder);
    recorder.end(result.measurement.curve.at(-1)!.progressiveError);
    for (const draft of fresh(result.home)) ledger.take(draft);
    return result;
  } finally {
    ledger.finish();
  }
}
