import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { inPieces, type Work } from '../../numerics/work.ts';
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

/** Rows and entries that are walked, and learned, in the half second or so that threads take to start: Ctrl-C need not hear of it. */
export const QUICK = 40_000;

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

/** Calls `then` after so many milliseconds, unless what is returned is called before. */
export function after(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
}

/** The result of work in pieces; where it is interrupted, it may clean up first. */
export function interruptibly<T>(work: Work<T>, session: Pick<Session, 'signal'>): Promise<T> {
  return inPieces(work, () => yieldToEvents(session));
}

/**
 * As V8 names them. Without the first three a caller takes in 920 bytes of bytecode, and no call that fewer than one in seven of its turns
 * reach. Without the last, the engine's second-best compiler, which is on from Node 24, takes a loop over many rows into its caller. The best
 * compiler then never sees the loop, because the caller itself is seldom called (Pacer: the search for its knob).
 */
const SETTINGS = [
  '--max-inlined-bytecode-size-cumulative=10000',
  '--max-inlined-bytecode-size-absolute=20000',
  '--min-inlining-frequency=0.001',
  '--no-maglev-inlining',
];

let isSet = false;

/**
 * Lets the engine make one function of all that happens to a row in a pass: learner, update, loss, optimizer, rule and coin are small
 * functions of numbers, and a number that crosses a call which is not inlined is put on the heap, 16 bytes each. With it nothing is
 * left on the heap per row (test/laws/bytes-per-row.test.ts), and once it is compiled logistic passes take 0.9 of their time, active ones
 * 0.75; to compile it takes 15 to 100 ms of another core, which shorter passes do not win back.
 *
 * It holds for all threads of the process. The function that is inlined itself may be as long as ever, 460 bytes: loops over a row rely
 * on being called. Whoever starts the engine anew or loads modules of it afterwards waits 8 ms longer, for what it has compiled of
 * itself is good for other settings; so it is called where a long pass begins.
 */
export function inlinePasses(): void {
  if (isSet) return;
  isSet = true;
  for (const setting of SETTINGS) setFlagsFromString(setting);
}
