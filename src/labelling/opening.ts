import { assistanceOf, floorOf, isKnown, type Draft, type Header, type Testimony } from '../ledger/entry.ts';
import { openLedger, type Beginning, type LedgerFile } from '../ledger/file/ledger-file.ts';
import { startOf, type PassParts } from '../ledger/passes.ts';
import { importancesFor } from '../ledger/pool-identity.ts';
import { Recorder } from '../ledger/recorder.ts';
import type { Accounts } from '../ledger/replay/replay.ts';
import type { Work } from '../numerics/work.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import { consideredOf, type Start } from '../specs/run.ts';
import type { AnyActiveLearner } from '../streams/active-learner.ts';
import type { Stream } from '../streams/passes/active-learn.ts';
import type { Answer } from '../streams/oracles/annotator.ts';
import { BandMeter } from '../streams/measures/band-meter.ts';
import { both } from '../streams/both.ts';
import { ErrorMeter, ShareMeter } from '../streams/measures/error-meter.ts';

/** Everything that decides a session but its answers. */
export interface Plan extends Beginning {
  /** The ledger; begun where there is none. */
  readonly file: string;
  readonly header: Header;
  /** What a second process is told about the time of this one. */
  readonly now: string;
  readonly rows: SparseRows;
  /** The rows' own; used by sessions that were begun with them. */
  readonly importances?: Float64Array;
  /** Who answers: stands in every answer that is written from now on. */
  readonly annotator?: string;
  /** The row at each position. */
  readonly order: Uint32Array;
  /** Labels that may be bought; Infinity without a budget. */
  readonly budget: number;
  /** An active learner at the start of a pass; of the first one if absent. */
  readonly build: (start?: Start) => AnyActiveLearner;
  /** Labels to be asked for after the end, which nothing learns; none if absent. */
  readonly fresh?: number;
  /** What earlier passes were made of. */
  readonly passes: PassParts;
}

/** What a session works with. */
export interface Parts {
  readonly ledger: LedgerFile;
  readonly recorder: Recorder;
  readonly meter: ErrorMeter;
  readonly shares: ShareMeter;
  /** Absent where the labels can certify nothing. */
  readonly band: BandMeter | undefined;
  /** What is considered. */
  readonly stream: Stream;
  /** What the pass begins with; undefined for the first one. */
  readonly start: Start | undefined;
}

/** Opens the ledger of a plan, or begins it; `use` makes a session of its parts, and the ledger is let go where that fails. */
export function* opened<S>(plan: Plan, use: (parts: Parts) => Work<S>): Work<S> {
  const { file, header, now } = plan;
  const ledger = yield* openLedger(file, header, now, plan);
  let isOpen = false;
  try {
    const start = yield* startOf(ledger.said!, plan.passes);
    const shares = new ShareMeter(ledger.header.classes?.length ?? 2, assistanceOf(ledger.header));
    const meter = new ErrorMeter(shares.ofGuesses);
    const band = bandOf(ledger.header);
    const meters = both<AnyActiveLearner>(meter, shares);
    const take = signing(ledger.take, plan.annotator);
    const recorder = new Recorder({
      record: header.record,
      cost: sessionCost,
      take,
      watch: band === undefined ? meters : both<AnyActiveLearner>(meters, band),
    });
    const importances = importancesFor(ledger.header, plan.importances);
    const stream = { rows: plan.rows, order: consideredOf(plan.order, start), ...(importances !== undefined && { importances }) };
    const session = yield* use({ ledger, recorder, meter, shares, band, stream, start });
    isOpen = true;
    return session;
  } finally {
    if (!isOpen) ledger.close();
  }
}

/** For a run whose smallest probability was known before the first question. */
function bandOf(header: Header): BandMeter | undefined {
  const minimum = floorOf(header);
  return minimum === undefined ? undefined : new BandMeter(minimum);
}

/** Takes drafts as `take` does, answers with the name of who gave them. */
function signing(take: (draft: Draft) => void, annotator: string | undefined): (draft: Draft) => void {
  const signature = signatureOf(annotator);
  return (draft) => {
    take(isTestimony(draft) ? Object.assign(draft, signature) : draft);
  };
}

/** Whether somebody has just said this. */
function isTestimony(draft: Draft): boolean {
  if (draft.entry === 'example') return draft.label !== undefined && !isKnown(draft);
  return draft.entry === 'answer';
}

/** What an entry says of who gave the answer. */
export function signatureOf(annotator: string | undefined): Pick<Testimony, 'annotator'> {
  return annotator === undefined ? {} : { annotator };
}

/**
 * What asking costs: nothing where somebody says that there is no answer. What is answered later is paid for when it is asked
 * (`refundOf`).
 */
export function sessionCost(_row: number, answer: Answer | 'later'): number {
  return answer === 'abstains' ? 0 : 1;
}

/** What is given back when a late answer comes: all that was paid, where nobody can tell. */
export function refundOf(row: number, answer: Answer): number {
  return sessionCost(row, 'later') - sessionCost(row, answer);
}

/** What a session of such a budget charges. */
export function sessionAccounts(budget: number): Accounts {
  return { cost: sessionCost, left: (_row, spent) => budget - spent };
}
