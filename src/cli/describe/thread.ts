import { parentPort, workerData } from 'node:worker_threads';
import { type Dataset, rebuilt } from '../../rows/dataset.ts';
import { describe } from '../../rows/describe.ts';

/** The thread of `iwal describe`: sorting a hundred million values takes seconds, in which the terminal hears Ctrl-C. */
parentPort!.postMessage(describe(rebuilt(workerData as Dataset)));
