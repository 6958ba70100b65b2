import { parentPort, workerData } from 'node:worker_threads';
import { rebuiltSplit } from '../../rows/dataset.ts';
import { beginAsProcess } from '../options/kernels.ts';
import { inlinePasses, LONG_PASS } from '../terminal/event-loop.ts';
import { runsLeft, type Work } from './runs.ts';

/** A thread of `iwal simulate`: takes the next run that no thread has begun, as long as there is one. */
await beginAsProcess();
const work = workerData as Work;
if (work.split.train.labels.length >= LONG_PASS) inlinePasses();
for (const message of runsLeft({ ...work, split: rebuiltSplit(work.split) })) parentPort!.postMessage(message);
