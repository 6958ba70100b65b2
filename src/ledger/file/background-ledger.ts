import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import { beginLedger, LEGAL_DISK } from './appender.ts';
import { Block } from './block.ts';
import type { Draft, FreshDraft, Header } from '../entry.ts';
import type { LedgerWork, Message } from './ledger-thread.ts';
import { writingProgress } from './writing-progress.ts';
import { threadFile } from '../../files/own-package.ts';

const { Worker } = builtin('node:worker_threads');

/** Messages that may wait to be written. */
const AHEAD = 64;

/**
 * Begins the ledger of a simulation where no file is; it is written by a thread of its own: printing the numbers of a line takes several times as long as
 * learning an example does. The loop only copies them into a block.
 *
 * Everything here returns when it is done, like the loop itself. A writer that falls far behind is waited for. A simulation can
 * be run again, so that nothing waits for the disk.
 *
 * @throws DataError: a file that exists; a disk that takes no more, as soon as the thread has met it; what was written before is valid.
 */
export function backgroundLedger(file: string, header: Header) {
  const appender = beginLedger(file, header);
  const progress = writingProgress();
  const work: LedgerWork = { file, header, ...appender.place, memory: progress.memory };
  const worker = new Worker(threadFile('ledger/file/ledger-thread'), { workerData: work });
  worker.unref();
  const block = new Block();
  let posted = 0;
  const close = (): void => {
    void worker.terminate();
    appender.close();
  };
  const requireWriting = (): void => {
    const found = progress.failure;
    if (found === undefined) return;
    close();
    throw new DataError({ file, found, legal: LEGAL_DISK });
  };
  const post = (message: Message): void => {
    requireWriting();
    progress.waitFor(posted - AHEAD);
    worker.postMessage(message, message instanceof Float64Array ? [message.buffer] : []);
    posted++;
  };
  const sendBlock = (): void => {
    if (!block.isEmpty) post(block.take());
  };
  return {
    /** What a recorder hands its drafts to. */
    take: (draft: Draft | FreshDraft): void => {
      if (draft.entry === 'example') {
        block.add(draft);
        if (block.isFull) post(block.take());
        return;
      }
      sendBlock();
      post(draft);
    },
    /** Returns when everything is written. */
    finish(): void {
      sendBlock();
      progress.waitFor(posted);
      requireWriting();
      close();
    },
  };
}
