import { setTimeout } from 'node:timers/promises';
import { EXIT, Interrupted } from './failure.ts';
import { SIGNALS } from './signals.ts';

/** What a scheduler sends some time before it ends a job. */
const STOP_SIGNALS = ['SIGTERM', 'SIGUSR2'] as const;
/** Milliseconds a command has to clean up. */
const GRACE = 2000;
/** Milliseconds in which signals count as one. */
const ONE_PRESS = 300;

/** How work hears that the user interrupts it. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The result of the work, or an Interrupted error once a signal came and the work ended or its grace ran out. */
  readonly orInterrupted: <T>(work: Promise<T>) => Promise<T>;
  /** From now on SIGTERM, and SIGUSR2, ask for an end in good order: they abort this signal, and the other one no longer. */
  readonly stopRequest: () => AbortSignal;
}

/**
 * Ctrl-C and its kin: the running command is told through an AbortSignal, has a moment to remove what it has half written, and
 * is then left behind. A second Ctrl-C ends the process at once. A signal that follows on another's heels is no second one:
 * `timeout` and other supervisors signal the process and then its group, of which it is part.
 */
export function interruption(): Interruption {
  const controller = new AbortController();
  const interrupted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => {
      void setTimeout(GRACE).then(() => reject(new Interrupted()));
    });
  });
  let first = 0;
  const hear = (): void => {
    if (controller.signal.aborted) {
      if (performance.now() - first > ONE_PRESS) process.exit(EXIT.interrupted);
      return;
    }
    first = performance.now();
    controller.abort(new Interrupted());
  };
  for (const name of SIGNALS) process.on(name, hear);
  return {
    signal: controller.signal,
    async orInterrupted(work) {
      try {
        return await Promise.race([work, interrupted]);
      } catch (error) {
        throw controller.signal.aborted ? new Interrupted() : error;
      }
    },
    stopRequest() {
      const stop = new AbortController();
      process.off('SIGTERM', hear);
      for (const name of STOP_SIGNALS) {
        process.on(name, () => stop.abort(new Interrupted()));
      }
      return stop.signal;
    },
  };
}
