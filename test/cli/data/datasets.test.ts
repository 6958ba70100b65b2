import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { catalogue } from '../../../src/data/public/local-copies.ts';
import { ended, iwal, shell, start, temporaryFolder, iwalHere } from '../../support/processes/cli.ts';
import { send, serve, serveFile } from '../../support/processes/file-server.ts';

/** Laws of `iwal datasets`: what it prints, where it puts things, and how it fails, against a server on this machine. */

/** As many rows and features as bodyfat has: nobody publishes a checksum of it. */
const CONTENT = Buffer.from(Array.from({ length: 252 }, (_, k) => `1 ${(k % 14) + 1}:0.5 # ${'.'.repeat(100)}\n`).join(''));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

/** A folder of data in which one dataset of the catalogue and one of a manifest lie. */
function furnished(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'bodyfat'), CONTENT);
  writeFileSync(join(folder, 'data', 'bodyfat.sha256'), `${SHA256}  bodyfat\n`);
  writeFileSync(join(folder, 'data', 'own.svm'), '1 1:1\n');
  const own = { name: 'own', file: 'own.svm', task: 'ranking', rows: 1, features: 1 };
  writeFileSync(join(folder, 'data', 'manifest.json'), JSON.stringify({ datasets: [own] }));
  return folder;
}

test('IWAL_DATA names the folder as --data-dir does; a folder without any is told', async () => {
  const folder = furnished();
  const named = await iwalHere(folder, 'datasets info own --data-dir data');
  expect(await shell(folder, 'IWAL_DATA=data $iwal datasets info own')).toEqual(named);
  expect((await iwalHere(temporaryFolder(), 'datasets verify')).stderr).toMatch(
    /^iwal: no public datasets in .*; iwal datasets fetch brings some\n$/,
  );
});

describe('fetch', () => {
  const fetchFrom = (base: string, ...more: string[]): string[] => ['datasets', 'fetch', 'bodyfat', '--mirror', base, ...more];

  it('puts the file into the data folder, says that its checksum is from now on known, and does not fetch twice', async () => {
    const folder = temporaryFolder();
    const { base, visits } = await serveFile(CONTENT);
    expect(await iwalHere(folder, fetchFrom(base))).toEqual({
      code: 0,
      stdout: 'datasets/downloads/bodyfat\n',
      stderr: `bodyfat: nobody publishes a checksum; sha256 ${SHA256} is recorded beside it and counts from now on\n`,
    });
    expect(readFileSync(join(folder, 'datasets/downloads/bodyfat'))).toEqual(CONTENT);
    expect(await iwalHere(folder, fetchFrom(base))).toEqual({ code: 0, stdout: 'datasets/downloads/bodyfat\n', stderr: '' });
    expect(visits()).toBe(1);
    expect((await iwalHere(folder, 'datasets verify')).stdout).toBe(`bodyfat: sha256 ${SHA256} ok\n`);
    expect((await shell(join(folder, 'datasets/downloads'), 'sha256sum -c bodyfat.sha256')).stdout).toBe('bodyfat: OK\n');
  });

  it.each([
    ['SIGINT', 130, 'iwal: interrupted\n'],
    ['SIGKILL', 137, ''],
  ] as const)('%s in the middle: the same command begins anew, and nothing else stays', async (signal, code, stderr) => {
    const folder = temporaryFolder();
    const { base, visits } = await serve((_, response, visit) => {
      if (visit > 1) send(response, CONTENT);
      else response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, 5000));
    });
    const child = start(folder, fetchFrom(base, '--data-dir', 'data'));
    const end = ended(child);
    const part = join(folder, 'data', 'bodyfat.part');
    while (!existsSync(part) || readFileSync(part).length < 5000) await setTimeout(20);
    child.kill(signal);
    expect(await end).toEqual({ code, stdout: '', stderr });
    expect((await iwalHere(folder, fetchFrom(base, '--data-dir', 'data'))).code).toBe(0);
    expect(visits()).toBe(2);
    expect(readFileSync(join(folder, 'data', 'bodyfat'))).toEqual(CONTENT);
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['bodyfat', 'bodyfat.sha256']);
  });

  it('tampered content is refused with both checksums', async () => {
    const folder = temporaryFolder();
    const { base } = await serveFile(Buffer.from('tampered'));
    const { code, stdout, stderr } = await iwalHere(folder, `datasets fetch rcv1_ccat_23k --mirror ${base}`);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      `found the checksum sha256 ${createHash('sha256').update('tampered').digest('hex')}; expected sha256 ` +
        `${catalogue.rcv1_ccat_23k.files[0].sha256}`,
    );
    expect(readdirSync(join(folder, 'datasets/downloads'))).toEqual([]);
  });

  it('a folder that is none, and a disk that takes no more', async () => {
    const folder = temporaryFolder();
    const { base } = await serveFile(CONTENT);
    writeFileSync(join(folder, 'file'), '');
    expect((await iwalHere(folder, fetchFrom(base, '--data-dir', 'file'))).stderr).toBe(
      'iwal: file cannot be written: file already exists\n',
    );
    const { code, stderr } = await shell(folder, `ulimit -f 8; $iwal ${fetchFrom(base, '--data-dir', 'data').join(' ')}`);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'iwal: data/bodyfat cannot be written: file too large\n' });
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
    expect((await iwalHere(folder, fetchFrom(base, '--data-dir', 'data'))).code).toBe(0);
    expect(readFileSync(join(folder, 'data', 'bodyfat'))).toEqual(CONTENT);
  });

  it.each([
    ['of other rows', CONTENT.subarray(0, CONTENT.indexOf('\n') + 1), 'found 1 rows; expected the 252 rows of bodyfat'],
    [
      'of other features',
      Buffer.from(CONTENT.toString().replace(' 14:', ' 15:')),
      'found feature 15; expected the 14 features of bodyfat',
    ],
    ['that is no such file', Buffer.from('<p>log in'), 'found "<p>log"; expected a label'],
    ['that is empty', Buffer.alloc(0), 'found an empty file; expected a file with data in it'],
  ])('a first download %s does not count', async (_, content, found) => {
    const folder = temporaryFolder();
    const { base } = await serve((__, response) => {
      response.writeHead(200, { 'content-length': content.length }).end(content);
    });
    const { code, stdout, stderr } = await iwalHere(folder, fetchFrom(base));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`iwal: ${base}bodyfat:`);
    expect(stderr).toContain(found);
    expect(readdirSync(join(folder, 'datasets/downloads'))).toEqual([]);
  });

  it('two at a time: the second is told who is at it, and the first ends undisturbed', async () => {
    const folder = temporaryFolder();
    const { base } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length }).write(CONTENT.subarray(0, 5000));
      const watch = setInterval(() => {
        if (!existsSync(join(folder, 'told'))) return;
        clearInterval(watch);
        response.end(CONTENT.subarray(5000));
      }, 20);
    });
    const first = iwal(folder, fetchFrom(base));
    while (!existsSync(join(folder, 'datasets/downloads/bodyfat.part'))) await setTimeout(20);
    const second = await iwalHere(folder, fetchFrom(base));
    writeFileSync(join(folder, 'told'), '');
    expect([second.code, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toMatch(
      /iwal: datasets\/downloads\/bodyfat: found a download that is held by process \d+ on .* since .*; expected one process at a time; /,
    );
    expect((await first).code).toBe(0);
    expect(readdirSync(join(folder, 'datasets/downloads')).toSorted()).toEqual(['bodyfat', 'bodyfat.sha256']);
    expect(readFileSync(join(folder, 'datasets/downloads/bodyfat'))).toEqual(CONTENT);
  });
});
