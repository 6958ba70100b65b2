import { printableLines } from '../../files/printable.ts';
import { progressBar, progressLines, type Progress } from './progress.ts';

/**
 * What a command may use of the terminal: data goes to stdout, remarks and progress to stderr. Control characters of names and texts
 * reach the terminal as escapes.
 */
export interface Session {
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
  /** A progress bar on stderr; where that is no terminal, a line now and then. */
  readonly progress: (what: string) => Promise<Progress>;
}

const CLEAR_LINE = '\r\x1b[2K';

/** Without `stopRequest` an interruption is the only thing that ends work. */
export function terminal(signal: AbortSignal, stopRequest: Session['stopRequest'] = () => signal): Session {
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
    print: (line) => {
      data(printableLines(line));
    },
    data,
    note,
    progress: (what) =>
      process.stderr.isTTY
        ? progressBar(printableLines(what))
        : Promise.resolve(progressLines(what, note, () => performance.now() / 1000)),
  };
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const hear = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) hear();
    else signal.addEventListener('abort', hear, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    done.abort();
  }
}
