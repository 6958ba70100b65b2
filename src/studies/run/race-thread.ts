import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { readCache } from '../../data/cache/cache-file.ts';
import { type Dataset, rebuilt } from '../../rows/dataset.ts';
import { loadPartsOfProcess } from '../../specs/parts/load.ts';
import { race, type Start } from './race.ts';

import { chooseKernels } from '../../rows/kernels/choice.ts';
import { kernelsNamed } from '../../rows/kernels/named.ts';

// The thread of a race: runs it and posts its result. Rows that were read from a file lie on shared memory, which the garbage
// collector does not count: left to itself it would let a copy of the file for every lap pile up. So it is called by hand.

chooseKernels(kernelsNamed(process.env.IWAL_KERNELS));
await loadPartsOfProcess();
const start = workerData as Start;
parentPort!.postMessage(race(start.race, loader(start.rows), () => performance.now() / 1000, collectorOf()));

function loader(rows: Start['rows']): () => Dataset {
  if ('file' in rows) return () => readCache(rows.file).dataset;
  const dataset = rebuilt(rows);
  return () => dataset;
}

function collectorOf(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
