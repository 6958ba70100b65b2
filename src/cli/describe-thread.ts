/** The thread of `iwal describe`: sorting a hundred million values takes seconds, in which the terminal hears Ctrl-C. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Dataset } from '../data/dataset.ts';
import { describe } from '../data/describe.ts';
import { rebuilt } from '../studies/shipping.ts';

parentPort!.postMessage(describe(rebuilt(workerData as Dataset)));
