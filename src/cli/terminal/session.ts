import { printableLines } from '../../files/printable.ts';
import { count, duration } from '../../numerics/display.ts';

/**
 * What a command may use of the terminal: data goes to stdout, remarks and progress to stderr. Control characters of names and texts
 * reach the terminal as escapes.
 */
export interface Session extends Terminal {
  /** Has something done when the command is over, however it ends: what must not be left behind is cleared away then. */
  readonly atEnd: (clear: () => void) => void;
}

/** The same of a program, whose commands come and go. */
export interface Terminal {
  /** Aborted when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** The result of work that cannot be told to stop, or an Interrupted error as soon as Ctrl-C is pressed. */
  readonly unlessInterrupted: <T>(work: Promise<T>) => Promise<T>;
  /** Aborted from now on by SIGTERM and SIGUSR2, which no longer interrupt: for work that ends in good order by itself. */
  readonly stopRequest: () => AbortSignal;
  /** A line of the result, on stdout. */
  readonly print: (line: string) => void;
  /** A line of data for another program, on stdout, character for character. */
  readonly data: (line: string) => void;
  /** A remark for the person, on stderr. */
  readonly note: (line: string) => void;
  /** What the work gives, under a progress bar on stderr; where that is no terminal, with a line now and then. */
  readonly underBar: <T>(what: string, work: (update: Progress['update']) => Promise<T>) => Promise<T>;
}

/** Carries out a command in a terminal. */
export async function untilEnd(inside: Terminal, command: (session: Session) => Promise<void>): Promise<void> {
  const clearings: (() => void)[] = [];
  try {
    await command({ ...inside, atEnd: (clear) => clearings.push(clear) });
  } finally {
    for (const clear of clearings) clear();
  }
}

const CLEAR_LINE = '\r\x1b[2K';

/** Without `stopRequest` an interruption is the only thing that ends work. */
export function terminal(signal: AbortSignal, stopRequest: Session['stopRequest'] = () => signal): Terminal {
  const note = (line: string): void => {
    process.stderr.write(`${process.stderr.isTTY ? CLEAR_LINE : ''}${printableLines(line)}\n`);
  };
  const data = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  return {
    signal,
    unlessInterrupted: (work) => unlessAborted(work, signal),
    stopRequest,
    print: (line) => data(printableLines(line)),
    data,
    note,
    async underBar(what, work) {
      if (!process.stderr.isTTY) return work(progressLines(what, note, () => performance.now() / 1000));
      const bar = await progressBar(printableLines(what));
      try {
        return await work(bar.update);
      } finally {
        bar.stop();
      }
    },
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const hear = (): void => reject(signal.reason as Error);
    if (signal.aborted) hear();
    else signal.addEventListener('abort', hear, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}

/** Progress of long work on stderr: a bar where a person looks, a line now and then where a log is kept. */
interface Progress {
  readonly update: (done: number, of: number) => void;
  /** Takes a bar off the screen. */
  readonly stop: () => void;
}

/** Least seconds between two lines, and before the first: short work says nothing. */
const PAUSE = 30;

/** Lines with what is done and, by the pace since the first update, how long the rest will take. `now` is a clock in seconds. */
export function progressLines(what: string, note: (line: string) => void, now: () => number): Progress['update'] {
  let start: { readonly at: number; readonly done: number } | undefined;
  let last = 0;
  return (done, of) => {
    const at = now();
    if (start === undefined) {
      start = { at, done };
      last = at;
    }
    if (at - last < PAUSE) return;
    last = at;
    const pace = (done - start.done) / (at - start.at);
    note(`${what}: ${count(done)} of ${count(of)}${pace > 0 && done < of ? `, about ${duration((of - done) / pace)} left` : ''}`);
  };
}

/**
 * Appears with the first update; the terminal's cursor and line wrapping stay as they are, so that nothing has to be restored.
 */
async function progressBar(what: string): Promise<Progress> {
  const { default: cliProgress } = await import('cli-progress');
  const bar = new cliProgress.SingleBar({
    format: `${what} {bar} {percentage}% · {value} of {total} · {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    clearOnComplete: true,
    gracefulExit: false,
    linewrap: true,
    stream: process.stderr,
  });
  return {
    update(done, of) {
      if (!bar.isActive) bar.start(of, done);
      bar.setTotal(of);
      bar.update(done);
    },
    stop() {
      if (bar.isActive) bar.stop();
    },
  };
}
