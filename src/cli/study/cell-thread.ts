import { workerData } from 'node:worker_threads';
import { rebuiltSplits, type SharedSplits } from '../../rows/dataset.ts';
import { type Cell, timedCell, timedCells, type Ended } from '../../studies/cells/cell.ts';
import { kinds } from '../../studies/cells/kinds/index.ts';
import { beginAsProcess } from '../options/kernels.ts';

await beginAsProcess();
const splits = rebuiltSplits(workerData as SharedSplits);

const clock = (): number => performance.now() / 1000;

/**
 * A worker thread of the pool: holds the study's datasets on shared memory and runs one cell at a time. It loads the kinds that a built-in
 * study brings where a cell is of such a kind.
 */
export default async function run(cell: Cell): Promise<Ended> {
  await requireKind(cell);
  return timedCell(cell, splits, clock);
}

/** Or several that can share a pass over their rows. */
export async function together(cells: readonly Cell[]): Promise<Ended[]> {
  await requireKind(cells[0]);
  return timedCells(cells, splits, clock);
}

async function requireKind({ kind }: Cell): Promise<void> {
  if (!Object.hasOwn(kinds, kind)) (await import('../../../experiments/kinds.ts')).addStudyKinds();
}
