/** Laws: trouble with a file is one line on stderr that names it and says what is wrong, exit code 1, and nothing left behind. */
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { shell, toyFile, eachFolder } from '../../support/processes/cli.ts';

const { path, text, write, iwalHere, refused } = eachFolder(async () => {
  await toyFile(path(), 'good.svm');
});

describe('files to read', () => {
  test('a truncated gzip', async () => {
    write('bad.svm.gz', gzipSync('1 1:0.5 2:1\n-1 1:1\n'.repeat(50)).subarray(0, 40));
    const complaint = /^iwal: bad\.svm\.gz: found a gzip stream that ends early; .*\n$/;
    await refused(['simulate', 'bad.svm.gz', '--curve', 'out.png'], complaint);
  });
});

describe('files to write', () => {
  const commands: readonly (readonly [option: string, name: string, args: readonly string[]])[] = [
    ['--curve', 'out.png', ['simulate', 'good.svm']],
    ['--out', 'out.svm', ['generate', 'rcv1-like', '--documents', '20']],
    ['--out', 'out.iwal', ['generate', 'rcv1-like', '--documents', '20']],
  ];

  test.each(commands)('%s %s on a disk that takes no more', async (option, name, args) => {
    write(name, 'as it was');
    const { code, stderr } = await shell(path(), `ulimit -f 1; $iwal ${args.join(' ')} ${option} ${name}`);
    expect([stderr, code]).toEqual([`iwal: ${name} cannot be written: file too large\n`, 1]);
    expect(readdirSync(path()).sort()).toEqual(['good.svm', name].sort());
    expect(text(name)).toBe('as it was');
  });
});

describe('standard output', () => {
  test('that takes no more fails', async () => {
    const { code, stderr } = await shell(path(), '$iwal simulate good.svm > /dev/full');
    expect([stderr, code]).toEqual(['iwal: standard output: no space left on device\n', 1]);
  });

  test('that is closed early ends the run quietly', async () => {
    const { code, stderr } = await shell(path(), '($iwal simulate good.svm; echo "code $?" >&2) | true');
    expect([stderr, code]).toEqual(['code 0\n', 0]);
  });
});

// Files that open and do not let themselves be read: the system names no file then.
describe.runIf(process.platform === 'linux')('files whose reading fails', () => {
  const FILES = ['/proc/self/mem', '/proc/self/attr/current'];
  const READERS = [
    ...['svmlight', 'csv', 'vw', 'iwal'].map((format) => ['describe', '@', '--format', format]),
    ['describe', '@', '--format', 'jsonl', '--text', 'a'],
    ['predict', '@', 'good.svm'],
    ['learn', 'good.svm', '--resume', '@', '--model', 'never.iwalmodel'],
    ['audit', '@'],
    ['vw', '-d', '@'],
  ];
  test.each(FILES)('%s', async (file) => {
    for (const args of READERS) {
      const { code, stdout, stderr } = await iwalHere(args.map((arg) => (arg === '@' ? file : arg)));
      expect(stderr, args.join(' ')).toMatch(/^iwal: \/proc\/self\/[\w/]+: found /);
      expect(stderr).not.toMatch(/Error:|bug/);
      expect([code, stdout]).toEqual([1, '']);
    }
  });
});
