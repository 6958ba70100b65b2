import type { Piscina } from 'piscina';
import type { Cell } from '../cells/cell.ts';
import { Lanes } from './lanes.ts';
import { identityOf, isSettled, type Entry } from '../store/entry.ts';
import { packed, unpacked, type CellResult } from '../cells/outcome.ts';
import type { Ended } from '../cells/run-cell.ts';
import { passesOf } from './passes.ts';
import type { SharedSplits } from '../../rows/selection/transfer.ts';
import { threadFile } from '../../files/own-package.ts';

/**
 * Runs the cells of a study over worker threads and keeps every finished one.
 *
 * Results depend on the cells alone: not on the number of workers, the order in which cells end, or how often the run was
 * interrupted. A cell that fails is recorded and the others go on; one whose thread ends in the middle is tried once more.
 */
export interface EngineOptions {
  readonly workers: number;
  /** The entry of the cell at this place, where it need not be run. */
  readonly known: (at: number) => Entry | undefined;
  readonly keep: (entry: Entry) => void;
  /** Told after every finished cell. */
  readonly progress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
  /** Once it is aborted no further cell begins; the run throws its reason when those that have begun are kept. */
  readonly stop?: AbortSignal;
  /** The file of the worker threads. */
  readonly worker?: URL;
}

/** Threads that run a cell, or under the name `together` several that share a pass (cell-thread.ts). */
type Pool = Piscina<Cell | readonly Cell[], Ended | readonly Ended[]>;

/** The entries of the cells, in their order. */
export async function runCells(
  cells: readonly Cell[],
  splits: SharedSplits,
  fingerprints: ReadonlyMap<string, string>,
  { workers, known, keep, progress, signal, stop, worker = threadFile('studies/run/cell-thread') }: EngineOptions,
): Promise<Entry[]> {
  const entries = cells.map((_, at) => {
    const entry = known(at);
    return entry !== undefined && isSettled(entry) ? entry : undefined;
  });
  const waiting = [...entries.keys()].filter((at) => entries[at] === undefined);
  let done = cells.length - waiting.length;
  progress(done, cells.length);
  if (waiting.length > 0) {
    signal.throwIfAborted();
    const passes = passesOf(cells, waiting, workers);
    const threads = Math.min(workers, passes.length);
    const { Piscina } = await import('piscina');
    const pool: Pool = new Piscina({
      filename: worker.href,
      minThreads: threads,
      maxThreads: threads,
      workerData: splits,
    });
    // Every thread that ends without a cell says so, the last ones perhaps when the first one's error has ended the run.
    const broken = new Promise<never>((_, reject) => pool.on('error', reject));
    const end = (): void => void pool.destroy();
    signal.addEventListener('abort', end, { once: true });
    // Every thread has a lane, which asks for a pass when its last one has ended: what has not begun can be left.
    const lanes = new Lanes(
      passes.map(([first]) => cells[first]),
      [...passes.keys()],
    );
    let isOver = false;
    const isLeft = (): boolean => isOver || stop?.aborted === true;
    try {
      const run = async (lane: number): Promise<void> => {
        while (!isLeft()) {
          const next = lanes.next(lane);
          if (next === undefined) return;
          const pass = passes[next];
          const ended = await runPass(
            pool,
            pass.map((at) => cells[at]),
            signal,
          );
          // What ends with the pool has not crashed.
          if (isOver) return;
          for (const [n, { outcome, seconds }] of ended.entries()) {
            const at = pass[n];
            const entry = {
              ...identityOf(cells[at], fingerprints),
              seconds: Number(seconds.toPrecision(3)),
              node: process.versions.node,
              stored: packed(outcome),
            };
            keep(entry);
            entries[at] = entry;
            progress(++done, cells.length);
          }
        }
      };
      await Promise.race([Promise.all(Array.from({ length: threads }, (_, lane) => run(lane))), broken]);
      // The last results may have been on their way when the run was interrupted: they are kept, and the run has ended early all
      // the same.
      signal.throwIfAborted();
      if (done < cells.length) stop?.throwIfAborted();
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      isOver = true;
      signal.removeEventListener('abort', end);
      await pool.destroy();
    }
  }
  return entries as Entry[];
}

/** As a report reads it. */
export function resultOf({ hash, cell, stored }: Entry): CellResult {
  return { hash, cell, outcome: unpacked(stored) } as CellResult;
}

/** What became of cells that share a pass; where their thread ends in the middle, each is run alone. */
async function runPass(pool: Pool, cells: readonly Cell[], signal: AbortSignal): Promise<readonly Ended[]> {
  const alone: Ended[] = [];
  if (cells.length > 1) {
    try {
      return (await pool.run(cells, { name: 'together' })) as readonly Ended[];
    } catch {
      signal.throwIfAborted();
    }
  }
  for (const cell of cells) alone.push(await runTwice(pool, cell, signal));
  return alone;
}

/** The thread reports what goes wrong in a cell; where the pool rejects, the thread itself has ended. */
async function runTwice(pool: Pool, cell: Cell, signal: AbortSignal): Promise<Ended> {
  const run = (): Promise<Ended> => pool.run(cell) as Promise<Ended>;
  try {
    return await run();
  } catch {
    signal.throwIfAborted();
    return run().catch((error: unknown) => {
      signal.throwIfAborted();
      return {
        outcome: { failure: `the worker thread ended, twice: ${(error as Error).message}`, reason: 'crashed' },
        seconds: 0,
      };
    });
  }
}
