/** What is needed of process.stdin. */
export interface RawSource {
  setRawMode(isRaw: boolean): unknown;
}

/** The terminal whose modes are changed. */
export interface TerminalParts {
  readonly input: RawSource;
  /** Takes what is meant for the terminal itself. */
  readonly control: (sequence: string) => void;
  /** Stops the process until it is continued. */
  readonly stop: () => void;
  readonly resumed: () => void;
}

const MARK_PASTES = '\x1b[?2004h';
const MARK_NO_PASTES = '\x1b[?2004l';

/**
 * What a terminal is told while single keys are read: raw mode, and marks around a paste (bracketed paste, ESC[?2004h of xterm,
 * which terminals without it ignore).
 *
 * It is told back by `leave`, when the process ends in whatever way but SIGKILL, and while the process is stopped: on Ctrl-Z and
 * SIGTSTP before it stops, and after any stop, SIGSTOP too, the modes are set again and `resumed` is called. `suspend` stops the process with
 * the terminal as it was before.
 */
export function enterModes({ input, control, stop, resumed }: TerminalParts) {
  const set = (): void => {
    input.setRawMode(true);
    control(MARK_PASTES);
    process.once('exit', leave).on('SIGTSTP', suspend).on('SIGCONT', goOn);
  };
  const leave = (): void => {
    process.off('exit', leave).off('SIGTSTP', suspend).off('SIGCONT', goOn);
    control(MARK_NO_PASTES);
    input.setRawMode(false);
  };
  // Whoever stopped us may have changed the modes, and a mode that Node believes to be set is not set again: out and in.
  const goOn = (): void => {
    leave();
    set();
    resumed();
  };
  // Without its listeners the signal has its usual effect, and the call returns when the process is continued.
  const suspend = (): void => {
    leave();
    stop();
    set();
    resumed();
  };
  set();
  return { suspend, leave };
}

/** Stops all processes of the terminal's foreground, as the terminal itself would have. */
export function stopGroup(): void {
  process.kill(0, 'SIGTSTP');
}
