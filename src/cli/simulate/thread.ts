import { parentPort, workerData } from 'node:worker_threads';
import { loadPartsOfProcess } from '../../specs/parts/load.ts';
import { rebuiltSplit } from '../../rows/selection.ts';
import { chooseKernelsOfProcess } from '../../studies/run/kernels-of-process.ts';
import { LONG_PASS } from '../terminal/event-loop.ts';
import { inlinePasses } from '../terminal/inlining.ts';
import { runsLeft, type Work } from './runs.ts';

/** A thread of `iwal simulate`: takes the next run that no thread has begun, as long as there is one. */
chooseKernelsOfProcess();
await loadPartsOfProcess();
const work = workerData as Work;
if (work.split.train.labels.length >= LONG_PASS) inlinePasses();
for (const message of runsLeft({ ...work, split: rebuiltSplit(work.split) })) parentPort!.postMessage(message);
