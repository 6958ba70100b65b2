/** Laws of `iwal simulate`: what decides what it prints; what that is stands in test/cli/sessions. */
import { expect, test } from 'vitest';
import type { Result } from '../../../src/cli/simulate/result.ts';
import { parametersOf } from '../../../src/specs/choices.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { dashed } from '../../../src/cli/syntax/option.ts';
import { shell, toyFile, eachFolder } from '../../support/processes/cli.ts';

const { path, bytes, done } = eachFolder(async () => {
  await toyFile(path(), 'train.svm', { rows: 500 });
});

async function simulate(...options: string[]): Promise<Result> {
  const stdout = await done(['simulate', 'train.svm', '--json', ...options]);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(stdout) as Result;
}

test('equal commands print equal bytes but for the time; another seed another result; the last checkpoint is the result', async () => {
  const print = async (seed: string): Promise<string> => {
    const result = await simulate('--seed', seed, '--query', 'iwal-cal', '--mellowness', '0.001');
    expect(result).toMatchObject(result.curve.at(-1)!);
    return JSON.stringify({ ...result, seconds: 0 });
  };
  const [first, second, other] = [await print('7'), await print('7'), await print('8')];
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test('every oracle of the registry is at hand, with all its parameters as options', async () => {
  const help = await done('simulate --help all');
  const { spec } = await simulate('--query', 'passive', '--oracle', Object.keys(oracles).join(','));
  expect(spec.oracle!.map(({ name }) => name)).toEqual(Object.keys(oracles));
  for (const parameter of Object.values(oracles).flatMap((oracle) => Object.keys(parametersOf(oracle))))
    expect(help).toMatch(new RegExp(`^ +${dashed(parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))}\\b`, 'm'));
});

test('--curve draws a PNG, equal bytes for equal commands', async () => {
  const draw = async (name: string): Promise<Buffer> => {
    await done([...'simulate train.svm --budget 20% --holdout 0.2 --curve'.split(' '), name]);
    return bytes(name);
  };
  const [first, second] = [await draw('a.png'), await draw('b.png')];
  expect(first.subarray(1, 4).toString()).toBe('PNG');
  expect(first.readUInt32BE(16)).toBeGreaterThan(600);
  expect(second.equals(first)).toBe(true);
});

test('no escape codes where no person looks', async () => {
  const { stdout, stderr } = await shell(path(), '$iwal simulate train.svm --query passive; $iwal simulate nothing.svm; true');
  expect(stdout + stderr).not.toContain('\x1b');
});
