/** What a row of a pass leaves on the heap, where no other learner has run and the engine is set as the program sets it. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { inlinePasses } from '../../../src/cli/terminal/event-loop.ts';
import { type Dataset, rebuilt } from '../../../src/rows/dataset.ts';
import { median } from '../../../src/statistics/small-samples.ts';
import { beginPass, type PassName } from '../../bench/kernels.ts';

/** Rows between two looks at the heap: so few that the collector comes between them rarely, and not into the one in the middle. */
const WINDOW = 2000;
/** The share of the rows before the engine has compiled what there is. */
const WARM_UP = 0.75;

inlinePasses();
// The learner waits while the engine compiles: on a busy machine it would otherwise be through before that is done.
setFlagsFromString('--no-concurrent-recompilation');
const { train, pass } = workerData as { train: Dataset; pass: PassName };
const { learn } = beginPass(pass, rebuilt(train));
const grown: number[] = [];
for (let from = 0; from < train.labels.length; from += WINDOW) {
  const before = getHeapStatistics().used_heap_size;
  learn(from, from + WINDOW);
  grown.push((getHeapStatistics().used_heap_size - before) / WINDOW);
}
parentPort!.postMessage(median(grown.slice(WARM_UP * grown.length)));
