import { rounded } from '../../numerics/display.ts';
import type { Piscina } from 'piscina';
import type { Cell } from '../cells/cell.ts';
import { Lanes, passesOf } from './passes.ts';
import { identityOf, isSettled, type Entry } from '../store/entry.ts';
import { packed } from '../cells/outcome.ts';
import type { Ended } from '../cells/run-cell.ts';
import type { Executor, Work } from './executor.ts';
import { threadFile } from '../../files/own-package.ts';

/** How many threads, who is told what they measure, and who may end it. */
export interface ThreadOptions {
  readonly workers: number;
  /** Told every entry as it ends. */
  readonly keep: (entry: Entry) => void;
  readonly progress: (done: number, of: number) => void;
  /** Ends the run at once. */
  readonly signal: AbortSignal;
  /** Once it is aborted no further cell begins; the run throws its reason when those that have begun are kept. */
  readonly stop?: AbortSignal;
  /** The file of the threads; by default that of the program, which knows the kinds of its studies. */
  readonly worker?: URL;
}

/** Runs of a cell whose thread ends in the middle: it is tried twice again. */
const TRIES = 3;

/** Threads that run a cell, or under the name `together` several that share a pass (cell-thread.ts). */
type Pool = Piscina<Cell | readonly Cell[], Ended | readonly Ended[]>;

/**
 * Runs cells over worker threads of this process, and keeps every one that has ended. The entries of all cells, in their order.
 *
 * Results do not depend on the number of workers, the order in which cells end, or how often the run was interrupted. A cell that
 * fails is recorded and the others go on; one whose thread ends in the middle is tried twice again.
 */
export function threads(options: ThreadOptions): Executor<readonly Entry[]> {
  return { run: (work) => runCells(work, options) };
}

async function runCells({ cells, splits, fingerprints, known }: Work, options: ThreadOptions): Promise<readonly Entry[]> {
  const { workers, keep, progress, signal, stop } = options;
  const entries = cells.map((_, at) => {
    const entry = known[at];
    return entry !== undefined && isSettled(entry) ? entry : undefined;
  });
  const waiting = [...entries.keys()].filter((at) => entries[at] === undefined);
  let done = cells.length - waiting.length;
  progress(done, cells.length);
  if (waiting.length === 0) return entries as Entry[];
  signal.throwIfAborted();
  await runPasses({ cells, splits }, passesOf(cells, waiting, workers), options, (at, { outcome, seconds }) => {
    const entry = {
      ...identityOf(cells[at], fingerprints),
      seconds: rounded(seconds, 3),
      node: process.versions.node,
      stored: packed(outcome),
    };
    keep(entry);
    entries[at] = entry;
    progress(++done, cells.length);
  });
  if (done < cells.length) stop?.throwIfAborted();
  return entries as Entry[];
}

/** Runs passes, lists of positions in `cells`, over a pool of threads; `take` is told every cell as it ends. */
async function runPasses(
  { cells, splits }: Pick<Work, 'cells' | 'splits'>,
  passes: readonly (readonly number[])[],
  { workers, signal, stop, worker = threadFile('cli/study/cell-thread') }: ThreadOptions,
  take: (at: number, ended: Ended) => void,
): Promise<void> {
  const lanes = Math.min(workers, passes.length);
  const { Piscina } = await import('piscina');
  const pool: Pool = new Piscina({
    filename: worker.href,
    minThreads: lanes,
    maxThreads: lanes,
    workerData: splits,
  });
  // Every thread that ends without a cell says so, the last ones perhaps when the first one's error has ended the run.
  const broken = new Promise<never>((_, reject) => pool.on('error', reject));
  const end = (): void => void pool.destroy();
  signal.addEventListener('abort', end, { once: true });
  // Every thread has a lane, which asks for a pass when its last one has ended: what has not begun can be left.
  const order = new Lanes(
    passes.map(([first]) => cells[first]),
    [...passes.keys()],
  );
  let isOver = false;
  const isLeft = (): boolean => isOver || stop?.aborted === true;
  const run = async (lane: number): Promise<void> => {
    while (!isLeft()) {
      const next = order.next(lane);
      if (next === undefined) return;
      const pass = passes[next];
      const ended = await runPass(
        pool,
        pass.map((at) => cells[at]),
        signal,
      );
      // What ends with the pool has not crashed.
      if (isOver) return;
      for (const [n, each] of ended.entries()) take(pass[n], each);
    }
  };
  try {
    await Promise.race([Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane))), broken]);
    // The last results may have been on their way when the run was interrupted: they are kept, and the run has ended early all
    // the same.
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    isOver = true;
    signal.removeEventListener('abort', end);
    await pool.destroy();
  }
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
  for (const cell of cells) alone.push(await runAlone(pool, cell, signal));
  return alone;
}

/** The thread reports what goes wrong in a cell; where the pool rejects, the thread itself has ended. */
async function runAlone(pool: Pool, cell: Cell, signal: AbortSignal): Promise<Ended> {
  for (let tries = 1; ; tries++) {
    try {
      return (await pool.run(cell)) as Ended;
    } catch (error) {
      signal.throwIfAborted();
      if (tries < TRIES) continue;
      const failure = `the worker thread ended, ${TRIES} times: ${(error as Error).message}`;
      return { outcome: { failure, reason: 'crashed' }, seconds: 0 };
    }
  }
}
