/** `iwal simulate --range`: what a budget would tell of the mean of numbers, beside as many numbers drawn at random. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { eachFolder } from '../../support/processes/cli.ts';

interface Simulated {
  readonly rows: number;
  readonly truth: number;
  readonly labels: number;
  readonly ways: readonly {
    readonly name: string;
    readonly width: number | null;
    readonly inside: number;
    readonly runs: number;
  }[];
}

const random = randomStream(2, 'amounts');
const amounts = Array.from({ length: 400 }, () => Math.round(1000 * random.next() ** 2));
const lines = amounts.map((y, row) => `i${row},${y},${Math.round(0.9 * y + 50 * random.next())},paid`);
const { iwalHere, write } = eachFolder(() => {
  write('invoices.csv', ['id,amount,machine,state', ...lines].join('\n'));
});
const LINE = 'simulate invoices.csv --label-column amount --range 0,1000';

async function simulated(more: string): Promise<Simulated> {
  const { stdout, stderr } = await iwalHere(`${LINE} ${more} --json`);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Simulated;
}

it('is as wide as numbers at random say, narrower by guesses, and covers the mean', async () => {
  const found = await simulated('--budget 80 --guess machine --seeds 20');
  expect(found).toMatchObject({ rows: 400, truth: amounts.reduce((sum, y) => sum + y, 0) / 400 });
  expect([found.labels > 70, found.labels <= 80]).toEqual([true, true]);
  const [even, guessed, certified, atRandom] = found.ways;
  expect(found.ways.map(({ name, runs }) => [name, runs])).toEqual([
    ['labels spread evenly', 20],
    ['and guesses of machine', 20],
    ['certified at any look', 20],
    ['drawn at random, t', 20],
  ]);
  expect(even.width! / atRandom.width!).toBeGreaterThan(0.9);
  expect(even.width! / atRandom.width!).toBeLessThan(1.3);
  expect(guessed.width!).toBeLessThan(0.7 * atRandom.width!);
  expect(certified.width!).toBeGreaterThan(guessed.width!);
  for (const { inside } of found.ways) expect(inside).toBeGreaterThanOrEqual(16);
  expect(certified.inside).toBeGreaterThanOrEqual(18);
  // The same bytes again, and a table for a person.
  expect(await simulated('--budget 80 --guess machine --seeds 20')).toEqual(found);
  const { stdout } = await iwalHere(`${LINE} --budget 80 --seeds 2`);
  expect(stdout).toMatch(
    /^400 numbers of invoices\.csv, their mean 3\d\d\.\d+; 2 runs with [\d.]+ labels:\n.*true mean inside\n/,
  );
});

it('says the mean itself where all numbers are bought, and nothing of an interval of one', async () => {
  const { ways } = await simulated('--budget 400');
  expect(ways.map(({ width, inside }) => [Math.round(width!), inside])).toEqual([0, 0, 0].map((width) => [width, 1]));
  const alone = await simulated('--budget 1');
  expect(alone.ways.map(({ runs }) => runs)).toEqual([0, 1, 0]);
});

it('leaves a range of one number to the rule that has such a parameter', async () => {
  write('classes.csv', ['a,b,label', ...amounts.map((y, row) => `${y},${row % 7},${1 + (row % 3)}`)].join('\n'));
  const line = 'simulate classes.csv --query coal --first 20 --json';
  const [wide, narrow, plain] = await Promise.all([' --range 5', ' --range 0.5', ''].map((more) => iwalHere(line + more)));
  const curveOf = ({ stdout }: { readonly stdout: string }): unknown => (JSON.parse(stdout) as { curve: unknown }).curve;
  expect([curveOf(narrow), wide.code]).toEqual([curveOf(plain), 0]);
  expect(curveOf(wide)).not.toEqual(curveOf(plain));
});
