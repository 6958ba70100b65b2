import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CACHED_FROM } from '../../../src/cli/options/reading-options.ts';
import { iwalHere as iwal, shell, temporaryFolder, toyFile } from '../../support/processes/cli.ts';

/** LAW of large data files: commands say the same with and without a cache, whatever becomes of the file and of the folder. */

/** A toy file that is long because of what it remarks. */
async function largeFile(folder: string, name: string): Promise<string> {
  const file = await toyFile(folder, name);
  const remark = `# ${'.'.repeat(2 ** 20 - 3)}\n`;
  appendFileSync(join(folder, file), remark.repeat(CACHED_FROM / 2 ** 20));
  return file;
}

const caches = (folder: string): string[] =>
  existsSync(join(folder, 'datasets/cache')) ? readdirSync(join(folder, 'datasets/cache')) : [];

describe('a large text file', () => {
  it('is kept by the first command that reads it, said so, and read in binary by the next', async () => {
    const folder = temporaryFolder();
    const file = await largeFile(folder, 'large.svm');
    for (const args of [
      ['learn', file, '--model', 'a.iwalmodel'],
      ['learn', file, '--resume', 'a.iwalmodel', '--json'],
      ['learn', file, '--constant', 'none', '--json'],
      ['simulate', file, '--budget', '50', '--holdout', '0.2', '--json'],
      ['describe', file],
      ['predict', 'a.iwalmodel', file],
    ]) {
      const plain = await iwal(folder, [...args, '--no-cache']);
      const before = caches(folder).length;
      const first = await iwal(folder, args);
      const second = await iwal(folder, args);
      const timeless = (text: string): string => text.replace(/"seconds":[\d.e-]+/g, '');
      expect([first, second].map(({ code, stdout }) => [code, timeless(stdout)])).toEqual(
        Array.from({ length: 2 }, () => [0, timeless(plain.stdout)]),
      );
      expect(plain.stderr).not.toContain('kept');
      if (caches(folder).length > before)
        expect(first.stderr).toContain('large.svm is kept in binary as datasets/cache/large.svm-');
      expect(second.stderr).toBe(plain.stderr);
    }
    expect(caches(folder).length).toBeGreaterThan(0);
  });

  it('is read again once it is another, and its errors keep their place', async () => {
    const folder = temporaryFolder();
    const file = await largeFile(folder, 'large.svm');
    await iwal(folder, ['learn', file]);
    appendFileSync(join(folder, file), '1 1:1\n');
    expect((await iwal(folder, ['learn', file])).stdout).toMatch(/^401 examples/);
    appendFileSync(join(folder, file), '1 oops\n');
    const { code, stderr } = await iwal(folder, ['learn', file]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/large\.svm:\d+:3: found "oops"/) as string });
  });

  it('is read again where its cache is damaged, which is said and made anew', async () => {
    const folder = temporaryFolder();
    const file = await largeFile(folder, 'large.svm');
    const first = await iwal(folder, ['learn', file, '--model', 'first.iwalmodel']);
    const cache = join(folder, 'datasets/cache', caches(folder)[0]);
    const bytes = readFileSync(cache);
    // A value of the last row: what stands before it is learned by then.
    bytes[bytes.length - 3] ^= 1;
    writeFileSync(cache, bytes);
    const again = await iwal(folder, ['learn', file, '--model', 'again.iwalmodel']);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toContain('a cache is read again from its source: ');
    const [whole, mended] = ['first', 'again'].map((name) => readFileSync(join(folder, `${name}.iwalmodel`)));
    expect(mended).toEqual(whole);
    expect((await iwal(folder, ['learn', file])).stderr).not.toContain('cache');
  });

  it('is learned where no cache can be kept: a file in the way of the folder, a full disk', async () => {
    const folder = temporaryFolder();
    const file = await largeFile(folder, 'large.svm');
    writeFileSync(join(folder, 'datasets'), '');
    const blocked = await iwal(folder, ['learn', file]);
    expect(blocked.code).toBe(0);
    expect(blocked.stdout).toMatch(/^400 examples/);
    expect(blocked.stderr).toContain('a dataset was read but not cached: ');
    mkdirSync(join(folder, 'other'));
    // No file may grow beyond a block of 512 bytes: what a full disk does to the one who writes.
    const full = await shell(folder, `trap '' XFSZ; ulimit -f 1; IWAL_CACHE=other $iwal learn ${file}`);
    expect(full.code).toBe(0);
    expect(full.stdout).toBe(blocked.stdout);
    expect(full.stderr).toContain('a dataset was read but not cached: ');
    expect(readdirSync(join(folder, 'other'))).toEqual([]);
  });
});

it('a file below the size leaves nothing behind', async () => {
  const folder = temporaryFolder();
  await iwal(folder, ['learn', await toyFile(folder, 'small.svm')]);
  expect(readdirSync(folder)).toEqual(['small.svm']);
});
