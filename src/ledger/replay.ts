/**
 * Runs the recorded part of a ledger again: the same loop over the same stream, with the ledger's answers.
 *
 * The active learner, fresh before, is then in exactly the state in which the ledger was left, and every entry has been told to the
 * recorder again, whose `take` can hold it against what is written (verifier.ts, ledger-file.ts). Works for both kinds of record: what
 * a ledger of purchases leaves out is computed.
 *
 * Errors: DataError where a purchase is not the one that the run would make; whatever `take` throws.
 */
import type { ActiveLearner } from '../streams/active-learner.ts';
import { activeLearn, type Stream as Considered } from '../streams/active-learn.ts';
import { ProgressiveValidation } from '../streams/progressive.ts';
import type { Entry } from './entry.ts';
import { ModelChain } from './model-chain.ts';
import type { Ledger } from './read-ledger.ts';
import { RecordedOracle, type LabelsLeft } from './recorded-oracle.ts';
import { Recorder } from './recorder.ts';
import { Verifier } from './verifier.ts';

export interface Stream extends Considered {
  /** The true labels as the loss reads them, where somebody knows them. */
  readonly labels?: Float64Array;
}

/** Returns the share of wrong predictions by the true labels; null without them or without examples. */
export function replay(ledger: Ledger, active: ActiveLearner, stream: Stream, left: LabelsLeft, recorder: Recorder): number | null {
  const { rows, labels, importances } = stream;
  const judge = new ProgressiveValidation(active.learner.loss, labels ?? new Float64Array(rows.length), importances);
  const examples = examplesIn(ledger);
  activeLearn(active, stream, new RecordedOracle(ledger, left), judge, 0, examples, recorder);
  recorder.flush();
  const last = ledger.entries.at(-1);
  if (last?.entry === 'end') recorder.end(last.progressiveError);
  return labels === undefined || examples === 0 ? null : judge.error;
}

export interface Verified {
  /** What the ledger would say, had it recorded every example considered. */
  readonly entries: readonly Entry[];
  /** Share of wrong predictions by the true labels; null without them or without examples. */
  readonly progressiveError: number | null;
}

/** Replays a ledger and compares every entry bit for bit; answers and their costs are given, everything else is computed. */
export function verify(ledger: Ledger, active: ActiveLearner, stream: Stream, left: LabelsLeft): Verified {
  const verifier = new Verifier(ledger);
  const chain = new ModelChain(ledger.header);
  const costs = new Map(ledger.entries.map((entry) => (entry.entry === 'example' ? [entry.row, entry.cost ?? 0] : [NaN, 0])));
  const entries: Entry[] = [];
  const recorder = new Recorder({
    record: 'considered',
    cost: (row) => costs.get(row)!,
    take(draft) {
      const entry = chain.seal(draft);
      entries.push(entry);
      if (ledger.header.record === 'considered' || entry.entry !== 'example' || entry.outcome === 'asked') verifier.check(entry);
    },
  });
  const progressiveError = replay(ledger, active, stream, left, recorder);
  verifier.requireDone();
  return { entries, progressiveError };
}

/** Examples considered up to the last entry. */
export function examplesIn({ entries }: Ledger): number {
  const last = entries.at(-1);
  if (last === undefined) return 0;
  switch (last.entry) {
    case 'example':
      return last.position + 1;
    case 'answer':
      return last.after;
    case 'end':
      return last.examples;
  }
}
