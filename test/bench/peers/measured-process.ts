import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What a process needed, its children among it. */
export interface ProcessCost {
  readonly seconds: number;
  /** User and system. */
  readonly processor: number;
  /** Peak memory of the largest of the processes, in MB of 10^6 bytes. */
  readonly megabytes: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds between two looks at the memory. */
const LOOK = 10;

/**
 * Runs a command in a shell that counts its seconds. Peak memory is Linux's own count of each process, looked at while it runs; that of
 * getrusage begins with the parent's.
 *
 * @throws Error with what the command wrote where it fails.
 */
export async function measuredProcess(command: readonly string[], folder: string): Promise<ProcessCost> {
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@"', 'bash', ...command], { cwd: folder });
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, peakBelow(child.pid!));
  }, LOOK);
  try {
    const [stdout, reported, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    if (status !== 0) throw new Error(`${command.join(' ')}\n${reported}`);
    const lines = reported.trimEnd().split('\n');
    const [seconds, user, system] = lines.pop()!.split(' ').map(Number);
    return { seconds, processor: user + system, megabytes: peak / 1e6, stdout, stderr: lines.join('\n') };
  } finally {
    clearInterval(looking);
  }
}

/** The largest peak in bytes of what a process has started; 0 where it has ended. */
function peakBelow(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return children === ''
      ? 0
      : Math.max(...children.split(' ').map((each) => Math.max(peakOf(Number(each)), peakBelow(Number(each)))));
  } catch {
    return 0;
  }
}

export function peakOf(pid: number): number {
  const found = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return found === null ? 0 : 1024 * Number(found[1]);
}
