import { BackgroundLedger } from '../../ledger/file/background-ledger.ts';
import type { Header } from '../../ledger/entry.ts';
import { Recorder } from '../../ledger/recorder.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import { buildAnnotator, buildLearner, buildQuery } from '../../specs/build.ts';
import { labelsFor } from '../../specs/labels-for.ts';
import { simulate } from '../../studies/cells/simulate.ts';
import type { Measurement } from '../../streams/measurement.ts';
import type { Split } from '../../rows/split.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import type { Observer } from '../../streams/active-learn.ts';
import { ErrorMeter } from '../../streams/error-meter.ts';
import { passiveErrorAfter } from './passive.ts';
import { smallerClass } from '../../streams/remarks.ts';

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
}

export function simulateWatched(spec: RunSpec, split: Split, ledger: LedgerRequest | undefined): Watched {
  const { train } = split;
  const meter = new ErrorMeter();
  const measured = ledger === undefined ? simulate(spec, split, undefined, meter) : simulateOnLedger(spec, split, ledger, meter);
  const learner = buildLearner(spec, 1);
  const active = { learner, query: buildQuery(spec, 1) };
  const { progressiveError: error } = measured.measurement.curve.at(-1)!;
  const truth = {
    rows: train.rows.length,
    error,
    smallerClass: smallerClass(learner.loss, labelsFor(learner.loss, train), train.importances),
  };
  return {
    ...measured,
    estimate: meter.estimate(active, 'over'),
    remarks: meter.remarks(active, 'over', truth),
    passiveError: passiveErrorAfter(measured.measurement.curve.at(-1)!.queried, spec, split),
  };
}

function simulateOnLedger(
  spec: RunSpec,
  split: Split,
  { file, header }: LedgerRequest,
  watch: Observer,
): ReturnType<typeof simulate> {
  const { rows, labels } = split.train;
  const annotator = buildAnnotator(spec, buildLearner(spec, 1).loss, rows, labels);
  const ledger = new BackgroundLedger(file, header);
  try {
    const recorder = new Recorder({ record: header.record, cost: (row) => annotator.cost(row), take: ledger.take, watch });
    const result = simulate(spec, split, undefined, recorder);
    recorder.end(result.measurement.curve.at(-1)!.progressiveError);
    return result;
  } finally {
    ledger.finish();
  }
}
