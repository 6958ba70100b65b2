import { setImmediate } from 'node:timers/promises';
import type { Work } from '../../numerics/work.ts';
import type { Session } from './session.ts';

/** Milliseconds between two breaths of a loop whose examples may be of any size. */
const PAUSE = 100;

/** Breathes where the last breath is some time ago: called for every example, it looks at the clock for every 16th. */
export function breather(session: Session): (i: number) => Promise<void> | undefined {
  let last = -Infinity;
  return (i) => {
    if (i % 16 !== 0 || performance.now() - last < PAUSE) return undefined;
    return breathe(session).then(() => {
      last = performance.now();
    });
  };
}

/** Examples between two breaths: a few milliseconds of learning. */
export const STRIDE = 10_000;

/** Lets long work of this thread hear Ctrl-C: between its pieces, it ends with an Interrupted error. */
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
