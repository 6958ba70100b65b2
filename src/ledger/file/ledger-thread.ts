import { parentPort, workerData } from 'node:worker_threads';
import { DataError } from '../../files/data-error.ts';
import { appenderOf } from './appender.ts';
import { examplesOf } from './block.ts';
import type { Draft, FreshDraft, Header } from '../entry.ts';
import { textOf } from './line.ts';
import { ModelChain } from '../model-chain.ts';
import { writingProgress } from './writing-progress.ts';

/** The thread of a ledger in the background: makes lines of what it is sent and writes them. */
export interface LedgerWork {
  readonly file: string;
  readonly header: Header;
  /** An open file, and where it ends. */
  readonly descriptor: number;
  readonly bytes: number;
  readonly memory: SharedArrayBuffer;
}

/** A block of examples, or what does not fit into one. */
export type Message = Float64Array<ArrayBuffer> | Draft | FreshDraft;

const { file, header, descriptor, bytes, memory } = workerData as LedgerWork;
const progress = writingProgress(memory);
const appender = appenderOf(file, descriptor, bytes);
const chain = new ModelChain(header);

parentPort!.on('message', (message: Message) => {
  try {
    if (progress.failure !== undefined) return;
    const drafts = message instanceof Float64Array ? Array.from(examplesOf(message)) : [message];
    const lines = drafts.map((draft) => (draft.entry === 'fresh' ? { ...draft, model: chain.model } : chain.seal(draft)));
    appender.append(textOf(lines, header['iwal-ledger']));
  } catch (error) {
    progress.fail(error instanceof DataError ? error.found : String(error));
  } finally {
    progress.done();
  }
});
