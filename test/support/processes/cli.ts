/** Runs the built command line as a person or a script would, in a folder of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { writeSvmlight } from '../../../src/data/svmlight-writer.ts';
import { built } from './built.ts';
import { toyTask } from '../toy.ts';

const MAIN = built('src/cli/main.js');

export interface Ended {
  /** Exit code; 128 + n where a signal ended the process. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `iwal` with these arguments to its end. */
export function iwal(folder: string, args: readonly string[]): Promise<Ended> {
  return ended(start(folder, args));
}

/** The same through `sh`, where "$iwal" is the command: for pipes, redirections and limits. */
export function shell(folder: string, script: string): Promise<Ended> {
  return ended(spawn('sh', ['-c', script], { cwd: folder, env: { ...plainEnvironment(), iwal: `${process.execPath} ${MAIN}` } }));
}

/** Starts `iwal` and lets it run. */
export function start(folder: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: plainEnvironment() });
}

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

/** A folder that is gone when the test is over; inside one of its own, so that nothing of this machine lies beside it. */
export function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'iwal-test-'));
  onTestFinished(() => {
    rmSync(parent, { recursive: true, force: true });
  });
  const folder = join(parent, 'work');
  mkdirSync(folder);
  return folder;
}

/** A two-class file in svmlight text; equal sizes and seeds give equal files. */
export async function toyFile(folder: string, name: string, { rows = 400, seed = 1 } = {}): Promise<string> {
  await writeSvmlight(join(folder, name), toyTask({ rows, seed }));
  return name;
}

/** What a developer has set for himself must not decide a test. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'IWAL_DATA'));
}
