import type { Changes } from './changes.ts';

/** Calls `then` after so many milliseconds unless it is called off by what is returned. */
export type After = (milliseconds: number, then: () => void) => () => void;

/** What a window is to the session. */
export type Role = 'answers' | 'watches' | 'free';

/** How long a window may be silent between two requests before another one may answer, in milliseconds. */
const SILENCE = 1500;

/**
 * The browser windows that show a session: one of them answers, the others are told.
 *
 * The first that comes answers. It keeps the place as long as a request of it is open or the last one ended less than 1.5 s ago, so
 * that a reload gets it back, and until somebody takes the place in another window.
 */
export function windowsOf(after: After, changes: Changes) {
  let answering: string | undefined;
  /** Open requests of the one that answers. */
  let open = 0;
  let callOff = (): void => undefined;
  const wait = (): void => {
    callOff();
    callOff = after(SILENCE, () => {
      answering = undefined;
      changes.tell();
    });
  };
  return {
    /** A request of a window begins; the return value ends it. */
    enter(window: string): () => void {
      answering ??= window;
      if (answering !== window) return () => undefined;
      callOff();
      open++;
      return () => {
        if (answering === window && --open === 0) wait();
      };
    },
    /** 'free': nobody answers; the next request of any window is that of the one that does. */
    roleOf(window: string): Role {
      if (answering === undefined) return 'free';
      return answering === window ? 'answers' : 'watches';
    },
    /** This window answers from now on. */
    take(window: string): void {
      if (answering === window) return;
      answering = window;
      open = 0;
      wait();
      changes.tell();
    },
  };
}
