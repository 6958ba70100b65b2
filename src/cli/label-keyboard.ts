/**
 * Single keys of a terminal, without waiting for Enter.
 *
 * The terminal is in raw mode from `openKeyboard` to `close`, which also happens when the process ends in between, whatever ends it
 * but SIGKILL. Raw mode turns Ctrl-C into a key: it ends the waiting with Interrupted, as every signal does. Ctrl-D and a
 * terminal that goes away are 'q'.
 */
import { emitKeypressEvents, type Key } from 'node:readline';
import { Interrupted } from './failure.ts';

/** What is needed of process.stdin. */
export interface KeySource extends NodeJS.ReadableStream {
  setRawMode(isRaw: boolean): unknown;
}

export interface Keyboard {
  /** The next key, letters in lower case; keys that print nothing go by their names. */
  readonly next: () => Promise<string>;
  readonly close: () => void;
}

const INTERRUPT = 'ctrl-c';
const QUIT = 'q';

export function openKeyboard(input: KeySource, signal: AbortSignal): Keyboard {
  const pressed: string[] = [];
  let wake = (): void => undefined;
  const press = (key: string): void => {
    pressed.push(key);
    wake();
  };
  const onKey = (text: string | undefined, key: Key): void => { press(keyName(text, key)); };
  const onEnd = (): void => { press(QUIT); };
  const onAbort = (): void => { wake(); };
  const close = (): void => {
    process.off('exit', close);
    signal.removeEventListener('abort', onAbort);
    input.off('keypress', onKey).off('end', onEnd);
    input.setRawMode(false);
    input.pause();
  };
  process.once('exit', close);
  signal.addEventListener('abort', onAbort);
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.on('keypress', onKey).on('end', onEnd).resume();
  return {
    close,
    async next() {
      for (;;) {
        signal.throwIfAborted();
        const key = pressed.shift();
        if (key === INTERRUPT) throw new Interrupted();
        if (key !== undefined) return key;
        await new Promise<void>((resolve) => { wake = resolve; });
      }
    },
  };
}

function keyName(text: string | undefined, { name, ctrl }: Key): string {
  if (ctrl === true && name === 'd') return QUIT;
  if (ctrl === true) return `ctrl-${name}`;
  const isPrintable = text !== undefined && /^[^\p{Control}]$/u.test(text);
  return isPrintable ? text.toLowerCase() : (name ?? 'that key');
}
