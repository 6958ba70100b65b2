import { count, duration } from '../../numerics/display.ts';

/** Progress of long work on stderr: a bar where a person looks, a line now and then where a log is kept. */
export interface Progress {
  readonly update: (done: number, of: number) => void;
  /** Takes a bar off the screen. */
  readonly stop: () => void;
}

/** Least seconds between two lines, and before the first: short work says nothing. */
const PAUSE = 30;

/** Lines with what is done and, by the pace since the first update, how long the rest will take. `now` is a clock in seconds. */
export function progressLines(what: string, note: (line: string) => void, now: () => number): Progress {
  let start: { readonly at: number; readonly done: number } | undefined;
  let last = 0;
  return {
    update(done, of) {
      const at = now();
      if (start === undefined) {
        start = { at, done };
        last = at;
      }
      if (at - last < PAUSE) return;
      last = at;
      const pace = (done - start.done) / (at - start.at);
      note(
        `${what}: ${count(done)} of ${count(of)}${pace > 0 && done < of ? `, about ${duration((of - done) / pace)} left` : ''}`,
      );
    },
    stop: () => undefined,
  };
}

/**
 * Appears with the first update; the terminal's cursor and line wrapping stay as they are, so that nothing has to be restored.
 */
export async function progressBar(what: string): Promise<Progress> {
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
