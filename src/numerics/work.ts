/**
 * Long work in pieces: a generator that yields between them, and returns the result. Whoever drives it may listen to the world in
 * between (cli/terminal/event-loop.ts) and leave off: `return()` lets it clean up. A piece takes some ten milliseconds.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Does it with a pause between each piece and the next; where a pause throws, the work may clean up first. */
export async function inPieces<T>(work: Work<T>, pause: () => Promise<unknown>): Promise<T> {
  try {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      await pause();
    }
  } finally {
    work.return(undefined as never);
  }
}

/** Does it all at once, for who has nobody to listen to. */
export function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
