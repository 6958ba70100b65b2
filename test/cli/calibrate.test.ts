/** Laws of `iwal calibrate`: a suggestion with its frontier, the same every time, and words for everything it cannot do. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { CalibrationResult } from '../../src/cli/calibrate/run.ts';
import { iwal, temporaryFolder, toyFile } from '../support/cli.ts';

let folder = '';

beforeEach(async () => {
  folder = temporaryFolder();
  await toyFile(folder, 'pool.svm', { rows: 600 });
});

async function calibrated(...options: string[]): Promise<CalibrationResult> {
  const { code, stdout, stderr } = await iwal(folder, ['calibrate', 'pool.svm', '--json', ...options]);
  expect([stderr, code]).toEqual(['', 0]);
  return JSON.parse(stdout) as CalibrationResult;
}

test('the suggestion is on the frontier and its forecast near the budget; labels rise along the frontier', async () => {
  const { pool, pilot, budget, frontier, suggestion } = await calibrated('--pilot', '200', '--fraction', '0.25', '--runs', '3');
  expect([pool.rows, pilot.rows, budget]).toEqual([600, 200, 150]);
  expect(frontier).toContainEqual(suggestion);
  expect(Math.abs(Math.log(suggestion.labels.mean / budget))).toBeLessThan(Math.log(1.1));
  expect(frontier.map(({ mellowness }) => mellowness)).toEqual(
    frontier.map(({ mellowness }) => mellowness).toSorted((a, b) => a - b),
  );
  expect(frontier[0].labels.mean).toBeLessThan(frontier[frontier.length - 1].labels.mean);
  for (const { labels, error } of frontier) {
    for (const { mean, low, high } of [labels, error]) expect(low <= mean && mean <= high).toBe(true);
    expect(labels.high).toBeLessThanOrEqual(600);
  }
});

test('--fraction and --budget say the same; equal seeds give equal bytes, other seeds another pilot', async () => {
  const fraction = await iwal(folder, ['calibrate', 'pool.svm', '--pilot', '100', '--fraction', '0.2', '--runs', '2']);
  const budget = await iwal(folder, ['calibrate', 'pool.svm', '--pilot', '100', '--budget', '120', '--runs', '2']);
  const other = await iwal(folder, ['calibrate', 'pool.svm', '--pilot', '100', '--budget', '120', '--runs', '2', '--seed', '2']);
  expect(budget.stdout).toBe(fraction.stdout);
  expect(other.stdout).not.toBe(budget.stdout);
});

test('what a person reads: the pool, the learner, a line a value with the suggestion marked, what to type', async () => {
  const { stdout } = await iwal(folder, [
    'calibrate',
    'pool.svm',
    '--pilot',
    '100',
    '--budget',
    '120',
    '--runs',
    '2',
    '--query',
    'iwal-cal',
    '--floor',
    '0.01',
  ]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^pool: pool of 600 rows, 20 features; pilot of 100, \d+\.\d\d% positive$/);
  expect(lines[1]).toMatch(/^logistic loss, invariant updates, .*; iwal-cal, at least 0\.01; 2 streams from seed 1$/);
  expect(lines.filter((line) => line.startsWith('> '))).toHaveLength(1);
  expect(lines.at(-2)).toMatch(/^suggested for 120 labels: --mellowness \d(\.\d+)?e[+-]\d+$/);
});

test('labels beyond the pilot are not read: a pool labelled in part gives the same as one labelled in full', async () => {
  const lines = readFileSync(join(folder, 'pool.svm'), 'utf8').trimEnd().split('\n');
  const asVw = (line: string): string => `${line.replace(/^(\S+)/, '$1 |')}\n`;
  const unlabelled = (line: string): string => `${line.replace(/^\S+/, '|')}\n`;
  writeFileSync(join(folder, 'full.vw'), lines.map(asVw).join(''));
  writeFileSync(join(folder, 'part.vw'), lines.map((line, i) => (i < 100 ? asVw(line) : unlabelled(line))).join(''));
  const run = async (file: string): Promise<string> => {
    const { stdout, stderr, code } = await iwal(folder, [
      'calibrate',
      file,
      '--pilot',
      '100',
      '--order',
      'given',
      '--budget',
      '120',
      '--runs',
      '2',
    ]);
    expect([stderr, code]).toEqual(['', 0]);
    return stdout.replaceAll(/^\w+:/g, '');
  };
  expect(await run('part.vw')).toBe(await run('full.vw'));
  const { stderr, code } = await iwal(folder, ['calibrate', 'part.vw', '--pilot', '101', '--order', 'given', '--budget', '120']);
  expect([stderr, code]).toEqual(['iwal: row 101 of part is in the pilot and has no label\n', 1]);
  const drawn = await iwal(folder, ['calibrate', 'part.vw', '--pilot', '101', '--budget', '120']);
  expect([drawn.stderr, drawn.code]).toEqual(['iwal: part has 100 labelled rows, too few for a pilot of 101\n', 1]);
});

test('--curve draws the frontier', async () => {
  const { code } = await iwal(folder, [
    'calibrate',
    'pool.svm',
    '--pilot',
    '100',
    '--budget',
    '60',
    '--runs',
    '2',
    '--curve',
    'frontier.png',
  ]);
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'frontier.png')).subarray(1, 4).toString()).toBe('PNG');
});

test.each([
  ['', '--pilot is needed: how many labelled rows to learn from', 2],
  ['--pilot 100', '--budget or --fraction is needed: how many labels to buy', 2],
  ['--pilot 100 --budget 50 --fraction 0.1', '--budget and --fraction both say how many labels to buy; one of them is wanted', 2],
  ['--pilot 5 --budget 50', "--pilot must be a whole number >= 10, found '5'", 2],
  ['--pilot 100 --budget 0', "--budget must be a whole number >= 1, found '0'", 2],
  ['--pilot 100 --fraction 0', "--fraction must be a number in (0, 1], found '0'", 2],
  ['--pilot 100 --budget 601', "--budget 601 is more than the pool's 600 rows", 2],
  ['--pilot 601 --budget 50', 'pool has 600 rows, too few for a pilot of 601', 1],
  ['--pilot 100 --budget 50 --mellowness 1e-4', '--mellowness is what calibrate finds; simulate and label take it', 2],
  [
    '--pilot 100 --budget 50 --query margin',
    "query rule 'margin' has no mellowness to calibrate; of slides, iwal-cal, iwal-cal-without-log, variance-aware, oracular-cal, active-cover one has",
    2,
  ],
  [
    '--pilot 100 --budget 50 --loss poisson',
    "query rule 'variance-aware' asks which class a prediction is in, and loss 'poisson' predicts no classes",
    2,
  ],
  ['--pilot 100 --budget 1', 'no mellowness from 1e-15 to 1000000000 buys 1 labels: the least buys 2, the greatest', 2],
])('%s is refused', async (options, words, exit) => {
  const { code, stdout, stderr } = await iwal(folder, ['calibrate', 'pool.svm', ...options.split(' ').filter(Boolean)]);
  expect(stderr).toContain(`iwal: ${words}`);
  expect([stdout, code]).toEqual(['', exit]);
});

test('a pilot of one class, and labels that are no classes', async () => {
  writeFileSync(join(folder, 'one.svm'), '1 1:1\n'.repeat(50));
  writeFileSync(join(folder, 'many.svm'), '1 1:1\n2 1:1\n'.repeat(25));
  const one = await iwal(folder, ['calibrate', 'one.svm', '--pilot', '20', '--budget', '5']);
  expect([one.stderr, one.code]).toEqual([
    'iwal: all 20 rows of one, pilot are of one class; the rule needs examples of both\n',
    1,
  ]);
  const many = await iwal(folder, ['calibrate', 'many.svm', '--pilot', '20', '--order', 'given', '--budget', '5']);
  expect([many.stderr, many.code]).toEqual([
    'iwal: row 2 of the pool has the label 2; calibrate needs two classes, -1 and +1 or 0 and 1\n',
    1,
  ]);
});
