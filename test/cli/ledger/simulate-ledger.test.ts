/** Laws of the ledgers that `iwal simulate` writes: complete, and of the same run. */
import { expect, test } from 'vitest';
import { readLedger, type Ledger } from '../../../src/ledger/file/read-ledger.ts';
import { shell, toyFile, eachFolder } from '../../support/processes/cli.ts';
import { finished } from '../../../src/numerics/work.ts';

const { path, iwalHere, done } = eachFolder(async () => {
  await toyFile(path(), 'train.svm', { rows: 400 });
});

async function simulate(...options: string[]): Promise<Record<string, number>> {
  const stdout = await done(['simulate', 'train.svm', '--json', ...options]);
  return JSON.parse(stdout) as Record<string, number>;
}

const ledger = (name: string): Ledger => finished(readLedger(path(name)))!;

test('one entry an example and one at the end, which tells what the result tells; the result is that of a run without', async () => {
  const options = ['--query', 'iwal-cal', '--mellowness', '1e-3', '--budget', '60', '--floor', '0.02'];
  const bare = await simulate(...options);
  const result = await simulate(...options, '--ledger', 'a.jsonl');
  expect({ ...result, seconds: 0 }).toEqual({ ...bare, seconds: 0 });
  const { header, entries } = ledger('a.jsonl');
  expect(header).toMatchObject({ record: 'considered', data: { name: 'train', rows: 400 }, spec: result.spec });
  expect(entries).toHaveLength(401);
  const same = ['examples', 'spent', 'importanceSum', 'refusedImportance', 'implied', 'awaited', 'progressiveError'];
  const told = Object.fromEntries(same.map((name) => [name, result[name]]));
  expect(entries.at(-1)).toMatchObject({ entry: 'end', labels: result.queried, ...told });
});

test('--record purchases: one entry a purchase', async () => {
  const { queried } = await simulate('--query', 'random', '--ledger', 'a.jsonl', '--record', 'purchases');
  expect([...ledger('a.jsonl').entries].filter(({ entry }) => entry === 'example')).toHaveLength(queried);
});

test('costs, and answers that come late', async () => {
  const { spent, awaited } = await simulate(
    ...'--query random --oracle priced,delayed --per-feature 0.25 --delay 30 --ledger a.jsonl'.split(' '),
  );
  const entries = [...ledger('a.jsonl').entries];
  expect(entries.reduce((sum, entry) => sum + (entry.entry === 'example' ? (entry.cost ?? 0) : 0), 0)).toBe(spent);
  const [purchases, answers] = [
    entries.filter((entry) => entry.entry === 'example' && entry.outcome === 'asked'),
    entries.filter(({ entry }) => entry === 'answer'),
  ];
  expect(purchases.length - answers.length).toBe(awaited);
});

test.each([
  [[], ['--query', 'slides', '--mellowness', '1e-3']],
  [
    ['--holdout', '0.3'],
    ['--query', 'random', '--oracle', 'noisy,abstaining'],
  ],
])('the audit computes it anew, %j', async (cut, options) => {
  await simulate(...cut, ...options, '--ledger', 'a.jsonl');
  const { code, stdout } = await iwalHere('audit a.jsonl --data train.svm');
  expect(stdout).toMatch(/\ncomputed anew: ok /);
  expect(code).toBe(0);
});

test('with --curve the ledger is of the run, not of the passive one', async () => {
  await simulate('--query', 'random', '--ledger', 'a.jsonl', '--curve', 'a.png');
  expect(ledger('a.jsonl').header.spec).toMatchObject({ query: { name: 'random' } });
});

test('a disk that takes no more is a failure, not a bug', async () => {
  const { code, stderr } = await shell(path(), 'ulimit -f 8; $iwal simulate train.svm --query passive --ledger a.jsonl');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^iwal: a\.jsonl: found that it cannot be written \(file too large\); expected .*\n$/);
});

test.each([
  ['--query', 'iwal-cal', '--mellowness', '1e-3', '--budget', '60', '--floor', '0.02'],
  ['--query', 'random', '--oracle', 'delayed,abstaining,priced', '--per-feature', '0.25', '--delay', '30', '--budget', '70.5'],
])('the error by the labels bought is that of the audit on the data: %j', async (...options) => {
  const { errorEstimate, errorLow, errorHigh, errorText } = (await simulate(
    ...options,
    '--ledger',
    'a.jsonl',
  )) as unknown as Record<string, string | number | null>;
  const args = ['audit', 'a.jsonl', '--data', 'train.svm'];
  expect(JSON.parse((await iwalHere([...args, '--json'])).stdout)).toMatchObject({
    error: { value: errorEstimate, low: errorLow, high: errorHigh },
  });
  expect((await iwalHere(args)).stdout).toContain(`\nerror of the predictions: ${errorText}; the true error`);
});
