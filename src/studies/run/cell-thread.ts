import { workerData } from 'node:worker_threads';
import type { Cell } from '../cells/cell.ts';
import { timedCell, timedCells, type Ended } from '../cells/run-cell.ts';
import { loadPartsOfProcess } from '../../specs/parts/load.ts';
import { rebuiltSplits, type SharedSplits } from '../../rows/selection/transfer.ts';
import { chooseKernelsOfProcess } from './kernels-of-process.ts';

chooseKernelsOfProcess();
await loadPartsOfProcess();
const splits = rebuiltSplits(workerData as SharedSplits);

const clock = (): number => performance.now() / 1000;

/** A worker thread of the pool: holds the study's datasets on shared memory and runs one cell at a time. */
export default function run(cell: Cell): Ended {
  return timedCell(cell, splits, clock);
}

/** Or several that can share a pass over their rows. */
export function together(cells: readonly Cell[]): Ended[] {
  return timedCells(cells, splits, clock);
}
