/** Runs specs on a dataset, one after the other. Errors: the message of a DivergenceError as a Failure. */
import type { Measurement, Split } from '../studies/simulate.ts';
import type { RunSpec } from '../studies/spec.ts';
import { Failure } from './failure.ts';
import type { Message, Work } from './simulate-thread.ts';
import { onThread } from './thread.ts';

export interface Run {
  readonly measurement: Measurement;
  readonly seconds: number;
}

export async function runAll(specs: readonly RunSpec[], split: Split, signal: AbortSignal): Promise<Run[]> {
  const work: Work = { split, specs };
  const ended = await onThread<Message>(new URL('./simulate-thread.js', import.meta.url), work, signal);
  return ended.map((each) => {
    if ('failure' in each) throw new Failure(each.failure);
    return each;
  });
}
