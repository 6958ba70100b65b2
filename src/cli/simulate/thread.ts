import { parentPort, workerData } from 'node:worker_threads';
import { DataError } from '../../files/data-error.ts';
import type { Failed } from '../../studies/cells/outcome.ts';
import { attempted } from '../../studies/cells/run-cell.ts';
import { loadPartsOfProcess } from '../../specs/parts/load.ts';
import { rebuiltSplit } from '../../rows/selection/transfer.ts';
import type { Split } from '../../rows/selection/split.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { PLAIN, simulateWatched, type FirstRun, type Watched } from './watched.ts';
import { chooseKernelsOfProcess } from '../../studies/run/kernels-of-process.ts';

/** The thread of `iwal simulate`: runs specs on one dataset, one after the other. */
export interface Work extends FirstRun {
  readonly split: Split;
  readonly specs: readonly RunSpec[];
}

/** One for each spec. */
export type Message = Watched | Pick<Failed, 'failure'>;

chooseKernelsOfProcess();
await loadPartsOfProcess();
const { split, specs, ledger, fresh } = workerData as Work;
const data = rebuiltSplit(split);
specs.forEach((spec, run) => {
  parentPort!.postMessage(measured(() => simulateWatched(spec, data, run === 0 ? { ledger, fresh } : PLAIN)));
});

/** What goes wrong with the ledger is no bug. */
function measured(work: () => Watched): Message {
  return attempted(() => {
    try {
      return work();
    } catch (error) {
      if (error instanceof DataError) return { failure: error.message };
      throw error;
    }
  });
}
