import { workerData } from 'node:worker_threads';
import type { Cell } from '../cells/cell.ts';
import type { Outcome } from '../cells/outcome.ts';
import { runCell } from '../cells/run-cell.ts';
import { loadPartsOfProcess } from '../../specs/parts/load.ts';
import { receive, type Shipment } from '../../rows/transfer.ts';

await loadPartsOfProcess();
const splits = receive(workerData as Shipment);

/** A worker thread of the pool: holds the study's datasets on shared memory and runs one cell at a time. */
export default function run(cell: Cell): { readonly outcome: Outcome; readonly seconds: number } {
  const start = performance.now();
  const outcome = runCell(cell, splits);
  return { outcome, seconds: (performance.now() - start) / 1000 };
}
