import { emitKeypressEvents, type Key } from 'node:readline';
import { REDRAW } from '../../labelling/terminal/terminal.ts';
import { Interrupted } from '../terminal/failure.ts';
import { keystrokesOf, type KeystrokeParts } from './keystrokes.ts';
import { enterModes, type RawSource, type TerminalParts } from './terminal-modes.ts';

/** What is needed of process.stdin. */
export interface KeySource extends NodeJS.ReadableStream, RawSource {}

/** The terminal of a session, and who hears of keys and signals. */
export interface KeyboardParts extends Omit<KeystrokeParts, 'take'>, Pick<TerminalParts, 'control' | 'stop'> {
  readonly input: KeySource;
  readonly signal: AbortSignal;
}

/**
 * Single keys of a terminal, without waiting for Enter.
 *
 * The terminal is in its modes (terminal-modes.ts) from `openKeyboard` to `close`. Raw mode turns Ctrl-C into a key: it ends the
 * waiting with Interrupted, as every signal does, in the middle of a paste too. Ctrl-Z suspends the process. Ctrl-D and a
 * terminal that goes away are 'q'. Keys that come in a burst (keystrokes.ts) are ignored, and told.
 */
export interface Keyboard {
  /** The next key, letters in lower case; keys that print nothing go by their names. After a suspension it is REDRAW. */
  readonly next: () => Promise<string>;
  readonly close: () => void;
}

const INTERRUPT = 'ctrl-c';
const SUSPEND = 'ctrl-z';
const QUIT = 'q';

/** Reads single keys until it is closed. The terminal is left as it was found, also where the process is stopped or ends. */
export function openKeyboard({ input, control, after, now, stop, ignored, signal }: KeyboardParts): Keyboard {
  const pressed: string[] = [];
  let wake = (): void => undefined;
  const take = (key: string): void => {
    pressed.push(key);
    wake();
  };
  const keystrokes = keystrokesOf({ after, now, take, ignored });
  const onKey = (text: string | undefined, key: Key): void => {
    const name = keyName(text, key);
    if (name === 'paste-start') keystrokes.pasteBegins();
    else if (name === 'paste-end') keystrokes.pasteEnds();
    else if (name === INTERRUPT) take(name);
    else keystrokes.press(name);
  };
  const onEnd = (): void => {
    keystrokes.settle();
    take(QUIT);
  };
  const onAbort = (): void => wake();
  const modes = enterModes({ input, control, stop, resumed: () => take(REDRAW) });
  signal.addEventListener('abort', onAbort);
  emitKeypressEvents(input);
  // A terminal that is gone ends its input besides.
  input
    .on('keypress', onKey)
    .on('end', onEnd)
    .on('error', () => undefined)
    .resume();
  return {
    close() {
      signal.removeEventListener('abort', onAbort);
      // A terminal that is gone cannot be set back, and says so later.
      input.off('keypress', onKey).off('end', onEnd);
      keystrokes.stop();
      modes.leave();
      input.pause();
    },
    async next() {
      for (;;) {
        signal.throwIfAborted();
        const key = pressed.shift();
        if (key === INTERRUPT) throw new Interrupted();
        if (key === SUSPEND) modes.suspend();
        else if (key !== undefined) return key;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
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
