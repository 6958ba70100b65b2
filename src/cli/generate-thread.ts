/**
 * The thread of `iwal generate`: draws documents, writes them, and posts how many are done.
 *
 * Text is written block by block and may be longer than memory; the binary format states its sizes first and is made whole.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { writeCache } from '../data/cache.ts';
import { rcv1Like, rcv1LikeBlocks, type Rcv1LikeOptions } from '../data/rcv1-like.ts';
import { writeSvmlightBlocks } from '../data/svmlight-writer.ts';

export interface Work {
  readonly options: Rcv1LikeOptions;
  readonly path: string;
}

const { options: given, path } = workerData as Work;
const options = { ...given, onProgress: (documents: number) => { parentPort!.postMessage(documents); } };
if (path.endsWith('.iwal')) await writeCache(path, rcv1Like(options));
else await writeSvmlightBlocks(path, rcv1LikeBlocks(options));
