/**
 * Runs specs one after the other on a worker thread, so that this one stays free to hear Ctrl-C.
 *
 * Errors: DivergenceError's message as a Failure.
 */
import { Piscina } from 'piscina';
import type { Cell, Outcome } from '../studies/cell.ts';
import type { Measurement, Split } from '../studies/simulate.ts';
import type { RunSpec } from '../studies/spec.ts';
import { Failure } from './failure.ts';

export interface Run {
  readonly measurement: Measurement;
  readonly seconds: number;
}

export async function runAll(specs: readonly RunSpec[], dataset: string, split: Split, signal: AbortSignal): Promise<Run[]> {
  const pool = new Piscina<Cell, Outcome & { seconds: number }>({
    filename: new URL('../studies/worker.js', import.meta.url).href,
    maxThreads: 1,
    workerData: new Map([[dataset, split]]),
  });
  try {
    const runs: Run[] = [];
    for (const run of specs) {
      const { seconds, ...outcome } = await pool.run({ dataset, run }, { signal });
      if ('failure' in outcome) throw new Failure(outcome.failure);
      runs.push({ measurement: outcome.measurement, seconds });
    }
    return runs;
  } finally {
    await pool.destroy();
  }
}
