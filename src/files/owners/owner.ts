import { hostname } from 'node:os';
import { factsOf, startedAt, surroundings, type Surroundings } from './proc.ts';

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
export interface Owner extends Partial<Surroundings> {
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
