import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

describe('list and info', () => {
  it('one line a dataset, with the place of what is here', async () => {
    const { code, stdout } = await iwalHere(furnished(), 'datasets list --data-dir data');
    const lines = stdout.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines).toHaveLength(1 + Object.keys(catalogue).length + 1);
    expect(lines[0]).toMatch(/^dataset +task +rows +features +positive {2}here$/);
    expect(lines.filter((line) => !line.endsWith('  -')).slice(1)).toEqual([
      expect.stringMatching(/^bodyfat +regression +252 +14 +- {2}data\/bodyfat$/),
      expect.stringMatching(/^own +ranking +1 +1 +- {2}data\/own\.svm$/),
    ]);
    expect(stdout).toMatch(/\na9a +binary +32,561 +123 +24\.08% {2}-\n/);
  });

  it('--json: the same for programs; IWAL_DATA names the folder too', async () => {
    const { stdout } = await shell(furnished(), 'IWAL_DATA=data $iwal datasets list --json');
    const found = JSON.parse(stdout) as { name: string }[];
    expect(found.find(({ name }) => name === 'own')).toEqual({
      name: 'own',
      task: 'ranking',
      rows: 1,
      features: 1,
      positiveRate: null,
      here: 'data/own.svm',
    });
    const one = await iwalHere(furnished(), 'datasets info bodyfat --json --data-dir data');
    expect(JSON.parse(one.stdout)).toMatchObject({
      name: 'bodyfat',
      rows: 252,
      files: catalogue.bodyfat.files,
      licence: catalogue.bodyfat.licence,
    });
  });

  it('info: terms, original, checksum, and how to get it', async () => {
    const folder = furnished();
    expect((await iwalHere(folder, 'datasets info bodyfat --data-dir data')).stdout).toBe(
      [
        'bodyfat: regression, 252 rows, 14 features',
        'terms of use: free for non-commercial purposes (StatLib)',
        'original: bodyfat from https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/bodyfat',
        `here: data/bodyfat, sha256 ${SHA256}`,
        '',
      ].join('\n'),
    );
    expect((await iwalHere(folder, 'datasets info rcv1_ccat_781k')).stdout).toMatch(
      /^rcv1_ccat_781k: binary, 781,265 rows, 47,236 features, 47\.43% positive\n(.*\n){6}not here: iwal datasets fetch rcv1_ccat_781k brings it\n$/,
    );
    expect((await iwalHere(folder, 'datasets info own --data-dir data')).stdout).toBe(
      'own: ranking, 1 rows, 1 features\nhere: data/own.svm, no checksum on record\n',
    );
  });
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

describe('verify', () => {
  it('looks at all of them before it fails, and names both checksums', async () => {
    const folder = furnished();
    writeFileSync(join(folder, 'data', 'bodyfat'), 'another file');
    const { code, stdout, stderr } = await iwalHere(folder, 'datasets verify --data-dir data');
    const found = createHash('sha256').update('another file').digest('hex');
    expect([code, stdout]).toEqual([1, 'own: no checksum on record, 1 row ok\n']);
    expect(stderr).toBe(
      `data/bodyfat: found the checksum sha256 ${found}; expected sha256 ${SHA256}: this is another file, or a damaged ` +
        'one\niwal: 1 of 2 datasets are not what they should be\n',
    );
  });

  it('counts the rows of a file that nobody has vouched for', async () => {
    const folder = furnished();
    writeFileSync(join(folder, 'data', 'own.svm'), '1 1:1\n2 1:2\n');
    expect((await iwalHere(folder, 'datasets verify own --data-dir data')).stderr).toBe(
      'data/own.svm: found 2 rows; expected the 1 rows of own\niwal: 1 of 1 datasets are not what they should be\n',
    );
  });

  it('says what is not there', async () => {
    const folder = furnished();
    expect(await iwalHere(folder, 'datasets verify a9a --data-dir data')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'iwal: a9a is not in data; iwal datasets fetch a9a brings it\n',
    });
    rmSync(join(folder, 'data', 'own.svm'));
    expect((await iwalHere(folder, 'datasets verify own --data-dir data')).stderr).toBe('iwal: own is not in data\n');
    expect((await iwalHere(temporaryFolder(), 'datasets verify')).stderr).toMatch(
      /^iwal: no public datasets in .*; iwal datasets fetch brings some\n$/,
    );
    expect((await iwalHere(folder, 'datasets verify --data-dir dat')).stderr).toBe('iwal: dat is no folder\n');
  });
});

test('a broken manifest is one line with its place', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'manifest.json'), '{ "datasets": [{ "name": "x" }] }');
  const { code, stderr } = await iwalHere(folder, 'datasets list --data-dir .');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^iwal: manifest\.json: found datasets\.0\.file: .*; expected \{ "datasets": .*\n$/);
});
