/** Laws of `iwal generate`: the formats say the same, the seed decides, and an interrupted run leaves nothing. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readDataset } from '../../../src/data/index.ts';
import { rcv1Like } from '../../../src/data/rcv1-like.ts';
import { ended, SOON, start, temporaryFolder, iwalHere } from '../../support/processes/cli.ts';

test('all formats hold the documents of the library', async () => {
  const folder = temporaryFolder();
  const { labels, rows } = rcv1Like({ seed: 5, part: 'test', documents: 60 });
  for (const name of ['a.svm', 'a.svm.gz', 'a.iwal']) {
    const { code, stdout, stderr } = await iwalHere(folder, [
      ...'generate rcv1-like --documents 60 --seed 5 --part test --out'.split(' '),
      name,
    ]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${name}: 60 documents\n`, stderr: '' });
    const dataset = await readDataset(join(folder, name), { labels: 'sign' });
    expect([dataset.labels, dataset.rows.indices, dataset.rows.values]).toEqual([labels, rows.indices, rows.values]);
  }
  expect(readdirSync(folder).sort()).toEqual(['a.iwal', 'a.svm', 'a.svm.gz']);
});

test('equal seeds give equal bytes, other seeds others', async () => {
  const folder = temporaryFolder();
  const bytes = async (name: string, seed: string): Promise<Buffer> => {
    await iwalHere(folder, `generate rcv1-like --documents 30 --seed ${seed} --out ${name}`);
    return readFileSync(join(folder, name));
  };
  const [first, second, other] = [await bytes('a.svm', '1'), await bytes('b.svm', '1'), await bytes('c.svm', '2')];
  expect(second.equals(first)).toBe(true);
  expect(other.equals(first)).toBe(false);
});

// timeout(1) signals the process, then its group: some in a row are one.
test.each([
  ['SIGINT', 1],
  ['SIGTERM', 1],
  ['SIGTERM', 10],
] as const)('%s, times %i, ends it at once and leaves nothing', async (signal, times) => {
  const folder = temporaryFolder();
  const child = start(folder, ['generate', 'rcv1-like', '--out', 'all.svm.gz']);
  const end = ended(child);
  await once(child, 'spawn');
  while (readdirSync(folder).length === 0) await setTimeout(20);
  const pressed = performance.now();
  for (let n = 0; n < times; n++) {
    child.kill(signal);
    await setTimeout(2);
  }
  const { code, stdout, stderr } = await end;
  expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: '', stderr: 'iwal: interrupted\n' });
  expect(performance.now() - pressed).toBeLessThan(SOON);
  expect(readdirSync(folder)).toEqual([]);
});

test('SIGKILL leaves what the next run removes', async () => {
  const folder = temporaryFolder();
  const child = start(folder, ['generate', 'rcv1-like', '--out', 'all.svm.gz']);
  const end = ended(child);
  await once(child, 'spawn');
  while (readdirSync(folder).length === 0) await setTimeout(20);
  child.kill('SIGKILL');
  await end;
  expect(readdirSync(folder)).toEqual([expect.stringMatching(new RegExp(`^\\.iwal-${child.pid}-`))]);
  expect((await iwalHere(folder, 'generate rcv1-like --documents 10 --out few.svm')).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['few.svm']);
});
