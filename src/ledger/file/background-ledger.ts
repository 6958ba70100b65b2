import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import { beginLedger, LEGAL_DISK, type Appender } from './appender.ts';
import { Block } from './block.ts';
import type { Draft, FreshDraft, Header } from '../entry.ts';
import type { LedgerWork, Message } from './ledger-thread.ts';
import { WritingProgress } from './writing-progress.ts';
import { threadFile } from '../../files/own-package.ts';

const { Worker } = builtin('node:worker_threads');

/** Messages that may wait to be written. */
const AHEAD = 64;

/**
 * The ledger of a simulation, written by a thread of its own: printing the numbers of a line takes several times as long as
 * learning an example does. The loop only copies them into a block.
 *
 * Everything here returns when it is done, like the loop itself. A writer that falls far behind is waited for. A simulation can
 * be run again, so that nothing waits for the disk.
 *
 * @throws DataError: a file that exists; a disk that takes no more, as soon as the thread has met it; what was written before is valid.
 */
export class BackgroundLedger {
  readonly #file: string;
  readonly #appender: Appender;
  readonly #worker: InstanceType<typeof Worker>;
  readonly #progress = new WritingProgress();
  readonly #block = new Block();
  #posted = 0;

  /** Begins a ledger where no file is. */
  constructor(file: string, header: Header) {
    this.#file = file;
    this.#appender = beginLedger(file, header);
    const work: LedgerWork = { file, header, ...this.#appender.place, memory: this.#progress.memory };
    this.#worker = new Worker(threadFile('ledger/file/ledger-thread'), { workerData: work });
    this.#worker.unref();
  }

  /** What a recorder hands its drafts to. */
  readonly take = (draft: Draft | FreshDraft): void => {
    if (draft.entry === 'example') {
      this.#block.add(draft);
      if (this.#block.isFull) this.#post(this.#block.take());
      return;
    }
    this.#sendBlock();
    this.#post(draft);
  };

  /** Returns when everything is written. */
  finish(): void {
    this.#sendBlock();
    this.#progress.waitFor(this.#posted);
    this.#requireWriting();
    this.#close();
  }

  #sendBlock(): void {
    if (!this.#block.isEmpty) this.#post(this.#block.take());
  }

  #post(message: Message): void {
    this.#requireWriting();
    this.#progress.waitFor(this.#posted - AHEAD);
    this.#worker.postMessage(message, message instanceof Float64Array ? [message.buffer] : []);
    this.#posted++;
  }

  #requireWriting(): void {
    const found = this.#progress.failure;
    if (found === undefined) return;
    this.#close();
    throw new DataError({ file: this.#file, found, legal: LEGAL_DISK });
  }

  #close(): void {
    void this.#worker.terminate();
    this.#appender.close();
  }
}
