/** The process that a lock or a half-written file belongs to, and whether it is still there. */
import { hostname } from 'node:os';

export interface Owner {
  readonly pid: number;
  readonly host: string;
}

export function thisProcess(): Owner {
  return { pid: process.pid, host: hostname() };
}

/** Of another machine nothing is known: there every process counts as alive. */
export function isAlive({ pid, host }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
