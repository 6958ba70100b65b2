/**
 * Long work in pieces: a generator that yields between them, and returns the result. Whoever drives it may listen to the world in
 * between (cli/terminal/event-loop.ts) and leave off: `return()` lets it clean up. A piece takes some ten milliseconds.
 */
export type Work<T> = Generator<undefined, T, undefined>;

/** Does it all at once, for who has nobody to listen to. */
export function finished<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
