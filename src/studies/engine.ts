/**
 * Runs the cells of a study over worker threads and keeps every finished one.
 *
 * Results depend on the cells alone: not on the number of workers, the order in which cells end, or how often the run was
 * interrupted. What was finished before is read from the store and not run again.
 */
import { Piscina } from 'piscina';
import { packed, unpacked, type Cell, type CellResult, type Outcome, type StoredOutcome } from './cell.ts';
import type { Shipment } from './shipping.ts';
import { hashOf, type Store } from './store.ts';

/** Part of every cell's identity: raised whenever the same spec would measure something else. */
export const ENGINE_VERSION = 2;

export interface EngineOptions {
  readonly workers: number;
  readonly store: Store<StoredOutcome>;
  /** Told after every finished cell. */
  readonly progress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** Everything that decides a cell's result: its spec, the checksum of its data, the engine. */
export function cellHash(cell: Cell, fingerprints: ReadonlyMap<string, string>): string {
  return hashOf({ engine: ENGINE_VERSION, data: fingerprints.get(cell.dataset), cell });
}

export async function runCells(
  cells: readonly Cell[],
  splits: Shipment,
  fingerprints: ReadonlyMap<string, string>,
  { workers, store, progress, signal }: EngineOptions,
): Promise<CellResult[]> {
  const hashes = cells.map((cell) => cellHash(cell, fingerprints));
  const waiting = cells.filter((_, c) => store.get(hashes[c]) === undefined);
  let done = cells.length - waiting.length;
  progress(done, cells.length);
  if (waiting.length > 0) {
    const pool = new Piscina<Cell, Outcome & { seconds: number }>({
      filename: new URL('./worker.js', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers,
      workerData: splits,
    });
    const stop = (): void => void pool.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await Promise.all(
        waiting.map(async (cell) => {
          store.put(cellHash(cell, fingerprints), packed(await pool.run(cell)));
          progress(++done, cells.length);
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      await pool.destroy();
    }
  }
  return cells.map((cell, c) => ({ cell, outcome: unpacked(store.get(hashes[c])!) }));
}
