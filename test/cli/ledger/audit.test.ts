/**
 * Laws of `iwal audit`: the page says what the ledger proves, contradictions are one line and exit code 1, bad input is named.
 */
import { describe, expect, test } from 'vitest';
import { type Ended, eachFolder } from '../../support/processes/cli.ts';
import type { Audit } from '../../../src/ledger/audit/audit.ts';
import { resealed } from '../../support/ledgers.ts';
import { recordedSimulation, type Recording } from '../../support/recorded-simulation.ts';

const { text: textOf, path, write, iwalHere, done, refused } = eachFolder();

async function audited(recording: Recording, ...options: string[]): Promise<Ended> {
  await recordedSimulation(path(), recording);
  return iwalHere(['audit', 'run.ledger', ...options]);
}

describe('for a person', () => {
  test('everything that an audit finds, on one page', async () => {
    const { code, stdout, stderr } = await audited(
      { spec: { query: { name: 'random', rate: 0.25 }, floor: 0.1 } },
      '--data',
      'pool.svm',
      '--details',
    );
    expect([stderr, code]).toEqual(['', 0]);
    expect(stdout).toMatch(
      /^[\d.]+% of the rows are 'positive'; between [\d.]+% and [\d.]+%, with 95% confidence\nerror of the predictions: /,
    );
    expect(stdout).toMatch(
      /\n {2}class +precision, of the rows predicted so +recall, of its rows\n {2}negative .*\n {2}positive /,
    );
    expect(stdout).toMatch(/\nshares of all rows, .*\n +negative +positive\n {2}negative .*\n {2}positive /);
    expect(stdout).toMatch(
      /\nrun\.ledger: a ledger of all examples considered, by iwal 0\.1\.0, closed\npool pool: 400 rows, checksum [0-9a-f]{8}\nlogistic loss, .*; random \(rate 0\.25\), at least 0\.1; order shuffled, seed 1\n/,
    );
    expect(stdout).toMatch(/\n400 examples considered, (\d+) asked about, \1 labels learned\ncost \1\n/);
    expect(stdout).toMatch(/\nsum of importance \d+ for 400 examples, standard error [\d.]+\n/);
    expect(stdout).toMatch(
      /\nerror of the predictions: between [\d.]+% and [\d.]+%, with 95% confidence; the true error is [\d.]+%\n/,
    );
    expect(stdout).toMatch(
      /\neffective sample size \d+; the largest 1% of the labels have [\d.]+% of the importance\n {2}largest importances, and their positions: 4 at \d+, 4 at/,
    );
    expect(stdout).toMatch(
      /\npositions +bought +refused +expected, sum of p +std. dev. +verdict\n0 … 9 +\d+ +0 +2\.5 +1\.36931 +ok\n10 … 99 +\d+ +0 +22\.5 +4\.10792 +ok\n100 … 399 +\d+ +0 +75 +7\.5 +ok\n/,
    );
    expect(stdout).toMatch(
      /\nagrees with itself: ok \(.*\)\ncomputed anew: ok \(.*\)\nsum of importance: ok \(.*\)\nerror estimate: (ok|inconclusive) \(.*\)\nlabels bought: ok \(.*\)\n$/,
    );
  });

  test('a ledger of purchases says what it cannot tell, and with --data tells it', async () => {
    const alone = await audited({ record: 'purchases', spec: { budget: 30 } });
    expect(alone.stdout).toMatch(
      /^[\d.]+% of the first 45 rows are 'positive'; .*\n[^]*\nrun\.ledger: a ledger of purchases, by iwal/,
    );
    expect(alone.stdout).not.toContain('\npositions');
    const detailed = await iwalHere('audit run.ledger --details');
    expect(detailed.stdout).toMatch(/\n0 … 9 +\d+ +\? +\? +\? +inconclusive\n/);
    expect(alone.stdout).toMatch(/\nlabels bought: inconclusive \(positions 0 to 9: .*--data computes them\)\n$/);
    const stdout = await done('audit run.ledger --data pool.svm');
    expect(stdout).toMatch(/\nlabels bought: ok/);
    expect(stdout).toMatch(/\nsum of importance: ok/);
  });

  test('one that is not finished, with late and missing answers', async () => {
    const oracle = [
      { name: 'abstaining', abstainRate: 0.3 },
      { name: 'delayed', delay: 9 },
    ];
    const { stdout, code } = await audited({ until: 200, spec: { oracle } }, '--data', 'pool.svm', '--details');
    expect(code).toBe(0);
    expect(stdout).toMatch(/, not closed: /);
    expect(stdout).toMatch(
      /\n200 examples considered, \d+ asked about, \d+ labels learned, \d+ without an answer, \d+ not answered yet\n/,
    );
    expect(stdout).toMatch(/\n {2}of it [\d.,]+ learned, [\d.,]+ never answered, [\d.,]+ not answered yet\n/);
  });

  test('one cut off by a crash, at a few places', async () => {
    await recordedSimulation(path(), {});
    const text = textOf('run.ledger');
    for (const share of [0.3, 0.6, 0.9]) {
      write('run.ledger', text.slice(0, Math.floor(share * text.length)));
      const { code, stdout, stderr } = await iwalHere('audit run.ledger --data pool.svm');
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /, not closed: no end is written, .*\n[^]*\ncomputed anew: ok \(computed anew on the data, every entry is the same bit for bit; taken as recorded: the answers\)/,
      );
      expect(stderr).toMatch(
        /^run\.ledger: the last line was cut off when it was written: \d+ bytes after line \d+ do not count\n$/,
      );
    }
  });

  test('an unlabelled twin of the pool is the same pool, and tells no true error', async () => {
    await recordedSimulation(path(), { until: 300 });
    const text = textOf('pool.svm');
    write('pool.svm', text.replace(/^\S+/gm, '0'));
    const stdout = await done('audit run.ledger --data pool.svm');
    expect(stdout).toMatch(/; the true error is not known\n/);
    expect(stdout).toMatch(/\ncomputed anew: ok/);
  });
});

test('--json: one object with the same findings', async () => {
  const { code, stdout } = await audited({ record: 'purchases' }, '--json');
  expect(code).toBe(0);
  const found: unknown = JSON.parse(stdout);
  expect(found).toMatchObject({
    file: 'run.ledger',
    header: { record: 'purchases', data: { rows: 400 } },
    spec: { query: { name: 'variance-aware' } },
    examples: 400,
    isFinished: true,
    quantities: [
      { name: 'share', class: 'negative', certified: null },
      { name: 'share', class: 'positive', certified: null },
      { name: 'error' },
      { name: 'precision', class: 'negative' },
      { name: 'recall', class: 'negative' },
      { name: 'precision', class: 'positive' },
      { name: 'recall', class: 'positive' },
    ],
    consistency: { verdict: 'ok' },
    importance: { expected: 400, refused: 0, implied: 0, check: { verdict: 'ok' } },
    decades: [{ from: 0, to: 10, expected: null }, {}, {}],
  });
});

describe('what is refused', () => {
  const rewrite = (change: (text: string) => string): void => {
    write('run.ledger', resealed(change(textOf('run.ledger'))));
  };

  test('a ledger that contradicts itself, with the line', async () => {
    await recordedSimulation(path(), { record: 'purchases' });
    rewrite((text) =>
      text.replace(/("position":17,.*"label":)(-?1)/, (_, before: string, label: string) => `${before}${-Number(label)}`),
    );
    await refused(
      'audit run.ledger',
      /^iwal: run\.ledger:\d+: found model [0-9a-f]{16}; expected [0-9a-f]{16} by the answers up to here\n$/,
    );
    await refused('audit run.ledger --json', /^iwal: run\.ledger:\d+: found model/);
  });

  test('one that agrees with itself but not with the run', async () => {
    await recordedSimulation(path(), { record: 'purchases' });
    rewrite((text) => text.replace(/("position":0,.*"prediction":)0/, (_, before: string) => `${before}0.25`));
    expect((await iwalHere('audit run.ledger')).code).toBe(0);
    await refused(
      'audit run.ledger --data pool.svm',
      /^iwal: run\.ledger:2: found prediction 0\.25 at position 0; expected 0, as these data, this spec and this version of iwal compute it\n$/,
    );
  });

  test('one whose costs or whose true error are other ones than the run computes', async () => {
    await recordedSimulation(path(), { record: 'purchases', spec: { oracle: [{ name: 'priced', price: 2 }] } });
    const text = textOf('run.ledger');
    const spent = Number(/"spent":(\d+)/.exec(text)![1]);
    rewrite(() => text.replace('"cost":2', '"cost":1').replace(`"spent":${spent}`, `"spent":${spent - 1}`));
    expect((await iwalHere('audit run.ledger')).code).toBe(0);
    await refused(
      'audit run.ledger --data pool.svm',
      /^iwal: run\.ledger:2: found cost 1 at position 0; expected 2, as these data/,
    );
    rewrite(() => text.replace(/"progressiveError":[\d.]+/, '"progressiveError":0.001'));
    await refused(
      'audit run.ledger --data pool.svm',
      /^iwal: run\.ledger:\d+: found progressiveError 0\.001 at the end; expected 0\.\d+, as these data/,
    );
  });

  test('one that was damaged', async () => {
    await recordedSimulation(path(), { record: 'purchases' });
    const text = textOf('run.ledger');
    write('run.ledger', text.replace('"cost":1', '"cost":3'));
    await refused(
      'audit run.ledger',
      /^iwal: run\.ledger:2: found a line whose text has the checksum [0-9a-f]{8}; expected [0-9a-f]{8}, as it says: it was damaged after it was written\n$/,
    );
  });

  test('one of a newer version', async () => {
    await recordedSimulation(path(), {});
    rewrite((text) => text.replace('"iwal-ledger":2', '"iwal-ledger":3'));
    await refused(
      'audit run.ledger',
      'run.ledger:1: found ledger version 3, written by iwal 0.1.0; expected version 1 to 2: a newer iwal is needed to read it',
    );
  });

  test('a spec that this version does not know', async () => {
    await recordedSimulation(path(), {});
    rewrite((text) => text.replace('"variance-aware"', '"clairvoyant"'));
    await refused(
      'audit run.ledger',
      /^iwal: run\.ledger:1: found a spec that cannot be built \(unknown query rule 'clairvoyant'.*\); expected one that this version of iwal knows\n$/,
    );
  });
});

test('--by tells quantities by the values of a column, and refuses what has no groups', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => {
    const region = n % 3 === 0 ? 'north' : n > 115 ? '' : 'south';
    return `${region},${n % 7},${n % 5},${(n % 7) + (n % 5) > 5 ? 'yes' : 'no'}`;
  });
  write('rows.csv', ['region,age,visits,label', ...rows, ''].join('\n'));
  const simulated = async (ledger: string, ...options: string[]): Promise<void> => {
    const run = ['simulate', 'rows.csv', '--budget', '60', '--ledger', ledger, ...options];
    expect((await iwalHere(run)).code).toBe(0);
  };
  const by = (column: string, ledger: string, ...options: string[]): Promise<Ended> =>
    iwalHere(['audit', ledger, '--data', 'rows.csv', '--by', column, ...options]);
  await simulated('run.ledger', '--final', 'online');
  expect((await by('region', 'run.ledger')).stdout).toMatch(
    /\nby group, with 95% intervals that hold for all 2 together:\n {2}group +rows +labels +positive +error of the predictions\n {2}north +\d+ +\d+ .*%\)\n {2}south +\d+ +\d+ .*%\)\n {2}left out, for they have fewer than 10 rows: \(empty\)\n/,
  );
  const { groups, labels, examples } = JSON.parse((await by('region', 'run.ledger', '--json')).stdout) as Audit;
  expect(groups!.reduce((sum, group) => sum + group.labels, 0)).toBe(labels);
  expect(groups!.reduce((sum, group) => sum + group.rows, 0)).toBe(examples);
  expect(groups!.map(({ quantities }) => quantities.length)).toEqual([7, 7, 0]);
  await simulated('held.ledger', '--holdout', '0.25', '--final', 'online');
  await simulated('rounds.ledger', '--rounds', '2');
  for (const [column, ledger, code, why] of [
    ['regoin', 'run.ledger', 1, 'found no column "regoin" of --by, did you mean \'region\'?'],
    ['region,age,visits', 'run.ledger', 2, '--by tells at most 50 groups apart, and the column region,age,visits has'],
    ['region', 'held.ledger', 2, 'a part was held out'],
    ['region', 'rounds.ledger', 2, 'went over the pool 2 times'],
  ] as const)
    expect(await by(column, ledger)).toMatchObject({ code, stderr: expect.stringContaining(why) as string });
});
