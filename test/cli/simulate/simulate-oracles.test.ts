/** Laws of the oracles, the floor and the budget of `iwal simulate`: what reaches the run, what it costs, what is refused. */
import { describe, expect, test } from 'vitest';
import type { Result } from '../../../src/cli/simulate/result.ts';
import { oracles } from '../../../src/streams/oracles/index.ts';
import { parametersOf } from '../../../src/specs/choices.ts';
import { toyFile, eachFolder } from '../../support/processes/cli.ts';

const { path, write, iwalHere, done } = eachFolder(async () => {
  await toyFile(path(), 'train.svm', { rows: 500 });
});

/** With a rule that asks about everything, unless the options name another. */
async function simulate(...options: string[]): Promise<Result> {
  const stdout = await done([
    'simulate',
    'train.svm',
    ...(options.includes('--query') ? [] : ['--query', 'passive']),
    '--json',
    ...options,
  ]);
  return JSON.parse(stdout) as Result;
}

describe('oracles', () => {
  test('a chain in its order, each with the parameters it takes', async () => {
    const { spec } = await simulate('--oracle', 'delayed,noisy,priced', '--flip-rate', '0.2', '--delay', '7', '--price', '2.5');
    expect(spec.oracle).toEqual([
      { name: 'delayed', delay: 7 },
      { name: 'noisy', flipRate: 0.2 },
      { name: 'priced', price: 2.5, perFeature: 0 },
    ]);
  });

  test('an option goes to all members that take it, but a value written with a name is its own', async () => {
    const { spec } = await simulate(
      ...'--oracle majority:best=0.01,sequential:annotators=7:lead=3,delayed:delay=2,delayed --best 0.1 --delay 9'.split(' '),
    );
    expect(spec.oracle).toEqual([
      { name: 'majority', annotators: 5, best: 0.01, worst: 0.35, votes: 3 },
      { name: 'sequential', annotators: 7, best: 0.1, worst: 0.35, lead: 3 },
      { name: 'delayed', delay: 2 },
      { name: 'delayed', delay: 9 },
    ]);
  });

  test('every oracle of the registry is at hand, with all its parameters as options', async () => {
    const help = await iwalHere('simulate --help all');
    const { spec } = await simulate('--oracle', Object.keys(oracles).join(','));
    expect(spec.oracle!.map(({ name }) => name)).toEqual(Object.keys(oracles));
    for (const parameter of Object.values(oracles).flatMap((oracle) => Object.keys(parametersOf(oracle)))) {
      expect(help.stdout).toMatch(
        new RegExp(`^ +--${parameter.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}\\b`, 'm'),
      );
    }
  });

  test('late answers are awaited at the end, and were paid for', async () => {
    const { queried, spent, awaited, importanceSum } = await simulate('--oracle', 'delayed', '--delay', '30');
    expect({ queried, spent, awaited, importanceSum }).toEqual({ queried: 500, spent: 500, awaited: 30, importanceSum: 470 });
  });

  test('prices: the budget is a cost, fractions of it too', async () => {
    const { queried, spent } = await simulate('--oracle', 'priced', '--price', '0.75', '--budget', '10.5');
    expect({ queried, spent }).toEqual({ queried: 14, spent: 10.5 });
  });

  test('labels that are noise teach nothing and break nothing', async () => {
    const { queried, progressiveError, errorEstimate } = await simulate('--oracle', 'noisy', '--flip-rate', '0.5');
    expect(queried).toBe(500);
    expect(Math.abs(progressiveError - 0.5)).toBeLessThan(0.2);
    expect(Math.abs(errorEstimate! - 0.5)).toBeLessThan(0.2);
  });

  test('for a person: who answered, what it cost, what is still to come', async () => {
    const { stdout } = await iwalHere(
      'simulate train.svm --query random:rate=0.1 --oracle delayed,priced --price 1.5 --budget 30',
    );
    expect(stdout).toMatch(
      /; answers delayed \(delay 100\), priced \(price 1\.5, per-feature 0\); random \(rate 0\.1\); seed 1\n/,
    );
    expect(stdout).toMatch(/\nbought 20 of 500 labels \(4\.00%\)(, \d+ still to come)? for 30 of a budget of 30, a hard cap\n/);
    expect(stdout).toMatch(
      /\nsum of importance \d+, and \d+ that the budget refused, for 500 examples; .*\nerror of the predictions, by the labels bought: between [^]*on the first \d+ rows, as far as the budget went\n/,
    );
  });
});

test('a floor: no probability below it, and rules that never ask become unbiased', async () => {
  const bare = await simulate('--query', 'margin', '--width', '1e-9');
  expect(bare).toMatchObject({ unbiased: false });
  expect(bare.implied).toBeGreaterThan(400);
  const floored = await simulate('--query', 'margin', '--width', '1e-9', '--floor', '0.2');
  expect(floored).toMatchObject({ implied: 0, unbiased: true });
  expect(Math.abs(floored.queried - 100)).toBeLessThan(40);
});

test('a budget beyond the file: every label, and nothing refused', async () => {
  expect(await simulate('--budget', '1000000')).toMatchObject({ queried: 500, refusedImportance: 0 });
});

test.each([
  ['all examples alike', (n: number) => `${n % 2 === 0 ? 1 : -1} 1:0.5 2:1`],
  ['all labels one class', (n: number) => `1 ${(n % 5) + 1}:1`],
])('%s: it ends, with numbers', async (_, line) => {
  write('train.svm', Array.from({ length: 60 }, (_, n) => `${line(n)}\n`).join(''));
  for (const query of ['iwal-cal', 'variance-aware', 'committee']) {
    const { data, progressiveError, errorHigh } = await simulate('--query', query);
    expect([data.rows, Number.isFinite(progressiveError), Number.isFinite(errorHigh)]).toEqual([60, true, true]);
  }
});

test('a budget below the price: nothing bought, everything measured, the refusal told', async () => {
  expect(await simulate('--oracle', 'priced:price=2', '--budget', '1.5')).toMatchObject({
    examples: 500,
    queried: 0,
    spent: 0,
    importanceSum: 0,
    refusedImportance: 500,
    errorEstimate: null,
    errorText: 'no estimate (no label was learned)',
  });
});
