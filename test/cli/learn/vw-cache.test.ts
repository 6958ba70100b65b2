/** LAW of `iwal vw -c`: a cache changes nothing but the time, whatever becomes of it and of the data. */
import { appendFileSync, existsSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command } from '../../../src/cli/vw/vw.ts';
import { readVwExamples, exampleCache } from '../../../src/vw/examples.ts';
import { printed, refusal } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, text: textOf } = temporaryFolder();
const text = Array.from(
  { length: 60 },
  (_, i) => `${i % 3 === 0 ? 1 : -1} ${1 + (i % 2)} 'dök${i}|x a:${i} a:2 b${i % 5}|y c\n`,
).join('');
const costs = Array.from({ length: 9 }, (_, i) => `1:${i % 2} 2:0.5 3:1 t${i}|x a${i % 3}\n`).join('');

const features = { bits: 10, hash: 'strings', interactions: ['xy'], constant: true } as const;
const vw = (file: string, options: string): Promise<string> =>
  printed(
    command,
    `-d ${file} --json ${options}`.split(' ').filter((word) => word !== ''),
  );

it.each([
  ['numbers', text],
  [{ classes: 3 }, costs],
] as const)('keeps examples as they are read: %s', async (kind, content) => {
  const file = write('kept.vw', content);
  const examples = await readVwExamples(file, features, kind);
  const source = { path: file, size: '1', mtimeNs: '2', sample: '3', options: '4' };
  await exampleCache.write(path('kept.cache'), examples, source);
  expect(await exampleCache.read(path('kept.cache'))).toEqual({ contents: examples, source });
});

describe('-c', () => {
  it('says and writes the same, keeps the cache beside the data and reads it while the data stays as it is', async () => {
    const file = write('a.vw', text);
    const cache = `${file}.cache`;
    const plain = await vw(file, `--passes 2 --holdout_off -p ${path('p')}`);
    const predictions = textOf('p');
    expect(predictions).toContain('dök7');
    for (const more of ['-c', '-c', '-c -k', '--cache_file c', '--cache_file c']) {
      const options = more.replace('file c', `file ${path('c')}`);
      expect(await vw(file, `--passes 2 --holdout_off -p ${path('q')} ${options}`)).toBe(plain);
      expect(textOf('q')).toBe(predictions);
    }
    expect([existsSync(cache), existsSync(path('c'))]).toEqual([true, true]);
    const other = await vw(file, '-c -q xy');
    expect(other).toBe(await vw(file, '-q xy'));
    const { atime, mtime } = statSync(file);
    writeFileSync(file, text.replaceAll(/^1 /gm, '-1 ').replaceAll(/^-1 1/gm, '1 1'));
    utimesSync(file, atime, mtime);
    expect(await vw(file, '-c')).toBe(await vw(file, ''));
    appendFileSync(file, '1 |x d\n');
    expect(await vw(file, '-c')).toBe(await vw(file, ''));
  });

  it('makes a damaged cache anew, and leaves alone what is none', async () => {
    const file = write('b.vw', text);
    const cache = `${file}.cache`;
    const plain = await vw(file, '');
    await vw(file, '-c');
    const { size } = statSync(cache);
    truncateSync(cache, size - 20);
    expect(await vw(file, '-c')).toBe(plain);
    expect(statSync(cache).size).toBe(size);
    for (const foreign of ['vw 9.11 and its bytes', '']) {
      writeFileSync(cache, foreign);
      expect(await vw(file, '-c -k')).toBe(plain);
      expect(readFileSync(cache, 'utf8')).toBe(foreign);
    }
  });

  it('is no dataset', async () => {
    const file = write('c.vw', text);
    await vw(file, '-c');
    for (const how of [[], ['--stream']]) {
      const { message, code } = await refusal(learn, [`${file}.cache`, '--format', 'iwal', ...how]);
      expect(message).toContain('found a cache of iwal vw, whose rows are not those of a dataset');
      expect(code).toBe(1);
    }
  });
});
