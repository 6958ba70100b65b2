/** Lets a long loop of this thread hear Ctrl-C: called every so many examples, it ends the loop with an Interrupted error. */
import { setImmediate } from 'node:timers/promises';
import type { Session } from './session.ts';

/** Examples between two breaths: a few milliseconds of learning. */
export const STRIDE = 10_000;

export async function breathe({ signal }: Session): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
