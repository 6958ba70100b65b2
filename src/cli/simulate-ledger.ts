/**
 * A simulation that keeps a ledger.
 *
 * Errors: DataError for a ledger that exists or a disk that takes no more.
 */
import { BackgroundLedger } from '../ledger/background-ledger.ts';
import type { Header } from '../ledger/entry.ts';
import { Recorder } from '../ledger/recorder.ts';
import { buildAnnotator, buildLearner } from '../studies/build.ts';
import { simulate, type Split } from '../studies/simulate.ts';
import type { RunSpec } from '../studies/spec.ts';

export interface LedgerRequest {
  readonly file: string;
  readonly header: Header;
}

export function simulateOnLedger(spec: RunSpec, split: Split, { file, header }: LedgerRequest): ReturnType<typeof simulate> {
  const { rows, labels } = split.train;
  const annotator = buildAnnotator(spec, buildLearner(spec, 1).loss, rows, labels);
  const ledger = new BackgroundLedger(file, header);
  try {
    const recorder = new Recorder({ record: header.record, cost: (row) => annotator.cost(row), take: ledger.take });
    const result = simulate(spec, split, undefined, recorder);
    recorder.end(result.measurement.curve.at(-1)!.progressiveError);
    return result;
  } finally {
    ledger.finish();
  }
}
