import { parentPort, workerData } from 'node:worker_threads';
import { Flaw, PieceReader, type Body, type Piece } from './piece-reader.ts';

/** What the thread is told. */
export interface PieceService {
  readonly body: Body;
  readonly memory: SharedArrayBuffer;
}

/** What it answers: a piece; what is wrong with the file (Flaw); or that the last piece was the last. */
export type PieceAnswer = { readonly piece: Piece } | { readonly flaw: Pick<Flaw, 'found'> } | { readonly isEnd: true };

// A thread that reads pieces of a .iwal file (readers/iwal-file.ts). A message is the slot that the next one may stand in.
const { body, memory } = workerData as PieceService;
const reader = new PieceReader(body, memory);

parentPort!.on('message', (slot: number) => {
  const answer = answerTo(slot);
  const arrays = 'piece' in answer ? answer.piece : undefined;
  parentPort!.postMessage(
    answer,
    [arrays?.offsets, arrays?.squaredNorms, arrays?.labels, arrays?.importances, arrays?.groups].flatMap(
      (array) => array?.buffer ?? [],
    ),
  );
});

function answerTo(slot: number): PieceAnswer {
  try {
    const piece = reader.next(slot);
    return piece === undefined ? { isEnd: true } : { piece };
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    return { flaw: { found: error.found } };
  }
}
