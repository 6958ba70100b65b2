/**
 * A ledger that is written while somebody labels: what it says is on the disk before the next question.
 *
 * Opening locks it, cuts off what a dying process left half written, and compares the header. The entries that are there already
 * have to be met again first (`resume`): the run is computed anew and held against them, and whatever it says beyond them is
 * appended. An answer is one write and one fsync; examples that were passed over can be computed again and wait for the next one.
 *
 * Errors (DataError): those of the lock, of reading and of replaying; a ledger of other data or another spec; a disk that takes no
 * more, after which everything written before is valid.
 */
import { lockFile } from '../data/lock.ts';
import type { ActiveLearner } from '../streams/active-learner.ts';
import { continueLedger, type Appender } from './appender.ts';
import type { Draft, Header } from './entry.ts';
import { lineText } from './line.ts';
import { ModelChain } from './model-chain.ts';
import { readLedgerIfAny, type Ledger } from './read-ledger.ts';
import type { LabelsLeft } from './recorded-oracle.ts';
import type { Recorder } from './recorder.ts';
import { replay, type Stream } from './replay.ts';
import { requireSameRun } from './same-run.ts';
import { Verifier } from './verifier.ts';

export class LedgerFile {
  /** What it said when it was opened. */
  readonly ledger: Ledger;
  readonly #chain: ModelChain;
  readonly #verifier: Verifier;
  readonly #appender: Appender;
  readonly #release: () => void;
  /** Lines that wait for the next one that must be safe. */
  #waiting = '';

  /** To be had from `openLedger`. */
  constructor(ledger: Ledger, appender: Appender, release: () => void) {
    this.ledger = ledger;
    this.#chain = new ModelChain(ledger.header);
    this.#verifier = new Verifier(ledger);
    this.#appender = appender;
    this.#release = release;
  }

  /** What a recorder hands its drafts to. */
  readonly take = (draft: Draft): void => {
    const entry = this.#chain.seal(draft);
    if (!this.#verifier.isDone) {
      this.#verifier.check(entry);
      return;
    }
    this.#waiting += `${lineText(entry)}\n`;
    if (entry.entry !== 'example' || entry.outcome === 'asked') this.#write();
  };

  /** Brings a fresh active learner, and the recorder that hands its drafts to this file, to where the ledger was left. */
  resume(active: ActiveLearner, stream: Stream, left: LabelsLeft, recorder: Recorder): void {
    replay(this.ledger, active, stream, left, recorder);
    this.#verifier.requireDone();
  }

  /** Takes back everything from the example at this position on, and closes the file: to be opened again, with a fresh learner. */
  undo(position: number): void {
    this.#waiting += `${lineText({ entry: 'undo', position })}\n`;
    this.close();
  }

  /** Writes what waits and lets the ledger go. */
  close(): void {
    try {
      this.#write();
    } finally {
      this.#appender.close();
      this.#release();
    }
  }

  #write(): void {
    const text = this.#waiting;
    if (text === '') return;
    this.#waiting = '';
    this.#appender.append(text);
    this.#appender.sync();
  }
}

/** Opens the ledger of a run, or begins it where there is none; `now` is what a second process is told about this one. */
export function openLedger(file: string, header: Header, now: string): LedgerFile {
  const release = lockFile(file, 'a ledger', now);
  try {
    const found = readLedgerIfAny(file);
    if (found !== undefined) requireSameRun(found, header);
    const ledger = found ?? { file, header, entries: [], lines: [], undos: 0, bytes: 0, isTerminated: true };
    return new LedgerFile(ledger, continueLedger(file, found, header), release);
  } catch (error) {
    release();
    throw error;
  }
}
