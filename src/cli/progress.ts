/** Progress of long work, as a bar on stderr or not at all. */
export interface Progress {
  readonly update: (done: number, of: number) => void;
  /** Takes the bar off the screen. */
  readonly stop: () => void;
}

export const hidden: Progress = { update: () => undefined, stop: () => undefined };

/** Appears with the first update; the terminal's cursor and line wrapping stay as they are, so that nothing has to be restored. */
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
