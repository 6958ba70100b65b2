import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { ifPossible } from '../../files/if-possible.ts';

/**
 * How many processors this process may use: what the system lets it run on, and no more than a job of Slurm or a control group
 * (container) was given.
 */
export function processors(environment: NodeJS.ProcessEnv = process.env, quota: number = cgroupQuota()): number {
  const given = Number(environment.SLURM_CPUS_PER_TASK);
  const job = Number.isInteger(given) && given > 0 ? given : Infinity;
  return Math.min(availableParallelism(), job, Math.max(1, Math.floor(quota)));
}

/**
 * Processors that the control group of this process and those above it may use at once; Infinity without a limit. `proc` says
 * which group it is, `mount` is where groups of version 2 and, below cpu, of version 1 stand.
 *
 * Source: Linux, Documentation/admin-guide/cgroup-v2.rst (cpu.max), scheduler/sched-bwc.rst (cpu.cfs_quota_us).
 */
export function cgroupQuota(proc = '/proc/self/cgroup', mount = '/sys/fs/cgroup'): number {
  let least = Infinity;
  for (const line of textOf(proc).split('\n')) {
    const found = /^\d+:([^:]*):(.*)$/.exec(line);
    if (found === null) continue;
    const [, controllers, path] = found;
    if (controllers !== '' && !controllers.split(',').includes('cpu')) continue;
    const top = controllers === '' ? mount : join(mount, 'cpu');
    for (let group = path; ; group = dirname(group)) {
      least = Math.min(least, controllers === '' ? ratioIn(textOf(join(top, group, 'cpu.max'))) : oldQuota(join(top, group)));
      if (group === dirname(group)) break;
    }
  }
  return least;
}

function oldQuota(folder: string): number {
  return ratioIn(`${textOf(join(folder, 'cpu.cfs_quota_us')).trim()} ${textOf(join(folder, 'cpu.cfs_period_us'))}`);
}

/** "200000 100000" is 2 processors; "max 100000", -1 and nothing are no limit. */
function ratioIn(text: string): number {
  const [quota, period] = text.trim().split(/\s+/).map(Number);
  return quota > 0 && period > 0 ? quota / period : Infinity;
}

function textOf(file: string): string {
  return ifPossible(() => readFileSync(file, 'utf8')) ?? '';
}
