import type { Split } from '../../rows/selection/split.ts';
import type { RunSpec } from '../../specs/run.ts';
import { loadedParts } from '../../specs/parts/loaded.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import { Failure } from '../terminal/failure.ts';
import type { Message, Work } from './measured.ts';
import type { FirstRun, Watched } from './watched.ts';

/** Rows and entries that are walked in less time than a thread takes to start, of which Ctrl-C need not hear. */
const QUICK = 10_000;

/**
 * Runs specs on a dataset, one after the other, the first on a ledger where one is asked for. Errors: what a run or its ledger
 * says as a Failure.
 */
export async function runAll(
  specs: readonly RunSpec[],
  split: Split,
  { ledger, fresh }: FirstRun,
  signal: AbortSignal,
): Promise<Watched[]> {
  const work: Work = { split, specs, ledger, fresh };
  const ended = isQuick(work)
    ? await here(work, signal)
    : await onThread<Message>(threadFile('cli/simulate/thread'), work, signal);
  return ended.map((each, run) => {
    if (!('failure' in each)) return each;
    // The first of two is the run that was asked for; passive learning beside it was not.
    throw new Failure(specs.length <= 2 && run === 0 ? each.failure : `${specs[run].query.name}: ${each.failure}`);
  });
}

/** Whether nobody notices that the terminal waits. Parts of one's own may take any time. */
function isQuick({ split: { train, test }, specs, ledger }: Work): boolean {
  const sizes = [train.rows, ...(test === undefined ? [] : [test.rows])].map(({ length, nonZeros }) => length + nonZeros);
  const size = sizes.reduce((sum, each) => sum + each, 0);
  return ledger === undefined && loadedParts().length === 0 && specs.length * size <= QUICK;
}

async function here(work: Work, signal: AbortSignal): Promise<Message[]> {
  signal.throwIfAborted();
  const { measured } = await import('./measured.ts');
  return [...measured(work)];
}
