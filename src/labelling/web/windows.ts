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
export class Windows {
  readonly #after: After;
  readonly #changes: Changes;
  #answering: string | undefined;
  /** Open requests of the one that answers. */
  #open = 0;
  #callOff: () => void = () => undefined;

  constructor(after: After, changes: Changes) {
    this.#after = after;
    this.#changes = changes;
  }

  /** A request of a window begins; the return value ends it. */
  enter(window: string): () => void {
    this.#answering ??= window;
    if (this.#answering !== window) return () => undefined;
    this.#callOff();
    this.#open++;
    return () => {
      if (this.#answering !== window) return;
      this.#open--;
      if (this.#open === 0) this.#wait();
    };
  }

  /** 'free': nobody answers; the next request of any window is that of the one that does. */
  roleOf(window: string): Role {
    if (this.#answering === undefined) return 'free';
    return this.#answering === window ? 'answers' : 'watches';
  }

  /** This window answers from now on. */
  take(window: string): void {
    if (this.#answering === window) return;
    this.#callOff();
    this.#answering = window;
    this.#open = 0;
    this.#wait();
    this.#changes.tell();
  }

  #wait(): void {
    this.#callOff();
    this.#callOff = this.#after(SILENCE, () => {
      this.#answering = undefined;
      this.#changes.tell();
    });
  }
}
