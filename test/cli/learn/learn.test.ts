/** LAWS of `iwal learn`, `iwal predict` and `iwal model show`: what is learned can be kept, continued, used and looked at. */
import { readdirSync, truncateSync } from 'node:fs';
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

it('numbers have no error, and no smaller class: the losses of numbers tell classes only where all labels are -1 and +1', async () => {
  const numbers = write('numbers.svm', '1 1:1\n2.5 1:2\n-1 2:1\n');
  for (const choice of ['squared', 'quantile --level 0.5']) {
    const kept = `--model ${path('numbers.iwalmodel')}`;
    expect(await run(learn, `${numbers} --loss ${choice} ${kept}`)).not.toMatch(/error|class/);
    expect(JSON.parse(await run(learn, `${numbers} --loss ${choice} --json`))).toMatchObject({ progressiveError: null });
    expect(await run(learn, `${whole} --loss ${choice}`)).toMatch(/, error \d/);
  }
});

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
  it('prints the run and counts', async () => {
    expect(await run(learn, `${whole} --passes 2`)).toMatch(
      /^120 examples, 2 passes; 240 learned in all\nlogistic loss, invariant updates, normalized-adaptive\nprogressive loss 0\.\d{6}, error \d+\.\d\d% in the first pass\n\d+ weights are not zero, that of the constant among them$/,
    );
    expect(JSON.parse(await run(learn, `${whole} --loss squared --eta 0.1 --json`))).toMatchObject({
      examples: 120,
      learned: 120,
      spec: { loss: { name: 'squared' }, optimizer: { name: 'normalized-adaptive', eta0: 0.1 } },
    });
  });

  it('counts weights that are there: of a table with two features three at most, with the constant', async () => {
    const file = write('two.csv', 'a,b,label\n1,2,1\n3,4,-1\n1,1,1\n');
    expect(await run(learn, file)).toMatch(/\n3 weights are not zero, that of the constant among them$/);
    expect(await run(learn, `${file} --constant none`)).toMatch(/\n2 weights are not zero$/);
    const several = write('three.csv', 'a,b,label\n1,2,1\n3,4,2\n1,1,3\n');
    await run(learn, `${several} --reduction one-against-all --model ${path('three')}`);
    expect(await run(model, `show ${path('three')}`)).toMatch(/\n9 weights are not zero, 3 of the constant among them\n/);
  });

  it('says which prediction made the loss infinite, where a loss of probabilities has one, and goes on', async () => {
    const file = write('ruled-out.svm', '0 1:1\n1 1:1\n1 1:1\n0 2:1\n');
    const page = await run(learn, `${file} --loss logarithmic --optimizer gradient-descent --eta 0.1`);
    expect(page).toMatch(
      /\nprogressive loss infinite, error [\d.]+%\nthe loss is infinite: the prediction of example 2 ruled its label out, and learning went on\n\d weights are/,
    );
    expect(page).not.toMatch(/Infinity|\d{20}/);
    expect(
      JSON.parse(await run(learn, `${file} --loss logarithmic --optimizer gradient-descent --eta 0.1 --json`)),
    ).toMatchObject({ progressiveLoss: null, ruledOutAt: 2 });
    const within = write('within.svm', '0 1:1\n0 1:1\n');
    expect(JSON.parse(await run(learn, `${within} --loss logarithmic --optimizer gradient-descent --json`))).not.toHaveProperty(
      'ruledOutAt',
    );
    expect(await run(learn, `${file} --loss hellinger --optimizer gradient-descent --eta 0.1`)).not.toContain('infinite');
  });

  it('writes the predictions of the first pass, each made before its example was learned', async () => {
    await run(learn, `${whole} --passes 3 --predictions ${path('p3')}`);
    await run(learn, `${whole} --predictions ${path('p1')}`);
    expect(textOf('p3')).toBe(textOf('p1'));
    expect(textOf('p1').split('\n')[0]).toBe('0');
  });

  it('reads the labels each loss takes', async () => {
    const zeroOne = write('zero-one.svm', '0 1:1\n1 1:2\n');
    const step = '--optimizer gradient-descent';
    for (const loss of ['logistic', 'logarithmic', 'squared', 'poisson']) await run(learn, `${zeroOne} ${step} --loss ${loss}`);
    const signs = write('signs.svm', '-1 1:1\n1 1:2\n');
    for (const loss of ['hinge', 'hellinger', 'quantile --level 0.5']) await run(learn, `${signs} ${step} --loss ${loss}`);
    await run(learn, `${write('between.svm', '0.25 1:1\n1 1:2\n')} ${step} --loss logarithmic`);
  });

  it('that leaves the numbers names the example and writes no file', async () => {
    const huge = write('huge.vw', '1 |n 1\n-1 1e100 |n 1:1e30\n1 1e100 |n 1:1e30\n1 |n 1:1e30\n');
    const before = readdirSync(path('')).sort();
    const [message, code] = await refusal(
      learn,
      `${huge} --loss squared --update naive --eta 1e200 --model ${path('never')} --predictions ${path('neither')}`,
    );
    expect(message).toMatch(/^learning diverged at example [234]: its \w+ is .*helps$/);
    expect(code).toBe(1);
    expect(readdirSync(path('')).sort()).toEqual(before);
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
    found.forEach((p, i) => {
      expect(p).toBeCloseTo(wanted[i], 12);
    });
    await run(predict, `${path('m')} ${probe} --out ${path('out')}`);
    expect(textOf('out')).toBe(`${found.join('\n')}\n`);
  });

  it('notes the error where every row has a label', async () => {
    await run(learn, `${whole} --model ${path('m')}`);
    const labelled = await iwalHere(path('.'), 'predict m whole.svm --out out');
    expect(labelled.stderr).toMatch(/^mean loss 0\.\d{6}, error \d+\.\d\d%\n$/);
    expect(labelled.stdout).toBe('');
  });

  it('reads unlabelled Vowpal Wabbit text as the model was learned', async () => {
    await run(learn, `${write('all.vw', text(0, 120))} --bits 8 --interactions nn --model ${path('m')}`);
    const plain = await run(predict, `${path('m')} ${write('pool.vw', `${text(0, 2)}|n 1:1\n`)}`);
    expect(plain.split('\n').length).toBe(3);
    const learned = 'm was learned from features hashed to 8 bits, interactions nn, but';
    for (const [other, found] of [
      [`${path('pool.vw')} --bits 9`, 'pool.vw has features hashed to 9 bits, interactions nn'],
      [whole, 'whole.svm has numbered features'],
    ])
      expect(await refusal(predict, `${path('m')} ${other}`)).toEqual([`${learned} ${found}`, 1]);
  });

  it('refuses models that are none', async () => {
    await run(learn, `${whole} --model ${path('m')}`);
    truncateSync(path('m'), 100);
    expect(await refusal(predict, `${path('m')} ${whole}`)).toEqual([expect.stringMatching(/^m: found .*100 bytes/), 1]);
    expect(await refusal(predict, `${whole} ${whole}`)).toEqual([
      expect.stringMatching(/^whole\.svm: found a file that begins with/),
      1,
    ]);
    expect(await refusal(predict, `${path('absent')} ${whole}`)).toEqual([expect.stringMatching(/^absent: no such file/), 1]);
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

describe('iwal model show', () => {
  it('shows settings, examples and the largest weights', async () => {
    await run(learn, `${whole} --loss quantile --level 0.3 --optimizer ada-grad --model ${path('m')}`);
    const page = await run(model, `show ${path('m')} --top 2`);
    expect(page).toMatch(
      /^model of iwal learn, 120 examples learned\nloss: quantile, level 0\.3\nupdate: invariant\noptimizer: ada-grad, eta 1, decay 1, power 0\.5, initial 0\nfeatures: numbered features\n\d+ weights are not zero, that of the constant among them\n\n/,
    );
    expect(page.split('\n').length).toBe(10);
  });
});
