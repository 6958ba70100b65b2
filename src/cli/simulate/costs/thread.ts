import { parentPort, workerData } from 'node:worker_threads';
import { rebuiltSplit } from '../../../rows/selection/transfer.ts';
import type { Split } from '../../../rows/selection/split.ts';
import type { CostsSpec } from '../../../specs/kinds/costs.ts';
import { loadPartsOfProcess } from '../../../specs/parts/load.ts';
import type { Failed } from '../../../studies/cells/outcome.ts';
import { attempted } from '../../../studies/cells/run-cell.ts';
import { chooseKernelsOfProcess } from '../../../studies/run/kernels-of-process.ts';
import { watchCosts, type WatchedCosts } from './watched.ts';

/** The thread of `iwal simulate` where single costs are bought: runs specs on one dataset, one after the other. */
export interface Work {
  readonly split: Split;
  readonly specs: readonly CostsSpec[];
}

/** One for each spec. */
export type Message = WatchedCosts | Pick<Failed, 'failure'>;

chooseKernelsOfProcess();
await loadPartsOfProcess();
const { split, specs } = workerData as Work;
const data = rebuiltSplit(split);
for (const spec of specs) parentPort!.postMessage(attempted(() => watchCosts(spec, data)));
