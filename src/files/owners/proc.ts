import { readFileSync, readlinkSync } from 'node:fs';

/**
 * What Linux says of processes under /proc. Elsewhere, and where /proc is that of other processes, everything is undefined.
 *
 * Source: proc(5); pid_namespaces(7); uts_namespaces(7).
 */
export interface ProcessFacts {
  /**
   * Clock ticks from the start of the machine to that of the process: with the pid it names a process for as long as the machine
   * runs.
   */
  readonly start: number;
  /** Ended, and not yet asked for by the process that started it. */
  readonly isZombie: boolean;
}

/** What this process shares with others. */
export interface Surroundings {
  /** The running machine, until it starts again. */
  readonly boot: string;
  /** Within which pids are unique: the machine or a container. */
  readonly pidNamespace: string;
  /** Within which there is one host name. */
  readonly hostNamespace: string;
}

/** Clock ticks a second: USER_HZ, which Linux fixes for all programs. */
const TICKS = 100;

/** undefined where no such process is to be seen. */
export function factsOf(pid: number): ProcessFacts | undefined {
  const line = textOf(`/proc/${pid}/stat`);
  // The name of the program comes second, in parentheses, and may hold anything.
  const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields && { start: Number(fields[19]), isZombie: 'ZX'.includes(fields[0]) };
}

let known: { readonly around: Surroundings | undefined } | undefined;

/** Looked at once: they last as long as the process. */
export function surroundings(): Surroundings | undefined {
  known ??= { around: lookAround() };
  return known.around;
}

function lookAround(): Surroundings | undefined {
  const boot = textOf('/proc/sys/kernel/random/boot_id')?.trim();
  const [pidNamespace, hostNamespace] = ['pid', 'uts'].map((kind) => linkOf(`/proc/self/ns/${kind}`));
  const isOurs = textOf('/proc/self/stat')?.startsWith(`${process.pid} (`) === true;
  return isOurs && boot !== undefined && pidNamespace !== undefined && hostNamespace !== undefined
    ? { boot, pidNamespace, hostNamespace }
    : undefined;
}

/** Milliseconds since 1970 at which the process started, by today's clock. */
export function startedAt({ start }: ProcessFacts): number | undefined {
  const boot = /^btime (\d+)$/m.exec(textOf('/proc/stat') ?? '')?.[1];
  return boot === undefined ? undefined : 1000 * (Number(boot) + start / TICKS);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // another system, or a process that is gone
  }
}

function linkOf(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}
