/** Lets long work of this thread hear Ctrl-C: between its pieces, it ends with an Interrupted error. */
import { setImmediate } from 'node:timers/promises';
import type { Work } from '../numerics/work.ts';
import type { Session } from './session.ts';

/** Examples between two breaths: a few milliseconds of learning. */
export const STRIDE = 10_000;

export async function breathe({ signal }: Pick<Session, 'signal'>): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** The result of work in pieces; where it is interrupted, it may clean up first. */
export async function breathing<T>(work: Work<T>, session: Pick<Session, 'signal'>): Promise<T> {
  try {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      await breathe(session);
    }
  } finally {
    work.return(undefined as never);
  }
}
