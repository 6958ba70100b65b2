import { parentPort, workerData } from 'node:worker_threads';
import type { Service, Task } from './crew.ts';
import { type BlockParser, BlockWork } from './parser.ts';
import { type Rowed, sent } from './slots.ts';
import { ifPossible } from '../../../files/if-possible.ts';

/** Does tasks (crew.ts): a message is one, the answer what came of it; the first answer says that tasks may come. */
export function serve(done: (task: never) => Rowed): void {
  const { slots } = workerData as Service<unknown>;
  parentPort!.on('message', (task: Task) => {
    const result = ifPossible(() => done(task as never));
    parentPort!.postMessage(result && sent(result, slots));
  });
  parentPort!.postMessage(undefined);
}

/** The same for blocks of text. */
export function serveBlocks<Piece extends Rowed>(parser: () => BlockParser<Piece>): void {
  const work = new BlockWork(parser, (workerData as Service<unknown>).slots);
  serve(work.done.bind(work));
}
