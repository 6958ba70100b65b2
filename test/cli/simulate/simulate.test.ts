/** Laws of `iwal simulate`: what it prints, what decides it, and that the budget holds. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { shell, toyFile, eachFolder } from '../../support/processes/cli.ts';

const share = z.number().min(0).max(1);
const checkpoint = {
  examples: z.int().positive(),
  queried: z.int().nonnegative(),
  importanceSum: z.number().nonnegative(),
  progressiveLoss: z.number().nonnegative(),
  progressiveError: share,
  testError: share.nullable(),
};
const choice = z.looseObject({ name: z.string() });
const Result = z.looseObject({
  ...checkpoint,
  fractionQueried: share,
  seconds: z.number().nonnegative(),
  spec: z.looseObject({
    loss: choice,
    update: z.string(),
    optimizer: choice,
    query: choice,
    budget: z.union([z.int(), z.string()]).optional(),
    order: z.string(),
    seed: z.int(),
  }),
  data: z.looseObject({ name: z.string(), rows: z.int(), features: z.int(), testExamples: z.int().nullable() }),
  curve: z.array(z.looseObject(checkpoint)).min(1),
});
type Result = z.infer<typeof Result>;

const { path, bytes, write, done } = eachFolder(async () => {
  await toyFile(path(), 'train.svm', { rows: 500 });
});

async function simulate(...options: string[]): Promise<Result> {
  const stdout = await done(['simulate', 'train.svm', '--json', ...options]);
  expect(stdout).toMatch(/^\{.*\}\n$/);
  return Result.parse(JSON.parse(stdout));
}

test('one object whose last checkpoint is its result, with every default filled in', async () => {
  const result = await simulate('--query', 'iwal-cal', '--mellowness', '0.01');
  expect(result.examples).toBe(500);
  expect(result.testError).toBeNull();
  expect(result).toMatchObject(result.curve.at(-1)!);
  expect(result.fractionQueried).toBe(result.queried / 500);
  expect(result.spec).toEqual({
    coins: 'pool',
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'normalized-adaptive', eta0: 2, decay: 1, power: 0.5, initial: 0 },
    query: { name: 'iwal-cal', mellowness: 0.01, c1: 1, c2: 1 },
    final: 'best',
    order: 'shuffled',
    seed: 1,
  });
});

test('equal commands print equal bytes but for the time; another seed another result', async () => {
  const print = async (seed: string): Promise<string> => {
    const result = await simulate('--seed', seed, '--query', 'iwal-cal', '--mellowness', '0.001');
    return JSON.stringify({ ...result, seconds: 0 });
  };
  const [first, second, other] = [await print('7'), await print('7'), await print('8')];
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test.each([1, 37])('a budget of %d labels holds', async (budget) => {
  const greedy = await simulate('--query', 'passive', '--budget', String(budget));
  expect(greedy.queried).toBe(budget);
  expect(greedy.importanceSum).toBe(budget);
  expect(greedy.examples).toBe(500);
  const careful = await simulate('--budget', String(budget), '--query', 'iwal-cal', '--mellowness', '0.01');
  expect(careful.queried).toBeLessThanOrEqual(budget);
});

test('a held-out share is not learned from, and the same for every query rule', async () => {
  const { examples, data, testError } = await simulate('--holdout', '0.3', '--query', 'passive');
  expect(examples).toBe(350);
  expect(data.testExamples).toBe(150);
  expect(testError).toBeLessThan(0.25);
});

test('parameters reach the parts that take them', async () => {
  const { spec } = await simulate(...'--loss quantile --level 0.3 --query random --rate 0.5 --eta 0.25 --power 0.5'.split(' '));
  expect([spec.loss, spec.query]).toEqual([
    { name: 'quantile', level: 0.3 },
    { name: 'random', rate: 0.5 },
  ]);
  expect(spec.optimizer).toMatchObject({ eta0: 0.25, power: 0.5 });
});

test('a parameter that two chosen parts take must say whose it is', async () => {
  const parts = ['--loss', 'smoothed-hinge', '--optimizer', 'rda'];
  const { spec } = await simulate(...parts, '--loss-gamma', '2');
  expect([spec.loss, spec.optimizer]).toMatchObject([{ gamma: 2 }, { gamma: 1 }]);
});

test('CSV: the label column by name', async () => {
  write('train.csv', 'x,class,z\n1,0,3\n2,1,4\n3,1,9\n');
  const stdout = await done('simulate train.csv --label-column class --query passive --json');
  expect(Result.parse(JSON.parse(stdout))).toMatchObject({ examples: 3, queried: 3 });
});

test('for a person: the run, its course and its end', async () => {
  await toyFile(path(), 'test.svm', { rows: 200, seed: 2 });
  const stdout = await done('simulate train.svm --test test.svm --query passive --budget 100');
  expect(stdout).toMatch(/^train: 500 examples, 19 features, tested on 200 others\n/);
  expect(stdout).toMatch(/\n +100 +100 +0\.\d{4} +\d+\.\d\d% +\d+\.\d\d%\n/);
  expect(stdout).toMatch(
    /\nbought 100 of 500 labels \(20\.00%\) of a budget of 100, a hard cap\ntest error \d+\.\d\d%; with as many random labels \d+\.\d\d%, with every label \d+\.\d\d%\n/,
  );
});

test('--curve draws a PNG, equal bytes for equal commands', async () => {
  const draw = async (name: string): Promise<Buffer> => {
    const stdout = await done([...'simulate train.svm --budget 20% --holdout 0.2 --curve'.split(' '), name]);
    expect(stdout).toMatch(/\ntest error .*; with as many random labels /);
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
