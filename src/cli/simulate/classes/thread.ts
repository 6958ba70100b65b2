import { parentPort, workerData } from 'node:worker_threads';
import { rebuiltSplit } from '../../../rows/selection/transfer.ts';
import type { Split } from '../../../rows/selection/split.ts';
import type { ActiveClassesSpec } from '../../../specs/kinds/active-classes.ts';
import { loadPartsOfProcess } from '../../../specs/parts/load.ts';
import { attempted } from '../../../studies/cells/run-cell.ts';
import type { Failed } from '../../../studies/cells/outcome.ts';
import type { LedgerRequest } from '../watched.ts';
import { watchClasses, type WatchedClasses } from './watched.ts';
import { chooseKernelsOfProcess } from '../../../studies/run/kernels-of-process.ts';

/** The thread of `iwal simulate --reduction`: runs specs on one dataset, one after the other. */
export interface Work {
  readonly split: Split;
  readonly specs: readonly ActiveClassesSpec[];
  /** Of the first run. */
  readonly ledger: LedgerRequest | undefined;
}

/** One for each spec. */
export type Message = WatchedClasses | Pick<Failed, 'failure'>;

chooseKernelsOfProcess();
await loadPartsOfProcess();
const { split, specs, ledger } = workerData as Work;
const data = rebuiltSplit(split);
specs.forEach((spec, n) => {
  parentPort!.postMessage(attempted(() => watchClasses(spec, data, n === 0 ? ledger : undefined)));
});
