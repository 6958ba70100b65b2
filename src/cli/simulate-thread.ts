/** The thread of `iwal simulate`: runs specs on one dataset, one after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../studies/cell.ts';
import { runCell } from '../studies/run-cell.ts';
import { receive } from '../studies/shipping.ts';
import type { Split } from '../studies/simulate.ts';
import type { RunSpec } from '../studies/spec.ts';

export interface Work {
  readonly split: Split;
  readonly specs: readonly RunSpec[];
}

/** One for each spec. */
export type Message = Outcome & { readonly seconds: number };

const { split, specs } = workerData as Work;
const dataset = split.train.name;
const splits = receive(new Map([[dataset, split]]));
for (const run of specs) parentPort!.postMessage(runCell({ dataset, run }, splits) satisfies Message);
