/** A worker thread of the pool: holds the study's datasets on shared memory and runs one cell at a time. */
import { workerData } from 'node:worker_threads';
import type { Cell, Outcome } from './cell.ts';
import { runCell } from './run-cell.ts';
import { receive, type Shipment } from './shipping.ts';

const splits = receive(workerData as Shipment);

export default function run(cell: Cell): Outcome & { seconds: number } {
  return runCell(cell, splits);
}
