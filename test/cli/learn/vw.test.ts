/**
 * LAWS of `iwal vw`: options are read as Vowpal Wabbit reads them, a model continues bit for bit, what is not known or not done
 * is refused by name. Its numbers are in test/references/vw-parity.test.ts.
 */
import { readdirSync, truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { command } from '../../../src/cli/vw/vw.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, text: textOf, bytes: bytesOf } = temporaryFolder();

const lines = Array.from({ length: 200 }, (_, i) => {
  const random = randomStream(i, 'vw');
  const [a, b] = [random.normal(), random.normal()];
  return `${a + b > 0 ? 1 : -1} ${[1, 2][random.below(2)]} 'doc${i}|x a:${a} b:${b}|y c`;
});
const whole = write('whole.vw', lines.join('\n'));
const first = write('first.vw', lines.slice(0, 77).join('\n'));
const second = write('second.vw', lines.slice(77).join('\n'));

function vw(line: string): Promise<string> {
  return printed(
    command,
    line.split(' ').filter((word) => word !== ''),
  );
}

async function loss(line: string): Promise<number> {
  return (JSON.parse(await vw(`${line} --json`)) as { averageLoss: number }).averageLoss;
}

/** The line and the exit code that an error comes to. */
async function refusal(line: string): Promise<[message: string, code: number]> {
  const error: unknown = await vw(line).catch((reason: unknown) => reason);
  const { message, code } = verdict(error);
  return [message.replaceAll(`${path('')}/`, ''), code];
}

it('labels whose losses leave the numbers are a divergence, told with the example', async () => {
  const huge = write('huge.vw', '1 |x a\n1e300 |x a\n-1e300 |x a\n');
  const [message, code] = await refusal(`-d ${huge}`);
  expect(message).toMatch(/^learning diverged at example \d: .* range of numbers; labels on a smaller scale, /);
  expect(code).toBe(1);
});

describe('options', () => {
  it('are written as one likes', async () => {
    const wanted = await vw(`-d ${whole} -b 10 -q xy -l 0.3 --quiet --json`);
    for (const line of [
      `--data ${whole} --bit_precision 10 --quadratic xy --learning_rate 0.3`,
      `-d${whole} -b10 -qxy -l0.3`,
      `--data=${whole} --bit_precision=10 --interactions=xy --learning_rate=3e-1`,
      `${whole} -b 10 -b 10 -q xy -q yx -l .3 -k -c --cache_file ${path('x')} --onethread --no_stdin --holdout_off -P 10`,
    ]) {
      expect(await vw(`${line} --json`), line).toBe(wanted);
    }
  });
});

describe('output', () => {
  it('is a table of progress and a summary', async () => {
    expect(await vw(`-d ${first} --loss_function hinge`)).toMatch(
      /^average {2}since .*\nloss {5}last .*\n1\.000000 1\.000000 {12}1 {12}[12]\.0 {9}.?[01]\.0000 .*\n[^]*\n\nfinished run\nnumber of examples = 77\nweighted example sum = \d+\.000000\nweighted label sum = -?\d+\.000000\naverage loss = 0\.\d{6}\ntotal feature number = 308$/,
    );
  });

  it('is nothing with --quiet, and one object with --json', async () => {
    expect(await vw(`-d ${first} --quiet`)).toBe('');
    expect(JSON.parse(await vw(`-d ${first} --json --passes 2 --holdout_off`))).toMatchObject({
      examples: 77,
      passes: 2,
      features: 616,
    });
  });

  it('has a line every n examples, or whenever the importance has grown by a factor', async () => {
    const counters = async (line: string): Promise<string[]> =>
      (await vw(`-d ${write('ones.vw', lines.map((each) => each.replace(/ [12] '/, " 1 '")).join('\n'))} ${line}`))
        .split('\n')
        .filter((each) => /^[\d.]/.test(each))
        .map((each) => each.split(/ +/)[2]);
    expect(await counters('-P 50')).toEqual(['50', '100', '150', '200']);
    expect(await counters('')).toEqual(['1', '2', '4', '8', '16', '32', '64', '128']);
    expect(await counters('-P 4.0')).toEqual(['1', '4', '16', '64']);
  });

  it('begins with the weight of the constant that -C gives, and has none with --noconstant', async () => {
    const one = write('one.vw', '1 | a:1\n-1 | b:2');
    const first = async (line: string): Promise<string[]> => {
      await vw(`-d ${one} --loss_function logistic -p ${path('constants')} --quiet ${line}`);
      return textOf('constants').trim().split('\n');
    };
    expect((await first(''))[0]).toBe('0');
    expect((await first('-C 2.5'))[0]).toBe('2.500000');
    expect((await first('--constant -1.25 --sgd'))[0]).toBe('-1.250000');
    expect((await first('-C 2.5 --ftrl'))[0]).toBe('0');
    expect(await first('-C 2.5 --noconstant')).toEqual(await first('--noconstant'));
    expect(await first('--noconstant')).toEqual(['0', '0']);
  });

  it('has a prediction a line, with the tag', async () => {
    await vw(`-d ${first} -p ${path('predictions')} --quiet`);
    const written = textOf('predictions').split('\n');
    expect([written.length, written[0]]).toEqual([78, '0 doc0']);
    expect(written[50]).toMatch(/^-?[01](\.\d{6})? doc50$/);
  });

  it('predicts examples without a label and does not count them', async () => {
    const mixed = write('mixed.vw', `${lines[0]}\n|x a:1\n${lines[1]}`);
    const result = JSON.parse(await vw(`-d ${mixed} --json`)) as Record<string, number>;
    const labelled = JSON.parse(await vw(`-d ${write('two.vw', `${lines[0]}\n${lines[1]}`)} --json`)) as Record<string, number>;
    expect(result.averageLoss).toBe(labelled.averageLoss);
    expect(result.examples).toBe(3);
    expect(JSON.parse(await vw(`-d ${write('none.vw', '|x a:1')} --json`))).toMatchObject({ averageLoss: null });
  });
});

describe('models', () => {
  const settings = [
    '',
    '--sgd --invariant -l 0.1',
    '--adaptive --l1 1e-3 --l2 1e-3 --loss_function hinge',
    '--ftrl --l1 0.1',
    '--normalized --power_t 0.3 -q xy -b 8 --hash all',
  ];

  it.each(settings)('split anywhere continue bit for bit: %j', async (options) => {
    await vw(`-d ${whole} ${options} --quiet -f ${path('at-once')}`);
    await vw(`-d ${first} ${options} --quiet -f ${path('half')}`);
    await vw(`-d ${second} -i ${path('half')} --quiet -f ${path('in-two')}`);
    expect(bytesOf('in-two').equals(bytesOf('at-once'))).toBe(true);
  });

  it('are tested without learning', async () => {
    await vw(`-d ${first} --quiet -f ${path('m')}`);
    const tested = await vw(`-d ${second} -t -i ${path('m')} --json`);
    expect(await vw(`-d ${second} -t -i ${path('m')} --json`)).toBe(tested);
    expect(await loss(`-d ${second} -i ${path('m')}`)).not.toBe((JSON.parse(tested) as { averageLoss: number }).averageLoss);
  });

  it('of other settings, other kinds, other versions, damaged or cut short are refused', async () => {
    await vw(`-d ${first} -b 10 --quiet -f ${path('m')}`);
    const asked = (more: string, model = path('m')): ReturnType<typeof refusal> => refusal(`-d ${second} -i ${model}${more}`);
    for (const [more, words] of [
      [' -b 11', 'bits 10, the command line asks for 11'],
      [' -q xy', 'interactions [], the command line asks for ["xy"]'],
      [' --sgd', 'update "invariant", the command line asks for "naive"'],
    ])
      expect(await asked(more)).toEqual([`m was made with ${words}`, 2]);
    await printed(learn, `${first} --model ${path('ours')}`);
    const bytes = bytesOf('m');
    const newer = Buffer.from(bytes);
    newer[8]++;
    bytes[bytes.length - 9] ^= 1;
    for (const [model, message] of [
      [path('ours'), /^ours is no model of iwal vw; iwal model show ours says what it is$/],
      [whole, /^whole\.vw: found a file that begins with /],
      [write('newer', newer), /^newer: found .*version 2/],
      [write('damaged', bytes), /^damaged: found /],
    ] as const)
      expect(await asked('', model)).toEqual([expect.stringMatching(message), 1]);
    truncateSync(path('m'), 1000);
    expect(await asked('')).toEqual([expect.stringMatching(/^m: found .*1000 bytes/), 1]);
  });
});

describe('trouble', () => {
  it('of learning that leaves the numbers names the example, and writes no file', async () => {
    const huge = write('huge.vw', '1 1 |x a:1e30\n-1 1e100 |x a:1e30\n1 |x a:1e30\n');
    const before = readdirSync(path('')).sort();
    const [message, code] = await refusal(`-d ${huge} --sgd -l 1e300 -f ${path('never')} -p ${path('neither')}`);
    expect(message).toMatch(/^learning diverged at example [123]: its (margin|move|step) is .*; a smaller step size .*helps$/);
    expect(code).toBe(1);
    expect(readdirSync(path('')).sort()).toEqual(before);
  });
});

describe('--explain', () => {
  const lineOf = async (options: string): Promise<string> => (await vw(`-d ${whole} ${options} --explain`)).split('\n')[0];

  it.each([
    ['', 'learn FILE --bits 18 --loss squared --update invariant --optimizer normalized-adaptive --eta 0.5 --power 0.5'],
    [
      '--sgd --loss_function logistic -l 2 -q xy --passes 2 --holdout_off --decay_learning_rate 0.9 -f m',
      'learn FILE --bits 18 --interactions xy --loss logistic --update naive --optimizer gradient-descent --eta 2 --power 0.5 ' +
        '--t0 1 --decay 0.9 --passes 2 --model m',
    ],
    [
      '--loss_function expectile --expectile_q 0.2 --adaptive --invariant -b 5',
      'learn FILE --bits 5 --loss expectile --q 0.8 --update invariant --optimizer ada-grad --eta 10 --power 0.5',
    ],
    [
      '--ftrl --l1 0.5',
      'learn FILE --bits 18 --loss squared --update naive --optimizer ftrl-proximal --alpha 0.5 --beta 0.5 --l1 0.25 --l2 0',
    ],
    ['-t -i m -p out', 'predict m FILE --out out'],
    ['-i m -f n', 'learn FILE --bits 18 --resume m --model n'],
  ])('prints our command: %j', async (options, ours) => {
    expect(await lineOf(options)).toBe(`iwal ${ours.replace('FILE', `${whole} --format vw`)}`);
  });

  it('says what Vowpal Wabbit does otherwise and which options change nothing', async () => {
    const page = await vw(`-d ${whole} --normalized -k --explain`);
    expect(page).toContain('- a row is predicted before its scales are seen');
    expect(page).toContain('- predictions are clipped to the range of 0 and the labels seen; ours are not');
    expect(page).toContain('Without effect: --kill_cache');
  });

  /**
   * Where no clipping binds, no features share a weight and scales are met before they matter, our command is the same method:
   * equal losses, twice ours for losses without the half. The first two examples, of importance 0, open the range of labels.
   */
  it.each([
    ['--sgd --invariant --loss_function logistic -l 0.5', 1],
    ['--sgd --loss_function logistic -l 0.5 --power_t 0.3 --initial_t 4', 1],
    ['--adaptive --loss_function logistic --power_t 0.7 --initial_t 2 -l 0.1', 1],
    ['--ftrl --loss_function logistic --ftrl_beta 0.5 --l1 0.1 --l2 0.2', 1],
    ['--sgd --invariant --loss_function squared -l 0.1', 2],
    ['--sgd --loss_function classic -l 0.01', 2],
    ['--adaptive --loss_function squared --power_t 0.3 --initial_t 3 -l 0.1', 2],
    ['--adaptive --invariant --loss_function expectile --expectile_q 0.1 -l 0.3', 2],
    ['--ftrl --ftrl_alpha 0.1 --l1 0.2 --l2 0.1', 2],
  ] as const)('means what it says: %s', async (options, factor) => {
    const range = ['100 0 |x d:1', '-100 0 |x d:1'];
    const ones = write(
      'unit.vw',
      [...(factor === 2 ? range : []), ...lines.map((each) => each.replace(/ [12] '/, " 1 '"))].join('\n'),
    );
    const explained = (await vw(`-d ${ones} ${options} --explain`)).split('\n')[0].split(' ').slice(2);
    const { progressiveLoss } = JSON.parse(await printed(learn, [...explained, '--json'])) as { progressiveLoss: number };
    expect(Math.abs((factor * progressiveLoss) / (await loss(`-d ${ones} ${options}`)) - 1)).toBeLessThan(1e-12);
  });
});
