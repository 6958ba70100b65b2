/** The thread of `iwal generate`: draws documents. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Dataset } from '../data/dataset.ts';
import { rcv1Like, type Rcv1LikeOptions } from '../data/rcv1-like.ts';

/** Documents done so far, or in the end the dataset on shared memory. */
export type Message = { readonly documents: number } | { readonly dataset: Dataset };

const post = (message: Message): void => {
  parentPort!.postMessage(message);
};

post({ dataset: rcv1Like({ ...(workerData as Rcv1LikeOptions), onProgress: (documents) => { post({ documents }); } }) });
