import { setImmediate } from 'node:timers/promises';
import type { Work } from '../../numerics/work.ts';
import { inlinePasses } from './inlining.ts';
import type { Session } from './session.ts';

/** Milliseconds after which a loop whose examples may be of any size yields to the event loop. */
const PAUSE = 100;

/** Yields to the event loop where it last did so some time ago: called for every example, it looks at the clock for every 16th. */
export function yieldingNowAndThen(session: Session): (i: number) => Promise<void> | undefined {
  let last = -Infinity;
  return (i) => {
    if (i % 16 !== 0 || performance.now() - last < PAUSE) return undefined;
    return yieldToEvents(session).then(() => {
      last = performance.now();
    });
  };
}

/** Examples after which a loop yields to the event loop: a few milliseconds of learning. */
export const STRIDE = 10_000;

/** Rows of a pass for which it pays to have the whole of it inlined: to compile it so takes 15 to 100 ms of another core. */
export const LONG_PASS = 50 * STRIDE;

/** Works on positions 0 … n - 1 a stride at a time, and yields to the event loop after each. */
export async function inStrides(
  n: number,
  session: Pick<Session, 'signal'>,
  work: (from: number, to: number) => void,
): Promise<void> {
  if (n >= LONG_PASS) inlinePasses();
  for (let from = 0; from < n; from += STRIDE) {
    work(from, Math.min(n, from + STRIDE));
    await yieldToEvents(session);
  }
}

/** Lets long work of this thread hear Ctrl-C: between its pieces, it ends with an Interrupted error. */
export async function yieldToEvents({ signal }: Pick<Session, 'signal'>): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** The result of work in pieces; where it is interrupted, it may clean up first. */
export async function interruptibly<T>(work: Work<T>, session: Pick<Session, 'signal'>): Promise<T> {
  try {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      await yieldToEvents(session);
    }
  } finally {
    work.return(undefined as never);
  }
}
