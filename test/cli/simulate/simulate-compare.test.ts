/** Laws of `iwal simulate --compare`: every rule on the same stream as if it ran alone, in one table and one figure. */
import { expect, test } from 'vitest';
import { queries } from '../../../src/queries/index.ts';
import { toyFile, eachFolder } from '../../support/processes/cli.ts';

type Json = Readonly<Record<string, unknown>>;

const { path, bytes, iwalHere, done } = eachFolder(async () => {
  await toyFile(path(), 'train.svm', { rows: 300 });
});

async function json(...options: string[]): Promise<unknown> {
  const stdout = await done(['simulate', 'train.svm', '--holdout', '0.3', '--json', ...options]);
  return JSON.parse(stdout, (key, value: unknown) => (key === 'seconds' ? undefined : value));
}

test('each result is that of its rule alone; passive, with every label, comes last', async () => {
  const compared = (await json('--compare', 'random,iwal-cal:mellowness=1e-3,margin:width=0.5', '--seed', '4')) as Json[];
  const alone = [
    await json('--query', 'random', '--seed', '4'),
    await json('--query', 'iwal-cal', '--mellowness', '1e-3', '--seed', '4'),
    await json('--query', 'margin', '--width', '0.5', '--seed', '4'),
    await json('--query', 'passive', '--seed', '4'),
  ];
  expect(compared).toEqual(alone);
});

test(
  '--query takes the form of --compare, and so do loss, optimizer and oracle: a parameter with the name is that of its ' +
    'option',
  async () => {
    const options =
      '--query margin --width 0.5 --loss quantile --level 0.4 --optimizer ada-grad --eta 0.25 --oracle noisy --flip-rate 0.2'.split(
        ' ',
      );
    const inline =
      '--query margin:width=0.5 --loss quantile:level=0.4 --optimizer ada-grad:eta=0.25 --oracle noisy:flip-rate=0.2'.split(' ');
    expect(await json(...inline)).toEqual(await json(...options));
  },
);

test('every rule of the registry in one table: rule, labels, share, error, distance, importance, whether unbiased', async () => {
  const stdout = await done([
    ...'simulate train.svm --holdout 0.3 --oracle noisy --compare'.split(' '),
    Object.keys(queries).join(','),
  ]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe('train: 210 examples, 19 features, tested on 90 others');
  expect(lines[1]).toMatch(/^logistic loss, .*; answers noisy \(flip-rate 0\.1\); seed 1$/);
  expect(lines[3]).toMatch(/^rule +labels +of all +test error +passive, as many +importance \/ n +sample unbiased$/);
  const others = Object.keys(queries).filter((name) => name !== 'passive');
  expect(lines.slice(4).map((line) => line.split(/ {2,}/)[0])).toEqual([...others, 'passive, every label']);
  for (const line of lines.slice(4, -1)) expect(line).toMatch(/ \d+ +\d+\.\d\d% +\d+\.\d\d% +\d+\.\d\d% +\d+\.\d{3} +(yes|no)$/);
  expect(lines.at(-1)).toMatch(/^passive, every label +210 +100\.00% +\d+\.\d\d% +\d+\.\d\d% +1\.000 +yes$/);
});

test('--curve draws a curve a rule', async () => {
  const draw = async (name: string, rules: string): Promise<Buffer> => {
    const { code } = await iwalHere(`simulate train.svm --holdout 0.2 --compare ${rules} --curve ${name}`);
    expect(code).toBe(0);
    return bytes(name);
  };
  const [one, two, again] = [
    await draw('a.png', 'random'),
    await draw('b.png', 'random,margin'),
    await draw('c.png', 'random,margin'),
  ];
  expect(two.subarray(1, 4).toString()).toBe('PNG');
  // A longer legend makes a higher figure.
  expect(two.readUInt32BE(20)).toBeGreaterThan(one.readUInt32BE(20));
  expect(again.equals(two)).toBe(true);
});

test('several seeds: means with intervals, of the runs that single commands make', async () => {
  const options = ['simulate', 'train.svm', '--holdout', '0.3', '--budget', '10%', '--json'];
  const all = JSON.parse((await iwalHere([...options, '--compare', 'random,soft-margin', '--seeds', '3'])).stdout) as {
    label: string;
    results: { spec: { seed: number }; testError: number; passiveError: number; queried: number; final: object }[];
  }[];
  expect(all.map(({ label, results }) => [label, results.map(({ spec }) => spec.seed)])).toEqual([
    ['random', [1, 2, 3]],
    ['soft-margin', [1, 2, 3]],
    ['passive, every label', [1, 2, 3]],
  ]);
  // Every label is fitted once: all seeds end with that model.
  const [{ final, testError: error }, ...later] = all[2].results;
  for (const each of later) expect(each).toMatchObject({ final, testError: error, passiveError: error });
  const first = JSON.parse((await iwalHere(options)).stdout) as Record<string, unknown>;
  delete first.seconds;
  expect(all[1].results[0]).toMatchObject(first);
  const inPercent = options.map((each) => each.replace('0.3', '30%'));
  expect(JSON.parse((await iwalHere(inPercent)).stdout)).toMatchObject(first);
  const { stdout } = await iwalHere([...options.slice(0, -1), '--compare', 'random,soft-margin', '--seeds', '3']);
  expect(stdout).toMatch(/; seeds 1 to 3; means with 95% intervals over seeds\n/);
  const average = (100 * all[1].results.reduce((sum, { testError }) => sum + testError, 0)) / 3;
  expect(stdout).toMatch(
    new RegExp(`\\nsoft-margin +21 +${average.toFixed(2)}% \\(.*% to .*%\\) +[+-]\\d+\\.\\d\\d \\(.*\\) +yes\\n`),
  );
  expect(stdout).toMatch(new RegExp(`\\npassive, every label +210 +${(100 * error).toFixed(2)}% +yes\\n`));
});
