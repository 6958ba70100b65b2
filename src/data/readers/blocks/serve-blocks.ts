import { parentPort } from 'node:worker_threads';
import type { BlockParser } from './block-parser.ts';
import { Lane, type LaneWork } from './lane.ts';

/** What a thread that takes blocks is told. */
export interface BlockService<Options> {
  readonly work: LaneWork;
  /** Pieces that it may hold. */
  readonly slots: number;
  /** What its parsers are made of. */
  readonly options: Options;
}

/** Takes blocks: a message is the slot that may be filled, the answer what came of the next block. */
export function serveBlocks<Piece>({ work, slots }: BlockService<unknown>, parser: (file: string) => BlockParser<Piece>): void {
  const lane = new Lane(work, slots, () => parser(work.file));
  parentPort!.on('message', (slot: number) => {
    const result = lane.take(slot);
    if (result !== undefined) parentPort!.postMessage(result);
  });
}
