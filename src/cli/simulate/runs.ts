import { DataError } from '../../files/data-error.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import type { Split } from '../../rows/dataset.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { type Failed, attempted } from '../../studies/cells/cell.ts';
import { Failure } from '../terminal/failure.ts';
import { buysCosts, type Contestant } from './spec.ts';
import { PLAIN, watched, type FirstRun, type Watched } from './watched.ts';

/** Runs on one dataset. */
export interface Work {
  readonly split: Split;
  readonly runs: readonly Contestant[];
  readonly first: FirstRun;
  /** How many runs have begun, shared by all threads. */
  readonly begun: Int32Array;
}

/** A run by its place, and what came of it. */
export type Message = readonly [at: number, Watched | Pick<Failed, 'failure'>];

/** Rows and entries that are walked in less time than a thread takes to start, of which Ctrl-C need not hear. */
const QUICK = 10_000;

/**
 * Runs specs on a dataset, on as many threads as `workers` says, the first on a ledger where one is asked for. What is measured does
 * not depend on the threads.
 *
 * @throws Failure with what a run or its ledger says.
 */
export async function runAll(
  runs: readonly Contestant[],
  split: Split,
  first: FirstRun,
  { workers, signal }: { readonly workers: number; readonly signal: AbortSignal },
): Promise<Watched[]> {
  const work: Work = { split, runs, first, begun: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) };
  signal.throwIfAborted();
  const thread = (): Promise<Message[]> => onThread<Message>(threadFile('cli/simulate/thread'), work, signal);
  const ended = isQuick(work)
    ? [...runsLeft(work)]
    : (await Promise.all(Array.from({ length: Math.min(workers, runs.length) }, thread))).flat();
  return ended
    .toSorted(([one], [other]) => one - other)
    .map(([at, each]) => {
      if (!('failure' in each)) return each;
      // The first of two is the run that was asked for; the plainest one beside it was not.
      throw new Failure(runs.length <= 2 && at === 0 ? each.failure : `${runs[at].label}: ${each.failure}`);
    });
}

/** Runs what nobody has begun, one after the other. What goes wrong with the ledger is no bug. */
export function* runsLeft({ split, runs, first, begun }: Work): Generator<Message> {
  for (let at = Atomics.add(begun, 0, 1); at < runs.length; at = Atomics.add(begun, 0, 1)) {
    const place = at;
    yield [
      place,
      attempted((): Message[1] => {
        try {
          return watched(runs[place].spec, split, place === 0 ? first : { ...PLAIN, judges: first.judges ?? true });
        } catch (error) {
          if (error instanceof DataError) return { failure: error.message };
          throw error;
        }
      }),
    ];
  }
}

/** Whether nobody notices that the terminal waits. Parts of one's own may take any time, and several classes more than two. */
function isQuick({ split: { train, test }, runs, first: { ledger } }: Work): boolean {
  const sizes = [train.rows, ...(test === undefined ? [] : [test.rows])].map(({ length, nonZeros }) => length + nonZeros);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const isOfTwo = runs.every(({ spec }) => !buysCosts(spec) && spec.reduction === undefined);
  return isOfTwo && ledger === undefined && loadedParts().length === 0 && runs.length * size <= QUICK;
}
