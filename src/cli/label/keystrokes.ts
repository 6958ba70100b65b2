import type { After } from '../../labelling/web/windows.ts';

/** Who takes the keys that count, and hears of those that came too fast. */
export interface KeystrokeParts {
  readonly after: After;
  /** Milliseconds since whenever. */
  readonly now: () => number;
  /** A key that counts. */
  readonly take: (key: string) => void;
  /** A burst of so many keys is over; none of them counted. */
  readonly ignored: (keys: number) => void;
}

/** Keys of a paste come closer than this, and no finger does. */
export const FASTEST = 35;
/** Keyboards repeat a held key every 30 to 42 ms at their usual rates … */
export const REPEATED = 45;
/** … and begin with it after 150 ms to 1.8 s: only then can a key be the repetition of the one before. */
export const [REPEATS_FROM, REPEATS_TO] = [100, 2000];
/** A paste over a slow line stutters. */
export const QUIET = 500;

type State =
  { readonly kind: 'idle' } | { readonly kind: 'held'; readonly key: string } | { readonly kind: 'burst'; readonly keys: number };

/**
 * Tells single keys, which a person presses, from keys that come in a burst: a paste, a key that is held down, a cat.
 *
 * A key counts once FASTEST milliseconds have passed without another, or REPEATED where it may be the repetition of the one before. Two
 * keys closer than that are a burst: neither counts, nor does any that follows before QUIET milliseconds of peace; what a terminal
 * marks as a paste is a burst from its first key to its end. So a paste answers no question, with or without such marks, and holding a
 * key answers one.
 */
export function keystrokesOf({ after, now, take, ignored }: KeystrokeParts) {
  let state: State = { kind: 'idle' };
  let last = { key: '', at: -Infinity };
  let cancel = (): void => undefined;
  const become = (next: State, settledAfter: number): void => {
    cancel();
    state = next;
    cancel = after(settledAfter, settle);
  };
  /** Keys that neither count yet nor were told to be ignored. */
  const waiting = (): number => (state.kind === 'burst' ? state.keys : state.kind === 'held' ? 1 : 0);
  /** Forgets what is waiting. */
  const stop = (): void => {
    cancel();
    state = { kind: 'idle' };
  };
  /** What is waiting is settled now: nothing more can come, or nothing that belongs to it. */
  const settle = (): void => {
    const settled = state;
    stop();
    if (settled.kind === 'held') take(settled.key);
    else if (settled.kind === 'burst' && settled.keys > 0) ignored(settled.keys);
  };
  return {
    press(key: string): void {
      const at = now();
      const apart = at - last.at;
      const mayRepeat = key === last.key && apart >= REPEATS_FROM && apart <= REPEATS_TO;
      last = { key, at };
      if (state.kind === 'idle') become({ kind: 'held', key }, mayRepeat ? REPEATED : FASTEST);
      else become({ kind: 'burst', keys: waiting() + 1 }, QUIET);
    },
    pasteBegins: (): void => become({ kind: 'burst', keys: waiting() }, QUIET),
    pasteEnds(): void {
      if (state.kind === 'burst') settle();
    },
    settle,
    stop,
  };
}
