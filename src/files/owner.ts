import { builtin } from './builtin.ts';
import { ifPossible } from './if-possible.ts';

const { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } = builtin('node:fs');
const { hostname } = builtin('node:os');
const paths = builtin('node:path');

/**
 * The process that a lock or a half-written file belongs to, and whether it is still there.
 *
 * A pid alone names nobody for long: pids are used again, in a container within seconds. Where there is a /proc, the owner is
 * (machine since it started, namespace of pids, pid, start of the process). The rule, from the top:
 *
 *   same start of the machine, same pids   alive if the pid runs, has the start that was written down and is no zombie
 *   same start of the machine, other pids  a container: gone if it had the host name that this one has now, in another namespace of
 *                                          names (it was started again); else it cannot be looked at, and counts as alive
 *   another start of the machine           gone if the host name is this one (the machine was started again); else another machine's
 *   nothing known but pid and host name    as version 0.1 wrote it, and where there is no /proc: another host's is alive; one of this
 *                                          host is gone if the pid does not run, or runs a process that started after `since`
 *
 * It takes host names for names: two machines of one name on a shared disk are not told apart.
 */
interface Owner extends Partial<Surroundings> {
  readonly pid: number;
  readonly host: string;
  /** Clock ticks of the machine at which the process started. */
  readonly start?: number;
}

/** Milliseconds by which a clock that was set may make a process look younger. */
const CLOCK_SET = 60_000;

let ownStart: number | undefined;

/** This process as an owner of files: host, number and start, which is looked up once. */
export function thisProcess(): Owner {
  const around = surroundings();
  ownStart ??= around && factsOf(process.pid)?.start;
  return { pid: process.pid, host: hostname(), ...(ownStart !== undefined && { start: ownStart, ...around }) };
}

/** Of what it cannot look at nothing is known: that counts as alive. `since`: a time at which the owner was alive, ISO 8601. */
export function isAlive(owner: Owner, since?: string): boolean {
  const here = surroundings();
  const isOurHost = owner.host === hostname();
  if (owner.boot === undefined || here === undefined) return !isOurHost || (isRunning(owner.pid) && !isYounger(owner.pid, since));
  if (owner.boot !== here.boot) return !isOurHost;
  if (owner.pidNamespace !== here.pidNamespace) return !isOurHost || owner.hostNamespace === here.hostNamespace;
  // A process may be hidden from other users.
  const start = factsOf(owner.pid)?.start ?? owner.start;
  return isRunning(owner.pid) && start === owner.start;
}

function isRunning(pid: number): boolean {
  if (factsOf(pid)?.isZombie === true) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whether the process of this pid began after that time, and so is not the one that was alive then. */
function isYounger(pid: number, since: string | undefined): boolean {
  const facts = factsOf(pid);
  const started = facts && startedAt(facts);
  return started !== undefined && since !== undefined && started > Date.parse(since) + CLOCK_SET;
}

/**
 * What Linux says of processes under /proc. Elsewhere, and where /proc is that of other processes, everything is undefined.
 *
 * Source: proc(5); pid_namespaces(7); uts_namespaces(7).
 */
interface ProcessFacts {
  /**
   * Clock ticks from the start of the machine to that of the process: with the pid it names a process for as long as the machine
   * runs.
   */
  readonly start: number;
  /** Ended, and not yet asked for by the process that started it. */
  readonly isZombie: boolean;
}

/** What this process shares with others. */
interface Surroundings {
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
  const [pidNamespace, hostNamespace] = ['pid', 'uts'].map((kind) => ifPossible(() => readlinkSync(`/proc/self/ns/${kind}`)));
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

/** undefined on another system, and of a process that is gone. */
function textOf(file: string): string | undefined {
  return ifPossible(() => readFileSync(file, 'utf8'));
}

const NAME = /^\.iwal-([1-9]\d*)-(.+)-\w{6}$/;

/** A path in this folder that means the same, less its last six characters. */
export function temporaryPrefix(folder: string): string {
  const { pid, host } = thisProcess();
  return paths.join(folder, `.iwal-${pid}-${host}-`);
}

/**
 * Makes a hidden folder in this one for what is being written, named after the process that writes; whoever asked for it removes it.
 *
 *   .iwal-<process>-<machine>-<six characters>
 *
 * A process that was killed leaves its folder behind; the next one that writes there removes it. Folders of living processes, of
 * other machines and of other names stay.
 *
 * @throws those of the system where no folder can be made. What cannot be removed stays.
 */
export function temporaryIn(folder: string): string {
  const made = mkdtempSync(temporaryPrefix(folder));
  removeForsaken(folder);
  return made;
}

function removeForsaken(folder: string): void {
  // Not in a folder that cannot be listed, and not what another user has left there.
  ifPossible(() => {
    for (const name of readdirSync(folder)) {
      const match = NAME.exec(name);
      if (match !== null && !isAlive({ pid: Number(match[1]), host: match[2] }))
        rmSync(paths.join(folder, name), { recursive: true, force: true });
    }
  });
}
