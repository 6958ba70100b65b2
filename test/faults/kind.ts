import type { RandomStream } from '../../src/numerics/random.ts';
import type { Ended } from '../support/processes/started.ts';

/** What a trial works with. */
export interface Bench {
  /** Decides the trial: the same seed draws the same numbers. */
  readonly random: RandomStream;
  /** A folder of the trial, empty at first. */
  readonly folder: string;
  /** Runs `iwal` with these arguments in a process that is kept; a command that takes too long or too much memory throws. */
  readonly run: (folder: string, args: readonly string[]) => Promise<Ended>;
  /** Makes what several trials share, once, in a folder of its own. */
  readonly once: <T>(name: string, make: (folder: string) => Promise<T>) => Promise<T>;
}

/** One kind of fault: a line of the table in kinds.ts. */
export interface Kind {
  /** Part of the time, relative to the other kinds. */
  readonly share: number;
  /** Why this machine cannot try it; undefined where it can. */
  readonly missing?: () => string | undefined;
  /** Tries the faults of one seed. Returns how many they were; throws where one did harm. */
  readonly trial: (bench: Bench) => Promise<number>;
}

/** Throws unless it holds. */
export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

/** Exit codes above it are those of signals. */
const KILLED = 128;

/** Throws where a command ended in a way that no fault excuses: a stack trace, a bug, an exit code that does not exist. */
export function demandClear({ code, stdout, stderr }: Ended, what: string, codes: readonly number[] = [0, 1, 2]): void {
  const text = `${stdout}\n${stderr}`;
  const isClear = codes.includes(code) && !/this is a bug in iwal|^\s+at .+:\d+:\d+\)?$/m.test(text);
  demand(
    isClear && (code === 0 || code > KILLED || stderr.trim() !== ''),
    `${what} ended with ${code}:\n${stdout.slice(-500)}\n${stderr.slice(-3000)}`,
  );
}

/** One of a list. */
export function pick<T>(random: RandomStream, all: readonly T[]): T {
  return all[random.below(all.length)];
}
