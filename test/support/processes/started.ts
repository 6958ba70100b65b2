/** Starts the built command line and hears it to its end, for tests and for tools that are none. */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { built } from './built.ts';

/** The built program. */
export const MAIN = built('src/cli/main.js');

export interface Ended {
  /** Exit code; 128 + n where a signal ended the process. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds within which what is told to end has ended, on a machine that has other work too; on a quiet one a tenth of it is. */
export const SOON = 10_000;

/** What a process is started with besides its arguments. */
export interface Circumstances {
  /** A program that starts it, with its own arguments. */
  readonly under?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** Starts `iwal` and lets it run. */
export function start(folder: string, args: readonly string[], { under = [], environment }: Circumstances = {}): ChildProcess {
  return startProgram(folder, [...under, process.execPath, MAIN, ...args], environment);
}

/** Starts any program and lets it run. */
export function startProgram(
  folder: string,
  [program, ...args]: readonly string[],
  environment?: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(program, args, { cwd: folder, env: { ...plainEnvironment(), ...environment } });
}

/** Waits for the end of a process. */
export function ended(child: ChildProcess): Promise<Ended> {
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code: code ?? 128 + constants.signals[signal!], stdout: stdout(), stderr: stderr() });
    });
  });
}

/** What a developer has set for himself must not decide a test. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'IWAL_DATA'));
}
