/**
 * LAWS of `iwal vw`: options are read as Vowpal Wabbit reads them, a model continues bit for bit, what is not known or not done
 * is refused by name. Its numbers are in test/references/vw-parity.test.ts.
 */
import { truncateSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as learn } from '../../../src/cli/learn/command.ts';
import { verdict } from '../../../src/cli/terminal/failure.ts';
import { command } from '../../../src/cli/vw/vw.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { printed } from '../../support/processes/run-command.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';

const { path, write, bytes: bytesOf } = temporaryFolder();

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

  it('of other versions, damaged or cut short are refused', async () => {
    await vw(`-d ${first} -b 10 --quiet -f ${path('m')}`);
    const asked = (model: string): ReturnType<typeof refusal> => refusal(`-d ${second} -i ${model}`);
    const bytes = bytesOf('m');
    const newer = Buffer.from(bytes);
    newer[8]++;
    bytes[bytes.length - 9] ^= 1;
    for (const [model, message] of [
      [write('newer', newer), /^newer: found .*version 2/],
      [write('damaged', bytes), /^damaged: found /],
    ] as const)
      expect(await asked(model)).toEqual([expect.stringMatching(message), 1]);
    truncateSync(path('m'), 1000);
    expect(await asked(path('m'))).toEqual([expect.stringMatching(/^m: found .*1000 bytes/), 1]);
  });
});

describe('--explain', () => {
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
