import type { Split } from '../../rows/selection/split.ts';
import type { RunSpec } from '../../specs/run-spec.ts';
import { onThread } from '../../files/on-thread.ts';
import { threadFile } from '../../files/own-package.ts';
import { Failure } from '../terminal/failure.ts';
import type { Message, Work } from './thread.ts';
import type { FirstRun, Watched } from './watched.ts';

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
  const ended = await onThread<Message>(threadFile('cli/simulate/thread'), work, signal);
  return ended.map((each, run) => {
    if (!('failure' in each)) return each;
    // The first of two is the run that was asked for; passive learning beside it was not.
    throw new Failure(specs.length <= 2 && run === 0 ? each.failure : `${specs[run].query.name}: ${each.failure}`);
  });
}
