/** Laws of the lock: one living process at a time; what is nobody's any more is taken over, what is another's stays. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { lockFile } from '../../src/data/lock.ts';
import { temporaryFolder } from '../support/temporary.ts';

const folder = temporaryFolder();
const file = folder.path('a.ledger');
const NOW = '2026-01-02T03:04:05.678Z';

afterEach(() => { rmSync(`${file}.lock`, { force: true }); });

describe('the lock', () => {
  const lock = `${file}.lock`;
  const holder = (pid: number, host = hostname()): string => JSON.stringify({ pid, host, since: NOW });

  it('says who holds the file, and goes with it', () => {
    const release = lockFile(file, 'a ledger', NOW);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toEqual({ pid: process.pid, host: hostname(), since: NOW });
    release();
    expect(existsSync(lock)).toBe(false);
  });

  it('refuses a second opening while the first lives', () => {
    const release = lockFile(file, 'a ledger', NOW);
    const complaint = `${file}: found a ledger that is held by process ${process.pid} on ${hostname()} since ${NOW}; legal is one process at a time; if that one is gone, remove ${lock}`;
    expect(() => lockFile(file, 'a ledger', 'later')).toThrow(complaint);
    release();
  });

  it('is taken over from a process that is gone', () => {
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString());
    writeFileSync(lock, holder(gone));
    lockFile(file, 'a ledger', NOW)();
    expect(existsSync(lock)).toBe(false);
    expect(existsSync(`${lock}.${process.pid}`)).toBe(false);
  });

  it('is not taken over from another machine, from a living process, or from who knows whom', () => {
    const child = spawn('sleep', ['60']);
    for (const [content, who] of [
      [holder(1, 'elsewhere'), 'process 1 on elsewhere'],
      [holder(child.pid!), `process ${child.pid!} on ${hostname()}`],
      ['not ours', 'somebody'],
    ]) {
      writeFileSync(lock, content);
      expect(() => lockFile(file, 'a ledger', NOW)).toThrow(`held by ${who}`);
      expect(readFileSync(lock, 'utf8')).toBe(content);
    }
    child.kill();
  });

  it('lets go of nobody else\'s', () => {
    const release = lockFile(file, 'a ledger', NOW);
    writeFileSync(lock, holder(1, 'elsewhere'));
    release();
    expect(existsSync(lock)).toBe(true);
  });

  it('in a folder that is not there', () => {
    expect(() => lockFile(folder.path('nowhere/a.ledger'), 'a ledger', NOW)).toThrow(/nowhere\/a\.ledger\.lock: found that it cannot be written \(no such file or directory\)/);
  });
});
