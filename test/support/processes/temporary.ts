/** A folder for the files of one test file, removed when its tests are over. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface TemporaryFolder {
  /** Path of a file in the folder, or of the folder itself. */
  readonly path: (name?: string) => string;
  readonly text: (name: string) => string;
  readonly bytes: (name: string) => Buffer;
  /** Writes a file into the folder and gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
}

export function temporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return filesIn(() => folder);
}

/** Files of a folder that may be another one at another time. */
export function filesIn(folder: () => string): TemporaryFolder {
  const path = (name = ''): string => join(folder(), name);
  return {
    path,
    text: (name) => readFileSync(path(name), 'utf8'),
    bytes: (name) => readFileSync(path(name)),
    write: (name, content) => {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}

/** Names for files of one test file that are written and synced often: in memory where the system has a folder there. */
export function fileNames(): () => string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'iwal-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let files = 0;
  return () => join(folder, `${++files}.jsonl`);
}

/** Mounts a file system of so few bytes ('64k') in a new folder; whether that is allowed here. `umount` takes it away again. */
export function mountedSmall(disk: string, size: string): boolean {
  try {
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
