import { presentIn } from '../../numerics/present.ts';
import type { Work } from '../../numerics/work.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import { activeLearn, type Stream as Considered } from '../../streams/passes/active-learn.ts';
import { JudgedErrors } from '../../streams/measures/judged-errors.ts';
import { EntryColumns, type Entries } from '../entries.ts';
import { settledIn } from '../corrections.ts';
import type { ExampleEntry } from '../entry.ts';
import { ModelChain } from '../model-chain.ts';
import { importancesFor } from '../pool-identity.ts';
import { type Ledger, uncorrected } from '../file/read-ledger.ts';
import { recordedOracle, type LabelsLeft, TESTIMONY, verifierOf, WANTED } from './recorded-oracle.ts';
import { Recorder, type RecorderOptions } from '../recorder.ts';

/**
 * The stream of the run, with the importances that the data give; which of them were learned with the ledger says
 * (ledger/pool-identity.ts).
 */
export interface Stream extends Considered {
  /** The true labels as the loss reads them, where somebody knows them. */
  readonly labels?: Float64Array;
}

/** Where to look at a run that is replayed. */
export interface Pauses {
  /** Numbers of examples after each of which to stop, ascending. */
  readonly after: readonly number[];
  /** Called at each of these places. */
  readonly look: () => void;
}

const NONE: Pauses = { after: [], look: () => undefined };

/** Examples a piece of the work. */
const PIECE = 1000;

/**
 * Runs the recorded part of a ledger again: the same loop over the same stream, with the ledger's answers.
 *
 * The active learner, fresh before, is then in exactly the state in which the ledger was left, and every entry has been told to
 * the recorder again, whose `take` can hold it against what is written (recorded-oracle.ts, ledger/file/ledger-file.ts). Works for both
 * kinds of record: what a ledger of purchases leaves out is computed. What was decided before a correction is taken from the ledger.
 *
 * Returns the share of wrong predictions by the true labels; null without them or without examples.
 *
 * @throws DataError where a purchase is not the one that the run would make; whatever `take` throws.
 */
export function* replay(
  ledger: Ledger,
  active: AnyActiveLearner,
  stream: Stream,
  left: LabelsLeft,
  recorder: Recorder,
  pauses = NONE,
): Work<number | null> {
  const { rows, order, labels, importances: given } = stream;
  const { header } = ledger;
  const importances = importancesFor(header, given);
  // Runs of format 1 judged with importances that they did not learn with.
  const errors = new JudgedErrors(
    active.judge,
    labels ?? new Float64Array(rows.length),
    header['iwal-ledger'] === 1 ? given : importances,
  );
  const considered = { rows, order, ...(importances !== undefined && { importances }) };
  const examples = examplesIn(ledger);
  const oracle = recordedOracle(ledger, left);
  active.decidesAs(decisionsBefore(ledger));
  let [from, pause] = [0, 0];
  while (from < examples) {
    const stop = pauses.after.at(pause) ?? examples;
    const to = Math.min(from + PIECE, stop, examples);
    activeLearn(active, considered, oracle, errors, from, to, recorder);
    from = to;
    if (to === pauses.after.at(pause)) {
      pauses.look();
      pause++;
    }
    yield;
  }
  active.decidesAs(undefined);
  recorder.flush();
  const last = ledger.entries.at(-1);
  const error = labels === undefined || examples === 0 ? null : errors.error;
  if (last?.entry === 'end') recorder.end(last.progressiveError === null ? null : (error ?? last.progressiveError));
  return error;
}

/** The decisions of the examples before a correction, to be asked for in their order; undefined for others. */
function decisionsBefore(ledger: Ledger): ((time: number) => ExampleEntry | undefined) | undefined {
  const settled = settledIn(ledger);
  let n = 0;
  let last: ExampleEntry | undefined;
  return settled === 0
    ? undefined
    : (time) => {
        while (n < settled && (last === undefined || last.position < time)) {
          const entry = ledger.entries.at(n++)!;
          if (entry.entry === 'example') last = entry;
        }
        return last?.position === time ? last : undefined;
      };
}

/** What a verified ledger says besides what is written. */
export interface Verified {
  /** What the ledger would say, had it recorded every example considered. */
  readonly entries: Entries;
  /** Share of wrong predictions by the true labels; null without them or without examples. */
  readonly progressiveError: number | null;
  /** What was not computed, in words. */
  readonly asRecorded: readonly string[];
}

/** What the oracle of a run charges, and how far its budget reaches. */
export interface Accounts extends Pick<RecorderOptions, 'cost'> {
  readonly left: LabelsLeft;
}

/**
 * Replays a ledger and compares every entry bit for bit; only the answers are given, everything else is computed. A ledger with
 * corrections is first computed anew as it was before each of them, by a learner of its own each.
 *
 * Returns what the ledger says, and the learner, one that `build` made, in the state in which the ledger was left.
 *
 * @throws DataError, with the line, at the first entry that differs.
 */
export function* verify(
  ledger: Ledger,
  build: () => AnyActiveLearner,
  stream: Stream,
  { cost, left }: Accounts,
): Work<Verified & { readonly active: AnyActiveLearner }> {
  const before = uncorrected(ledger);
  if (before !== undefined) yield* verify(before, build, stream, { cost, left });
  const active = build();
  const verifier = verifierOf(ledger);
  const chain = ModelChain.of(ledger);
  const isComplete = ledger.header.record === 'considered';
  const entries = new EntryColumns();
  const recorder = new Recorder({
    record: 'considered',
    cost,
    take(draft) {
      const entry = chain.seal(draft);
      if (!isComplete) entries.push(entry);
      if (isComplete || entry.entry !== 'example' || entry.outcome === 'asked') verifier.check(entry);
    },
  });
  const progressiveError = yield* replay(ledger, active, stream, left, recorder);
  verifier.requireDone();
  return { entries: isComplete ? ledger.entries : entries, progressiveError, asRecorded: asRecorded(ledger, stream), active };
}

function asRecorded({ entries }: Ledger, { labels }: Stream): string[] {
  const end = entries.at(-1);
  const hasError = end?.entry === 'end' && end.progressiveError !== null;
  let [isTold, areWanted] = [false, false];
  for (const entry of entries) {
    isTold ||= TESTIMONY.some((name) => name in entry);
    areWanted ||= WANTED.some((name) => name in entry);
  }
  return presentIn([
    'the answers',
    labels === undefined && hasError && 'the true error',
    isTold && 'who answered, when, and notes',
    areWanted && 'how many questions were asked together, and when their answers came',
  ]);
}

/** Examples considered up to the last entry. */
export function examplesIn({ entries }: Pick<Ledger, 'entries'>): number {
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
