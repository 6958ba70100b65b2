import { parentPort, workerData } from 'node:worker_threads';
import type { Slots } from '../../../rows/building/growing.ts';
import type { Task } from './crew.ts';
import { type BlockParser, BlockWork } from './parser.ts';
import { type Rowed, sent } from './slots.ts';

/** What a thread of a crew is told. */
export interface Service<Options> {
  readonly file: string;
  readonly slots: Slots;
  readonly options: Options;
}

const told = workerData as Service<unknown>;

/** Does tasks (crew.ts): a message is one, the answer what came of it; the first answer says that tasks may come. */
export function serve(done: (task: never) => Rowed | undefined): void {
  parentPort!.on('message', (task: Task) => {
    const result = done(task as never);
    parentPort!.postMessage(result && sent(result, told.slots));
  });
  parentPort!.postMessage(undefined);
}

/** The same for blocks of text. */
export function serveBlocks<Piece extends Rowed>(parser: (file: string) => BlockParser<Piece>): void {
  const work = new BlockWork(() => parser(told.file), told.slots);
  serve(work.any.bind(work));
}
