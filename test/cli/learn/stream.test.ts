/**
 * LAWS of `iwal learn --stream` and `iwal predict --stream`: what they say and write is what the same command does with all rows in
 * memory.
 */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import type { Command } from '../../../src/cli/syntax/command.ts';
import { writeCache } from '../../../src/data/cache/cache-file.ts';
import { readDataset } from '../../../src/data/index.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { iwalHere, shell } from '../../support/processes/cli.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, bytes } = temporaryFolder();

/** More than one piece; features come as the file goes on. */
const random = randomStream(1, 'stream');
const examples = Array.from({ length: 9000 }, (_, i) => {
  const values = Array.from({ length: 6 }, () => random.normal());
  return { y: values[0] - values[1] > 0 ? 1 : -1, values, late: 7 + Math.floor(i / 50) };
});
const pairs = ({ values, late }: (typeof examples)[number]): string =>
  `${values.map((value, k) => `${k + 1}:${value}`).join(' ')} ${late}:1`;
const svm = examples.map((each) => `${each.y} ${pairs(each)}\n`).join('');
const files = {
  svmlight: write('a.svm', svm),
  gzip: write('a.svm.gz', gzipSync(svm)),
  vw: write('a.vw', examples.map((each, i) => `${each.y} ${1 + (i % 3)} |n ${pairs(each)}\n`).join('')),
  csv: write('a.csv', `label,a,b,c,d,e,f\n${examples.map(({ y, values }) => `${y > 0 ? 1 : 0},${values.join(',')}\n`).join('')}`),
  iwal: path('a.iwal'),
};
beforeAll(async () => {
  await writeCache(files.iwal, await readDataset(files.svmlight));
});

const run = (command: Command, line: string): Promise<string> => printed(command, line);

describe.each(Object.entries(files))('%s', (_, file) => {
  it('model, predictions and words are those of all rows in memory', async () => {
    const reported = async (how: string): Promise<unknown> => {
      const settings = '--loss squared --scale max --passes 2 --json';
      const words = await run(learn, `${file} ${settings} --model ${path('m')} --predictions ${path('p')}${how}`);
      const scores = await run(predict, `${path('m')} ${file} --form csv${how}`);
      await run(predict, `${path('m')} ${file} --out ${path('out.jsonl')}${how}`);
      return [words, scores, ...['m', 'p', 'out.jsonl'].map((name) => bytes(name).toString('base64'))];
    };
    const streamed = await reported(' --stream');
    expect(JSON.stringify(streamed) === JSON.stringify(await reported(''))).toBe(true);
  });
});

it('a model goes on as a stream where it stopped, wider or not', async () => {
  const [a, b] = [write('first.svm', svm.slice(0, svm.indexOf('\n', 700_000) + 1)), path('m1')];
  const rest = write('rest.svm', svm.slice(svm.indexOf('\n', 700_000) + 1));
  await run(learn, `${files.svmlight} --average 50 --scale unit --model ${path('whole')}`);
  await run(learn, `${a} --average 50 --scale unit --stream --model ${b}`);
  await run(learn, `${rest} --resume ${b} --stream --model ${path('parts')}`);
  expect(bytes('parts').equals(bytes('whole'))).toBe(true);
});

it('reads the standard input, as text or compressed, and says what is wrong there', async () => {
  const folder = path('');
  const model = (name: string): Buffer => bytes(name);
  const plain = await iwalHere(folder, 'learn a.svm --final online --model plain');
  for (const name of ['a.svm', 'a.svm.gz']) {
    expect(await shell(folder, `cat ${name} | $iwal learn - --stream --model piped`)).toEqual(plain);
    expect(model('piped').equals(model('plain'))).toBe(true);
  }
  const [file, stdin] = [
    await iwalHere(folder, 'predict plain a.vw --format svmlight'),
    await shell(folder, '$iwal predict plain - --stream < a.vw'),
  ];
  const hint = '; without an ending it is read as svmlight text, and --format csv says otherwise\n';
  expect([stdin.code, stdin.stderr.replace('-:1', 'a.vw:1')]).toEqual([1, file.stderr.replace('\n', hint)]);
});
