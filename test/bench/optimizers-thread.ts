/** Measures one entrant where no other has run. */
import { parentPort, workerData } from 'node:worker_threads';
import { measuredHere } from './optimizers.ts';

parentPort!.postMessage(measuredHere(workerData as number));
