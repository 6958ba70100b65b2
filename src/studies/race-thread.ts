/** The thread of a race: runs it and posts its result. */
import { parentPort, workerData } from 'node:worker_threads';
import { readCache } from '../data/cache.ts';
import type { Dataset } from '../data/dataset.ts';
import { race, type Race } from './race.ts';
import { rebuilt } from './shipping.ts';

/** The rows of a race, or the binary file that holds them. */
export interface Start {
  readonly race: Race;
  readonly rows: Dataset | { readonly file: string };
}

const start = workerData as Start;
parentPort!.postMessage(race(start.race, loader(start.rows), () => performance.now() / 1000));

function loader(rows: Start['rows']): () => Dataset {
  if ('file' in rows) return () => readCache(rows.file).dataset;
  const dataset = rebuilt(rows);
  return () => dataset;
}
