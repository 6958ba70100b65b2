/** LAWS of `iwal learn`, `iwal predict` and `iwal model show`: what is learned can be kept, continued, used and looked at. */
import { truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { command as model } from '../../../src/cli/model/command.ts';
import { command as predict } from '../../../src/cli/predict/command.ts';
import type { Command } from '../../../src/cli/syntax/command.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { iwalHere } from '../../support/processes/here.ts';
import { printed, refusalIn } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, text: textOf, bytes: bytesOf } = temporaryFolder();

const random = randomStream(1, 'learn');
/** Features appear as the file goes on: the second part has ids that the first has not. */
const lines = Array.from({ length: 120 }, (_, i) => {
  const ids = [1, 2, 3 + Math.floor(i / 10)];
  const values = ids.map(() => random.normal());
  return { y: values[0] - values[1] > 0 ? 1 : -1, pairs: ids.map((id, k) => `${id}:${values[k]}`).join(' ') };
});
const svm = (from: number, to: number): string =>
  lines
    .slice(from, to)
    .map(({ y, pairs }) => `${y} ${pairs}\n`)
    .join('');
const text = (from: number, to: number): string =>
  lines
    .slice(from, to)
    .map(({ y, pairs }, i) => `${y} ${1 + (i % 3)} |n ${pairs}\n`)
    .join('');
const whole = write('whole.svm', svm(0, 120));
const first = write('first.svm', svm(0, 50));
const second = write('second.svm', svm(50, 120));

function run(command: Command, line: string): Promise<string> {
  return printed(command, line);
}

const refusal = (command: Command, line: string): ReturnType<typeof refusalIn> => refusalIn(path(''), command, line);

describe('a run split in two', () => {
  const settings = [
    '',
    '--optimizer averaged --eta 0.5 --power 0.5',
    '--optimizer ada-grad --initial 0.5 --loss hinge',
    '--optimizer normalized-adaptive --update implicit',
    '--optimizer ftrl-proximal --alpha 0.3 --l1 0.1 --update naive',
    '--optimizer truncated-gradient --gravity 0.1 --every 7',
    '--optimizer fobos --l1 0.01 --loss squared',
    '--optimizer implicit-ftrl --loss logarithmic',
  ];

  const expectSame = async (whole: string, first: string, second: string, options: string): Promise<void> => {
    await run(learn, `${whole}${options} --model ${path('at-once')}`);
    await run(learn, `${first}${options} --model ${path('half')}`);
    await run(learn, `${second} --resume ${path('half')} --model ${path('in-two')}`);
    expect(bytesOf('in-two').equals(bytesOf('at-once'))).toBe(true);
  };

  it.each(settings)('ends in the same bytes: %j', async (options) => {
    await expectSame(whole, first, second, options === '' ? '' : ` ${options}`);
  });

  it('of Vowpal Wabbit text, with importances and interactions, too', async () => {
    const parts = [text(0, 30), text(30, 120)];
    const files = [parts.join(''), ...parts].map((part, n) => write(`${n}.vw`, part));
    await expectSame(files[0], files[1], files[2], ' --bits 8 --interactions nn --optimizer normalized');
  });

  it('through the program', async () => {
    const folder = path('.');
    for (const args of [`whole.svm --model at-once`, `first.svm --model half`, `second.svm --resume half --model in-two`]) {
      expect((await iwalHere(folder, ['learn', ...args.split(' ')])).code).toBe(0);
    }
    expect(bytesOf('in-two').equals(bytesOf('at-once'))).toBe(true);
  });
});

describe('iwal learn', () => {
  it('writes the predictions of the first pass, each made before its example was learned', async () => {
    await run(learn, `${whole} --passes 3 --predictions ${path('p3')}`);
    await run(learn, `${whole} --predictions ${path('p1')}`);
    expect(textOf('p3')).toBe(textOf('p1'));
    expect(textOf('p1').split('\n')[0]).toBe('0');
  });
});

describe('iwal predict', () => {
  it('predicts with the weights of the model', async () => {
    await run(learn, `${whole} --model ${path('m')}`);
    const { top } = JSON.parse(await run(model, `show ${path('m')} --top 100 --json`)) as {
      top: { feature: string; weight: number }[];
    };
    const weights = new Map(top.map(({ feature, weight }) => [feature, weight]));
    const probe = write('probe.svm', '1 1:2 2:-1\n-1 99:3\n');
    const constant = weights.get('constant')!;
    const wanted = [constant + 2 * weights.get('feature 1')! - weights.get('feature 2')!, constant];
    const found = (await run(predict, `${path('m')} ${probe}`)).split('\n').map(Number);
    found.forEach((p, i) => expect(p).toBeCloseTo(wanted[i], 12));
    await run(predict, `${path('m')} ${probe} --out ${path('out')}`);
    expect(textOf('out')).toBe(`${found.join('\n')}\n`);
  });

  it('refuses a model that is cut short', async () => {
    await run(learn, `${whole} --model ${path('m')}`);
    truncateSync(path('m'), 100);
    expect(await refusal(predict, `${path('m')} ${whole}`)).toEqual([expect.stringMatching(/^m: found .*100 bytes/), 1]);
  });
});

// The system lends the arrays, and would kill the process while it fills them.
describe.skipIf(process.availableMemory() > 24 * 2 ** 32)('ids up to 2^32 where their weights do not fit the memory', () => {
  const far = write('far.svm', '1 1:1 4294967294:1\n-1 2:1\n');
  const refused = ['4294967296 features do not fit the memory of this machine', 1];

  it('are refused by learn and predict before they take it', async () => {
    expect(await refusal(learn, far)).toEqual(refused);
    await run(learn, `${whole} --model ${path('near')}`);
    expect(await refusal(predict, `${path('near')} ${far}`)).toEqual(refused);
  });
});
