import { parentPort, workerData } from 'node:worker_threads';
import { writeCacheBlocks } from '../../data/cache/cache-file.ts';
import { rcv1LikeBlocks, type Rcv1LikeOptions } from '../../data/rcv1-like.ts';
import { writeSvmlightBlocks } from '../../data/svmlight-writer.ts';

/**
 * The thread of `iwal generate`: draws documents, writes them, and posts how many are done.
 *
 * Both formats are written block by block and may be longer than memory.
 */
export interface Work {
  readonly options: Rcv1LikeOptions;
  readonly path: string;
}

const { options: given, path } = workerData as Work;
const options = { ...given, onProgress: (documents: number) => parentPort!.postMessage(documents) };
const write = path.endsWith('.iwal') ? writeCacheBlocks : writeSvmlightBlocks;
await write(path, rcv1LikeBlocks(options));
