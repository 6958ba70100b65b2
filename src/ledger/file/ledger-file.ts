import { lockFile } from '../../files/lock.ts';
import type { Work } from '../../numerics/work.ts';
import type { Answer } from '../../streams/oracles/annotator.ts';
import type { AnyActiveLearner } from '../../streams/active-learner.ts';
import { continueLedger, type LedgerWriter } from './appender.ts';
import { isKnown } from '../entry.ts';
import type {
  CorrectionEntry,
  Draft,
  FreshDraft,
  Header,
  KnownEntry,
  Line,
  OpinionEntry,
  PassEntry,
  Testimony,
} from '../entry.ts';
import { textOf } from './line.ts';
import type { LedgerPlace } from './memory-ledger.ts';
import { ModelChain, type Chained } from '../model-chain.ts';
import { cutOffRemark, headerOfPass, readLedger, readLedgerIfAny, type Ledger } from './read-ledger.ts';
import { type LabelsLeft, verifierOf } from '../replay/recorded-oracle.ts';
import type { Recorder } from '../recorder.ts';
import { replay, type Pauses, type Stream } from '../replay/replay.ts';
import { requireSameRun } from '../replay/same-run.ts';

/** Lines printed in a piece of work; lines that may wait to be printed while somebody reads the next question, which bounds their memory. */
const [PIECE, MOST_UNPRINTED] = [500, 65_536];

/**
 * A ledger that is written while somebody labels: what it says is on the disk before the next question.
 *
 * Opening locks it, cuts off what a dying process left half written, and compares the header. The entries that are there already
 * have to be met again first (`resume`): the run is computed anew and held against them, and whatever it says beyond them is
 * appended. After an `undo` the run may go back to any earlier place; what it says again from there on is in the file already, up
 * to the position that was taken back. An answer is one write and one fsync; examples that were passed over can be computed again
 * and wait for the next one.
 *
 * @throws DataError: those of the lock, of reading and of replaying; a ledger of other data or another spec; a disk that takes no more,
 * after which everything written before is valid.
 */
export class LedgerFile {
  /** What it was begun with. */
  readonly header: Header;
  /** What of it was cut off; undefined where all of it counts. */
  readonly remark: string | undefined;
  #chain: ModelChain;
  /** What it said when it was opened, until that has been met again. */
  #ledger: Ledger | undefined;
  #verifier: ReturnType<typeof verifierOf> | undefined;
  /** Entries up to here are in the file. */
  #known = 0;
  readonly #place: LedgerPlace;
  readonly #writer: LedgerWriter;
  readonly #release: () => void;
  /** Lines that wait for the next one that must be safe: those that are printed, then those that are not. */
  #waiting = '';
  #unprinted: Line[] = [];

  /** To be had from `openLedger`. */
  constructor(place: LedgerPlace, ledger: Ledger, writer: LedgerWriter, release: () => void) {
    this.remark = cutOffRemark(ledger);
    this.header = ledger.header;
    this.#place = place;
    this.#ledger = ledger;
    this.#chain = ModelChain.of(ledger);
    this.#verifier = verifierOf(ledger);
    this.#writer = writer;
    this.#release = release;
  }

  /** What it said when it was opened, until that has been met again. */
  get said(): Ledger | undefined {
    return this.#ledger;
  }

  /** What a recorder hands its drafts to. */
  readonly take = (draft: Draft): void => {
    const entry = this.#chain.seal(draft);
    if (this.#verifier?.isDone === false) {
      this.#verifier.check(entry);
      return;
    }
    if (entry.entry === 'example' && entry.position < this.#known) return;
    this.#add(entry);
    // What an earlier pass knows is computed again.
    if (entry.entry !== 'example' || (entry.outcome === 'asked' && !isKnown(entry))) this.#write();
  };

  /**
   * Brings a fresh active learner, and the recorder that hands its drafts to this file, to where the ledger was left; gives the
   * ledger.
   *
   * @throws DataError, with the line, where the entries are not those of the run.
   */
  *resume(
    active: AnyActiveLearner,
    stream: Stream,
    left: LabelsLeft,
    recorder: Recorder,
    pauses?: (ledger: Ledger) => Pauses,
  ): Work<Ledger> {
    const [ledger, verifier] = [this.#ledger!, this.#verifier!];
    yield* replay(ledger, active, stream, left, recorder, pauses?.(ledger));
    verifier.requireDone();
    // A long ledger takes more memory than all else.
    this.#ledger = undefined;
    this.#verifier = undefined;
    return ledger;
  }

  /** The place of the run, to be handed to `undo`. */
  place(): Chained {
    return this.#chain.state();
  }

  /**
   * Takes back everything from the example at this position on. The run goes on from an earlier place, and says again what was
   * there. `testimony`: what is said of the undo.
   */
  undo(position: number, place: Chained, testimony: Testimony = {}): void {
    this.#add({ entry: 'undo', position, ...testimony });
    this.#write();
    this.#chain.restore(place);
    this.#known = position;
  }

  /** Corrects an answer: the run begins anew, and meets what the ledger says (`resume`). */
  *correct(correction: Omit<CorrectionEntry, 'entry'>): Work<void> {
    this.#add({ entry: 'correction', ...correction });
    this.#write();
    const ledger = (yield* readLedger(this.#place))!;
    [this.#ledger, this.#chain, this.#verifier, this.#known] = [ledger, ModelChain.of(ledger), verifierOf(ledger), 0];
  }

  /** Keeps a label that was bought after the end, which nothing learns. */
  keepFresh(draft: FreshDraft): void {
    this.#add({ ...draft, model: this.#chain.model });
    this.#write();
  }

  /** Keeps what one of several people has answered. */
  keepOpinion(
    { position, row }: Pick<OpinionEntry, 'position' | 'row'>,
    answer: Answer,
    said: Omit<Testimony, 'annotator'> & Pick<OpinionEntry, 'annotator'>,
  ): void {
    this.#add({ entry: 'opinion', position, row, label: answer === 'abstains' ? null : answer, ...said });
    this.#write();
  }

  /** Takes fresh labels back: all but the first ones. */
  undoFresh(labels: number, testimony: Testimony = {}): void {
    this.#add({ entry: 'undo-fresh', labels, ...testimony });
    this.#write();
  }

  /** Writes what waits and lets the ledger go. */
  close(): void {
    try {
      this.#write();
    } finally {
      this.#writer.close();
      this.#release();
    }
  }

  /** Prints what waits: a line takes longer than considering its row does. */
  *ahead(): Work<void> {
    while (this.#unprinted.length > 0) {
      this.#print(this.#unprinted.splice(0, PIECE));
      yield;
    }
  }

  #add(entry: Line): void {
    this.#unprinted.push(entry);
    if (this.#unprinted.length === MOST_UNPRINTED) this.#print(this.#unprinted.splice(0));
  }

  #print(lines: readonly Line[]): void {
    this.#waiting += textOf(lines, this.header['iwal-ledger']);
  }

  #write(): void {
    this.#print(this.#unprinted.splice(0));
    const text = this.#waiting;
    if (text === '') return;
    this.#waiting = '';
    this.#writer.append(text);
    this.#writer.sync();
  }
}

/** The first line of a further pass, after a ledger that is over. */
export type Begin = (before: Ledger) => PassEntry;

/** What a ledger, or a pass of it, is begun with. */
export interface Beginning {
  readonly begin?: Begin;
  /** Sealed; as many as the header says. */
  readonly known?: readonly KnownEntry[];
}

/**
 * Opens the ledger of a run, or begins it where there is none; `now` is what a second process is told about this one. With
 * `begin` the last pass is one before that of the run, which is begun. A ledger that is begun says first which labels are `known`.
 *
 * @throws DataError where another process holds the ledger, and for those of reading it; for a ledger of other data or another spec;
 * for a disk that takes no more.
 */
export function* openLedger(
  place: LedgerPlace,
  header: Header,
  now: string,
  { begin, known = [] }: Beginning = {},
): Work<LedgerFile> {
  const release = typeof place === 'string' ? lockFile(place, 'a ledger', now) : () => undefined;
  // Work may be left off between two pieces.
  let isOpen = false;
  try {
    const found = yield* readLedgerIfAny(place);
    const first = begin === undefined || found === undefined ? undefined : begin(found);
    // What a pass may have of its own is in its spec.
    if (found !== undefined) requireSameRun(found, first === undefined ? header : { ...header, spec: found.header.spec });
    const writer = continueLedger(place, found, header, known);
    const empty = { file: String(place), header, entries: [], lines: [], undos: 0, bytes: 0, isTerminated: true, cutOff: 0 };
    let ledger: Ledger = found ?? { ...empty, ...(known.length > 0 && { known }) };
    if (found !== undefined && first !== undefined) {
      writer.append(textOf([first], header['iwal-ledger']));
      writer.sync();
      ledger = { ...empty, header: headerOfPass(found.header, first), cutOff: found.cutOff, before: found };
    }
    const opened = new LedgerFile(place, ledger, writer, release);
    isOpen = true;
    return opened;
  } finally {
    if (!isOpen) release();
  }
}
