/** A folder for the files of one test file, removed when its tests are over. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export interface TemporaryFolder {
  /** Path of a file in the folder. */
  readonly path: (name: string) => string;
  /** Writes a file into the folder and gives its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
}

export function temporaryFolder(): TemporaryFolder {
  const folder = mkdtempSync(join(tmpdir(), 'iwal-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const path = (name: string): string => join(folder, name);
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(path(name), content);
    return path(name);
  };
  return { path, write };
}

/** Names for files of one test file that are written and synced often: in memory where the system has a folder there. */
export function fileNames(): () => string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'iwal-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
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
