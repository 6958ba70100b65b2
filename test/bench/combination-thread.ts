/** Measures one combination where no other has run. */
import { parentPort, workerData } from 'node:worker_threads';
import { combinations, cost, syntheticRows } from './combination.ts';

const { index, laps } = workerData as { index: number; laps: number };
parentPort!.postMessage(cost(combinations[index], syntheticRows(), laps));
