import type { Piscina } from 'piscina';
import { threadFile } from '../../files/own-package.ts';
import { rounded } from '../../numerics/display.ts';
import { present } from '../../numerics/present.ts';
import type { Split } from '../../rows/dataset.ts';
import { canonical } from '../../specs/hash.ts';
import { type Cell, packed, requireFittingCells, type Ended } from '../cells/cell.ts';
import { kinds } from '../cells/kinds/index.ts';
import type { Kind } from '../cells/kinds/kind.ts';
import { FEWEST_MEMBERS, inParts, MOST_MEMBERS } from '../cells/shared-pass.ts';
import type { Batch } from '../data/data-source.ts';
import { groupBy } from '../../numerics/group-by.ts';
import { type Entry, identityOf, isSettled } from '../store/entry.ts';
import { type Duration, keyOf } from './durations.ts';
import type { Work } from './plan.ts';

/** How many threads, who is told what they measure, and who may end it. */
export interface ThreadOptions {
  readonly workers: number;
  /** Told every entry as it ends; absent: nothing is kept. */
  readonly keep?: (entry: Entry) => void;
  readonly progress?: (done: number, of: number) => void;
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
export async function runCells({ cells, batches, fingerprints, known }: Work, options: ThreadOptions): Promise<readonly Entry[]> {
  const { workers, keep, progress, signal, stop } = options;
  const entries = cells.map((_, at) => {
    const entry = known[at];
    return entry !== undefined && isSettled(entry) ? entry : undefined;
  });
  const waiting = [...entries.keys()].filter((at) => entries[at] === undefined);
  let done = cells.length - waiting.length;
  progress?.(done, cells.length);
  if (waiting.length === 0) return entries as Entry[];
  signal.throwIfAborted();
  const take = (at: number, { outcome, seconds }: Ended): void => {
    const { node } = process.versions;
    const entry = { ...identityOf(cells[at], fingerprints), seconds: rounded(seconds, 3), node, stored: packed(outcome) };
    keep?.(entry);
    entries[at] = entry;
    done++;
    progress?.(done, cells.length);
  };
  const passes = passesOf(cells, waiting, workers);
  const batchOf = ([first]: readonly number[]): Batch =>
    batches.find(({ names }) => names.includes(cells[first].dataset!)) ?? batches[0];
  for (const [{ load }, own] of groupBy(passes, batchOf)) {
    if (stop?.aborted) break;
    const splits = await load();
    // The outlines of data do not tell everything.
    if (batches.length > 1) requireFittingCells(cells, splits);
    await runPasses({ cells, splits }, own, options, take);
  }
  if (done < cells.length) stop?.throwIfAborted();
  return entries as Entry[];
}

/** Runs passes, lists of positions in `cells`, over a pool of threads; `take` is told every cell as it ends. */
async function runPasses(
  { cells, splits }: Pick<Work, 'cells'> & { readonly splits: ReadonlyMap<string, Split> },
  passes: readonly (readonly number[])[],
  { workers, signal, stop, worker = threadFile('cli/study/cell-thread') }: ThreadOptions,
  take: (at: number, ended: Ended) => void,
): Promise<void> {
  const lanes = Math.min(workers, passes.length);
  const { Piscina } = await import('piscina');
  const options = { filename: worker.href, minThreads: lanes, maxThreads: lanes, workerData: splits };
  const pool: Pool = importing((more) => new Piscina({ ...options, ...more }));
  // Every thread that ends without a cell says so, the last ones perhaps when the first one's error has ended the run.
  const broken = new Promise<never>((_, reject) => pool.on('error', reject));
  const end = (): void => void pool.destroy();
  signal.addEventListener('abort', end, { once: true });
  // Every thread has a lane, which asks for a pass when its last one has ended: what has not begun can be left.
  const nextOf = lanesOver(passes.map(([first]) => cells[first]));
  let isOver = false;
  const isLeft = (): boolean => isOver || stop?.aborted === true;
  const run = async (lane: number): Promise<void> => {
    while (!isLeft()) {
      const next = nextOf(lane);
      if (next === undefined) return;
      const pass = passes[next];
      const together = pass.map((at) => cells[at]);
      const ended = await runPass(pool, together, signal);
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

/**
 * A pool whose threads import their file. Piscina tries `require` first, and a thread of Node 24 that is ended while it requires a module
 * takes the process with it. Options of this process that no thread may be given, as the size of its heap, leave a pool as ever.
 */
function importing(made: (more: { readonly execArgv?: string[] }) => Pool): Pool {
  try {
    return made({ execArgv: [...process.execArgv, '--no-experimental-require-module'] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_INVALID_EXEC_ARGV') throw error;
    return made({});
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

/**
 * The cells at these places as the threads run them: those that can share a pass over their rows (cells/kinds/kind.ts) together, every
 * other one alone. Passes are shared by so few cells that there is work for all threads, and by so many that they gain something
 * by it. Results do not depend on it.
 */
export function passesOf(cells: readonly Cell[], places: readonly number[], threads: number): (readonly number[])[] {
  const groups = groupBy(places, (at) => passOf(cells[at]) ?? at);
  const most = Math.min(MOST_MEMBERS, Math.ceil(places.length / threads));
  return [...groups.values()].flatMap((group) =>
    inParts(group, most).flatMap((part) => (part.length < FEWEST_MEMBERS ? part.map((at) => [at]) : [part])),
  );
}

function passOf({ kind, dataset, run }: Cell): string | undefined {
  const { shared } = kinds[kind] as Partial<Kind<unknown, unknown, unknown>>;
  const key = shared?.key(run);
  return key === undefined ? undefined : canonical([kind, dataset, key]);
}

/**
 * Which cell a lane runs next: its place, undefined where all have begun. Cells of one stream (data and seed) go to one lane, one after
 * the other, as long as there are streams for all: a thread then finds the rows as its last cell left them (cells/simulate.ts). A lane
 * whose stream is run takes one that nobody has begun, and then from the one with most cells left. Results do not depend on it.
 */
export function lanesOver(cells: readonly Cell[]): (lane: number) => number | undefined {
  const groups = groupBy([...cells.keys()], (at) => {
    const { dataset, run } = cells[at];
    return JSON.stringify([dataset, 'seed' in run ? run.seed : undefined]);
  });
  /** Places of the cells of every stream, the next one last. */
  const streams = Array.from(groups.values(), (stream) => stream.reverse());
  const begun = new Set<number[]>();
  const ofLane = new Map<number, number[]>();
  return (lane) => {
    let stream = ofLane.get(lane);
    if (stream === undefined || stream.length === 0) {
      const left = streams.filter(({ length }) => length > 0);
      stream = left.find((each) => !begun.has(each)) ?? left.sort((a, b) => b.length - a.length).at(0);
      if (stream === undefined) return undefined;
      begun.add(stream);
      ofLane.set(lane, stream);
    }
    return stream.pop();
  };
}

/** The very first run of a process says more about its start than about the cell. */
const RUNS = 2;

/**
 * What is to be run to know how long all these cells will take on so many workers: two passes of every kind. A trial is of so many
 * `cells` of one kind on one dataset that take alike, as all of them run alone, or all in passes that they share; `tried` are run to find
 * out what they take: a run of a whole pass says what its cells take together.
 */
export function trialsOf(cells: readonly Cell[], workers: number) {
  const passes = passesOf(cells, [...cells.keys()], workers).map((places) => places.map((at) => cells[at]));
  const alike = groupBy(passes, ([first, ...others]) => `${keyOf(first)} ${others.length > 0}`);
  return Array.from(alike.values(), (group) => ({ cells: group.flat().length, tried: group.slice(0, RUNS).flat() }));
}

/** Mean times of the cells by these entries of those that were tried; trials without an entry are left out. */
export function timesOfTrials(trials: Readonly<ReturnType<typeof trialsOf>>, entries: readonly Entry[]): Duration[] {
  const seconds = new Map(entries.map((entry) => [entry.cell, entry.seconds!]));
  const timed = trials.flatMap(({ cells, tried }) => {
    const found = tried.flatMap((cell) => seconds.get(cell) ?? []);
    return found.length === 0 ? [] : [{ cell: tried[0], cells, seconds: Math.min(...found) }];
  });
  return Array.from(groupBy(timed, ({ cell }) => keyOf(cell)).values(), (group): Duration => {
    const { kind, dataset } = group[0].cell;
    const total = group.reduce((sum, each) => sum + each.cells * each.seconds, 0);
    const cells = group.reduce((sum, each) => sum + each.cells, 0);
    return present({ kind, dataset, seconds: total / cells });
  });
}
