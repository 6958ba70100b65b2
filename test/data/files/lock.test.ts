/** Laws of the lock: one living process at a time; what is nobody's any more is taken over, what is another's stays. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { lockFile } from '../../../src/files/lock.ts';
import { factsOf, startedAt, surroundings } from '../../../src/files/owner.ts';
import { bundledModule } from '../../support/processes/bundled.ts';
import { ended } from '../../support/processes/cli.ts';
import { mountedSmall, temporaryFolder } from '../../support/processes/temporary.ts';

const folder = temporaryFolder();
const lockModule = await bundledModule('src/files/lock.ts', temporaryFolder().write);
const file = folder.path('a.ledger');
const NOW = '2026-01-02T03:04:05.678Z';

afterEach(() => rmSync(`${file}.lock`, { force: true }));

describe('the lock', () => {
  const lock = `${file}.lock`;
  const holder = (pid: number, host = hostname()): string => JSON.stringify({ pid, host, since: NOW });

  it('says who holds the file, and goes with it', () => {
    const release = lockFile(file, 'a ledger', NOW);
    expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({
      pid: process.pid,
      host: hostname(),
      since: NOW,
      ...surroundings(),
    });
    release();
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('refuses a second opening while the first lives', () => {
    const release = lockFile(file, 'a ledger', NOW);
    const complaint =
      `${file}: found a ledger that is held by process ${process.pid} on ${hostname()} since ${NOW}; expected one process ` +
      `at a time; if that one is gone, remove ${lock}`;
    expect(() => lockFile(file, 'a ledger', 'later')).toThrow(complaint);
    release();
  });

  it('is taken over from a process that is gone', () => {
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString());
    writeFileSync(lock, holder(gone));
    lockFile(file, 'a ledger', NOW)();
    expect(existsSync(lock)).toBe(false);
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it('is not taken over from another machine or from a living process, as 0.1 wrote it', () => {
    const child = spawn('sleep', ['60']);
    const now = new Date().toISOString();
    for (const [content, who] of [
      [holder(1, 'elsewhere'), 'process 1 on elsewhere'],
      [JSON.stringify({ pid: child.pid!, host: hostname(), since: now }), `process ${child.pid!} on ${hostname()}`],
    ]) {
      writeFileSync(lock, content);
      expect(() => lockFile(file, 'a ledger', NOW)).toThrow(`held by ${who}`);
      expect(readFileSync(lock, 'utf8')).toBe(content);
    }
    child.kill();
  });

  it.each([
    ['empty, as a full disk leaves it', ''],
    ['of zeros, as a crash of the machine leaves it', '\0'.repeat(80)],
    ['cut off', holder(1).slice(0, 20)],
    ['of another kind', 'not ours'],
  ])('is stale where it is %s', (_, content) => {
    writeFileSync(lock, content);
    lockFile(file, 'a ledger', NOW)();
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  it("lets go of nobody else's", () => {
    const release = lockFile(file, 'a ledger', NOW);
    writeFileSync(lock, holder(1, 'elsewhere'));
    release();
    expect(existsSync(lock)).toBe(true);
  });

  it('in a folder that is not there', () => {
    expect(() => lockFile(folder.path('nowhere/a.ledger'), 'a ledger', NOW)).toThrow(
      /nowhere\/a\.ledger\.lock: found that it cannot be written \(no such file or directory\)/,
    );
  });
});

it('a file with several paths: has one lock, whether the file is there or not', () => {
  mkdirSync(folder.path('elsewhere'), { recursive: true });
  symlinkSync(dirname(file), folder.path('elsewhere/folder'));
  symlinkSync('../a.ledger', folder.path('elsewhere/link'));
  symlinkSync('link', folder.path('elsewhere/link-to-link'));
  for (const isThere of [false, true]) {
    if (isThere) writeFileSync(file, 'ledger');
    const release = lockFile(file, 'a ledger', NOW);
    for (const path of ['link', 'link-to-link', 'folder/a.ledger']) {
      expect(() => lockFile(folder.path(`elsewhere/${path}`), 'a ledger', NOW)).toThrow(
        `${path}: found a ledger that is held by process ${process.pid}`,
      );
    }
    release();
    const throughLink = lockFile(folder.path('elsewhere/link-to-link'), 'a ledger', NOW);
    expect(existsSync(`${file}.lock`)).toBe(true);
    throughLink();
  }
  rmSync(file);
  rmSync(folder.path('elsewhere'), { recursive: true });
});

describe.skipIf(surroundings() === undefined)('a pid that is used again (needs /proc)', () => {
  const lock = `${file}.lock`;
  const here = { pid: process.pid, host: hostname(), since: NOW, start: factsOf(process.pid)?.start, ...surroundings() };

  it.each([
    ['by this process, after the one that 0.1 wrote down', { pid: process.pid, host: hostname(), since: NOW }, 'taken'],
    ['by a process with another start', { ...here, start: 1 }, 'taken'],
    ['after the machine was started again', { ...here, boot: 'another' }, 'taken'],
    [
      'after the container was started again, under its name',
      { ...here, pidNamespace: 'pid:[1]', hostNamespace: 'uts:[1]' },
      'taken',
    ],
    ['not at all: the process lives', here, 'kept'],
    ['or not: a namespace of this host that cannot be looked into', { ...here, pidNamespace: 'pid:[1]' }, 'kept'],
    ['or not: another container', { ...here, host: 'other', pidNamespace: 'pid:[1]', hostNamespace: 'uts:[1]' }, 'kept'],
    ['or not: another machine', { ...here, host: 'other', boot: 'another' }, 'kept'],
    ['not at all: the host got another name', { ...here, host: 'renamed' }, 'kept'],
  ])('%s', (_, holder, outcome) => {
    writeFileSync(lock, JSON.stringify(holder));
    if (outcome === 'taken') lockFile(file, 'a ledger', NOW)();
    else expect(() => lockFile(file, 'a ledger', NOW)).toThrow(`held by process ${holder.pid} on ${holder.host}`);
    expect(existsSync(lock)).toBe(outcome === 'kept');
  });

  it('a process that has ended and that nobody has asked for is gone', async () => {
    // sh starts a child that ends, and becomes a program that never asks for it.
    const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 60']);
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
    );
    while (factsOf(pid)?.isZombie === false) await new Promise((resolve) => setTimeout(resolve, 10));
    writeFileSync(lock, JSON.stringify({ ...here, pid, start: factsOf(pid)?.start }));
    lockFile(file, 'a ledger', NOW)();
    parent.kill();
  });

  it('the start of a process is told in the time of day', () => {
    const uptime = 1000 * process.uptime();
    expect(Math.abs(startedAt(factsOf(process.pid)!)! - (Date.now() - uptime))).toBeLessThan(30_000);
  });
});

describe('many processes (law)', () => {
  // Tries to take all files, says which it got, and keeps them until its input ends.
  const CONTENDER = `
    const { lockFile } = await import(process.argv[1]);
    const [start, ...files] = process.argv.slice(2);
    while (Date.now() < Number(start));
    const held = files.filter((file) => {
      try {
        lockFile(file, 'a ledger', new Date().toISOString());
        return true;
      } catch (error) {
        if (error.name !== 'DataError') throw error;
        return false;
      }
    });
    process.stdout.write(JSON.stringify(held));
    process.stdin.resume().on('end', () => process.exit(0));`;
  const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid']).toString());
  const stale = JSON.stringify({ pid: gone, host: hostname(), since: NOW });

  it.each([
    ['no lock', undefined],
    ['the lock of a process that is gone', stale],
    ['an empty lock', ''],
    [
      'a lock of this process as 0.1 wrote it, long ago',
      JSON.stringify({ pid: process.pid, host: hostname(), since: '2001-01-01T00:00:00.000Z' }),
    ],
  ])('%s: exactly one holds each file', async (_, content) => {
    mkdirSync(folder.path('race'));
    const files = Array.from({ length: 25 }, (_, n) => folder.path(`race/${n}.ledger`));
    if (content !== undefined) for (const each of files) writeFileSync(`${each}.lock`, content);
    const start = `${Date.now() + 1500}`;
    const contenders = Array.from({ length: 6 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', CONTENDER, lockModule, start, ...files]),
    );
    const ends = contenders.map(ended);
    const held = contenders.map(
      (child) =>
        new Promise<string[]>((resolve) =>
          child.stdout.once('data', (text: Buffer) => resolve(JSON.parse(text.toString()) as string[])),
        ),
    );
    const winners = (
      await Promise.race([Promise.all(held), Promise.any(ends).then(({ stderr }) => Promise.reject(new Error(stderr)))])
    ).flat();
    expect(winners.sort()).toEqual([...files].sort());
    for (const child of contenders) child.stdin.end();
    await Promise.all(ends);
    expect(readdirSync(folder.path('race'))).toEqual([]);
    rmSync(folder.path('race'), { recursive: true });
  });
});

describe('a full disk', () => {
  const disk = temporaryFolder().path('disk');
  const isMounted = mountedSmall(disk, '16k');

  it.skipIf(!isMounted)('is one complaint and leaves no lock (needs the right to mount a small file system)', () => {
    try {
      writeFileSync(`${disk}/rest`, 'x'.repeat(4096));
      for (let n = 0; ; n++) {
        try {
          writeFileSync(`${disk}/rest`, 'x'.repeat(4096), { flag: 'a' });
        } catch {
          break;
        }
      }
      expect(() => lockFile(`${disk}/a.ledger`, 'a ledger', NOW)).toThrow(
        /a\.ledger\.lock: found that it cannot be written \(no space left on device\)/,
      );
      expect(readdirSync(disk)).toEqual(['rest']);
      rmSync(`${disk}/rest`);
      lockFile(`${disk}/a.ledger`, 'a ledger', NOW)();
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
