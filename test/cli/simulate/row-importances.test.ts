/** Laws of files that give their rows importances: what is printed agrees with itself, whichever command weighs them. */
import { describe, expect, test } from 'vitest';
import { writeCache } from '../../../src/data/cache/cache-file.ts';
import { readDataset } from '../../../src/data/index.ts';
import { readLedger } from '../../../src/ledger/file/read-ledger.ts';
import { answered, eachFolder, linesOf } from '../../support/processes/cli.ts';
import { finished } from '../../../src/numerics/work.ts';
import { toyTask } from '../../support/toy.ts';

const task = toyTask({ rows: 400, noise: 0.15, seed: 1 });
const IMPORTANCES = [1, 0, 2.5, 0.3, 7];
const importanceOf = (i: number): number => IMPORTANCES[i % IMPORTANCES.length];
const mass = Array.from(task.labels, (_, i) => importanceOf(i)).reduce((sum, each) => sum + each, 0);
const CSV = ['train.csv', '--importance-column', 'importance'];

const { path, write, iwalHere, done } = eachFolder(() => {
  const { offsets, indices, values, columns } = task.rows;
  const features = (i: number): [number, number][] =>
    Array.from({ length: offsets[i + 1] - offsets[i] - 1 }, (_, n) => [indices[offsets[i] + 1 + n], values[offsets[i] + 1 + n]]);
  const cells = (i: number): number[] =>
    features(i).reduce((row, [column, value]) => row.with(column - 1, value), Array<number>(columns - 1).fill(0));
  const table = Array.from(task.labels, (y, i) => [y, importanceOf(i), ...cells(i)].join(','));
  write(
    'train.csv',
    [['label', 'importance', ...Array.from({ length: columns - 1 }, (_, j) => `f${j}`)].join(','), ...table, ''].join('\n'),
  );
  write(
    'train.vw',
    Array.from(
      task.labels,
      (y, i) =>
        `${y} ${importanceOf(i)} |a ${features(i)
          .map(([column, value]) => `${column}:${value}`)
          .join(' ')}\n`,
    ).join(''),
  );
});

async function simulated(...args: readonly string[]): Promise<Record<string, number>> {
  const stdout = await done(['simulate', ...args, '--final', 'online', '--json']);
  return JSON.parse(stdout) as Record<string, number>;
}

describe.each([
  ['a table', CSV],
  ['VW text', ['train.vw']],
] as const)('simulate on %s', (_, data) => {
  test('with --query passive the error of the labels bought is the progressive error', async () => {
    const result = await simulated(...data, '--query', 'passive');
    // Summed in other orders.
    expect(result.errorEstimate).toBeCloseTo(result.progressiveError, 12);
    expect(result.consideredImportance).toBeCloseTo(mass, 9);
    expect(result.importanceSum).toBe(result.consideredImportance);
    expect([result.queried, result.spent, result.examples]).toEqual([320, 320, 400]);
    const { stdout } = await iwalHere(['simulate', ...data, '--query', 'passive', '--final', 'online']);
    const [, printed] = /^progressive error ([\d.]+%);/m.exec(stdout)!;
    expect(stdout).toMatch(new RegExp(`error of the predictions, by the labels bought: ${printed}, counted`));
    expect(stdout).toMatch(/sum of importance 864 for an importance of 864 in 400 examples/);
  });

  test('the error is that of learn, which weighs them too', async () => {
    const options = ['--loss', 'logistic', '--update', 'invariant', '--optimizer', 'gradient-descent', '--eta', '0.5'];
    const learned = JSON.parse((await iwalHere(['learn', ...data, ...options, '--json'])).stdout) as {
      progressiveError: number;
    };
    const simulation = await simulated(...data, ...options, '--query', 'passive', '--order', 'given');
    expect(simulation.progressiveError).toBe(learned.progressiveError);
    expect(learned.progressiveError).toBeGreaterThan(0);
  });

  test('what is certified are sums of importances, which are no whole numbers', async () => {
    await simulated(...data, '--query', 'random', '--rate', '0.4', '--floor', '0.4', '--ledger', 'a.ledger');
    const { stdout } = await iwalHere('audit a.ledger --certify error');
    const printed = /wrong predictions: ([\d.]+) to ([\d.]+) of ([\d.]+) rows considered \(([\d.]+)% to ([\d.]+)%\)$/m.exec(
      stdout,
    )!;
    const [low, high, rows, ...shares] = printed.slice(1).map(Number);
    expect(rows).toBeCloseTo(mass, 2);
    [low, high].forEach((sum, n) => expect((100 * sum) / rows).toBeCloseTo(shares[n], 2));
    expect(Number.isInteger(high)).toBe(false);
  });

  test.each(['considered', 'purchases'])(
    'a ledger of %s is audited, replayed on the file and exported with what was learned',
    async (record) => {
      const { importanceSum } = await simulated(
        ...data,
        ...'--query random --rate 0.4 --ledger a.ledger --record'.split(' '),
        record,
      );
      const { header, entries } = finished(readLedger(path('a.ledger')))!;
      expect(header.data.importances).toMatch(/^[0-9a-f]{8}$/);
      for (const entry of entries)
        if (entry.entry === 'example' && entry.outcome === 'asked')
          expect(entry.importance).toBe((entry.rowImportance ?? 1) / 0.4);
      const alone = await iwalHere('audit a.ledger --details');
      expect([alone.stderr, alone.code]).toEqual(['', 0]);
      expect(alone.stdout).toMatch(/sum of importance [\d.,]+ for an importance of 864 in 400 examples/);
      const [, ...reading] = data;
      const replayed = await iwalHere(['audit', 'a.ledger', '--data', ...data]);
      expect(replayed.stdout).toMatch(/\ncomputed anew: ok /);
      const { stdout } = await iwalHere(['export', 'a.ledger', '--data', data[0], ...reading, '--format', 'vw']);
      const exported = linesOf(stdout).map((line) => Number(line.split(' ')[1]));
      expect(exported.reduce((sum, each) => sum + each, 0)).toBeCloseTo(importanceSum, 9);
    },
  );
});

test('--compare: the importance bought is told as a share of that considered', async () => {
  const { stdout } = await iwalHere(['simulate', ...CSV, '--compare', 'random:rate=0.5']);
  expect(stdout).toMatch(/^passive, every label +320 .* 1\.000 +yes$/m);
});

test('the test error weighs the rows that were held out', async () => {
  const [error, plain] = [
    await simulated(...CSV, '--holdout', '0.5'),
    await simulated('train.csv', '--ignore-columns', 'importance', '--holdout', '0.5'),
  ];
  expect((error.testError * 1000) % 5).not.toBe(0);
  expect((plain.testError * 1000) % 5).toBeCloseTo(0, 9);
});

test('calibrate and its budgets count labels, whatever the rows weigh', async () => {
  const stdout = await done(['calibrate', ...CSV, ...'--pilot 150 --budget 80 --runs 2 --json'.split(' ')]);
  const { frontier, curve } = JSON.parse(stdout) as { frontier: { budget: number }[]; curve: { labels: number[]; rows: number } };
  expect(frontier.map(({ budget }) => budget)).toContain(80);
  // Three quarters of the pilot's rows are learned; those that judge tell as much as fewer rows of equal importance would.
  expect(curve.labels.at(-1)).toBe(112);
  expect(curve.rows).toBeLessThan(150);
});

describe('label', () => {
  /** Labels from one question to another, and quits. */
  const label = (more: string, from: number, to: number): ReturnType<typeof iwalHere> => {
    const answers = answered(to - from, () => 1, from);
    return iwalHere(`label train.csv --ledger a.ledger --protocol jsonl --query passive ${more}`, answers);
  };

  test('asks with the importances of the rows, and never about those of importance 0', async () => {
    const { stdout, code } = await label('--importance-column importance', 1, 21);
    expect(code).toBe(0);
    const questions = linesOf(stdout).map((line) => JSON.parse(line) as { id: number; importance: number; done?: boolean });
    for (const { id, importance, done } of questions) if (done !== true) expect(importance).toBe(importanceOf(id));
    expect(questions.filter(({ done }) => done !== true).every(({ id }) => importanceOf(id) > 0)).toBe(true);
    expect(finished(readLedger(path('a.ledger')))!.header.data.importances).toMatch(/^[0-9a-f]{8}$/);
  });

  test('goes on as it was begun: a file without the importances, or with others, is refused', async () => {
    await label('--importance-column importance', 1, 11);
    const refused = await label('--ignore-columns importance', 1, 11);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^iwal: train\.csv: found other rows than a\.ledger was begun with \(the rows are the same, and their importances are not\); expected .*: iwal label train\.csv --ignore-columns importance .*--known a\.ledger\n$/,
    );
  });

  test('a session that was begun without importances goes on without them, and says so', async () => {
    await label('--ignore-columns importance', 1, 6);
    const { stderr, stdout, code } = await label('--importance-column importance', 6, 11);
    expect([stderr.split('\n')[0], code]).toEqual([
      'a.ledger was begun without the importances of train.csv, and goes on without them',
      0,
    ]);
    expect(
      stdout
        .split('\n')
        .filter((line) => line.includes('"importance":'))
        .every((line) => line.includes('"importance":1,')),
    ).toBe(true);
  });
});

describe('importances that are none', () => {
  test('in a .iwal file', async () => {
    const dataset = await readDataset(path('train.vw'), { labels: 'sign' });
    await writeCache(path('bad.iwal'), { ...dataset, importances: dataset.importances!.with(3, -2) });
    expect((await iwalHere('simulate bad.iwal')).stderr).toMatch(/^iwal: bad\.iwal: found the importance -2 in row 3; expected /);
  });
});
