import type { Begun } from '../../labelling/begun-spec.ts';
import { UsageError } from '../terminal/failure.ts';

/** Throws a UsageError where fresh labels are asked for in batches: a question of them waits for the answer of the one before. */
export function refuseFreshBatches(values: Readonly<Partial<Record<'fresh' | 'batch' | 'answers', unknown>>>): void {
  const inBatches = (['batch', 'answers'] as const).find((name) => values[name] !== undefined);
  if (values.fresh === undefined || inBatches === undefined) return;
  throw new UsageError(
    `--fresh asks one question at a time, and --${inBatches} does not: once the batches are over, leave it out`,
  );
}

/** Throws a UsageError where the answers of a file can belong to no questions of this pass. */
export function requireAsked(answers: string, begun: Begun | undefined, pass: 'last' | 'next'): void {
  if (begun === undefined)
    throw new UsageError(`--answers ${answers}: no session is here that has asked anything; --batch 50 --out ask.csv begins one`);
  if (pass === 'next')
    throw new UsageError('--answers belongs to the pass that has asked; another --budget begins the next pass, with --batch');
}
