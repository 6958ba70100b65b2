/** Laws of `iwal calibrate`: what every budget would end with, the same every time, and words for everything it cannot do. */
import { expect, test } from 'vitest';
import { labelsFor, type ErrorForecast } from '../../../src/calibration/error-forecast.ts';
import { calibrationText } from '../../../src/cli/calibrate/page.ts';
import type { CalibrationResult } from '../../../src/cli/calibrate/result.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { toyFile, eachFolder } from '../../support/processes/cli.ts';

const { path, text, bytes, write, iwalHere, done } = eachFolder(async () => {
  await toyFile(path(), 'pool.svm', { rows: 600 });
});

async function calibrated(...options: string[]): Promise<CalibrationResult> {
  const stdout = await done(['calibrate', 'pool.svm', '--json', ...options]);
  return JSON.parse(stdout) as CalibrationResult;
}

test('a line a budget; errors fall with labels, active and passive meet where all is bought', async () => {
  const { pool, pilot, asked, frontier, everyLabel } = await calibrated('--pilot', '200', '--budget', '25%', '--runs', '3');
  expect([pool.rows, pilot.rows, asked]).toEqual([600, 200, 150]);
  expect(frontier.map(({ budget }) => budget)).toEqual([12, 30, 60, 120, 150, 240]);
  for (const { error, passiveError } of frontier)
    for (const { value = 0.1, low, high } of [error, passiveError]) expect(low < high && high <= 1 && value > 0).toBe(true);
  expect(frontier.at(-1)!.error.high).toBeLessThan(frontier[0].error.high);
  expect(frontier.at(-1)!.passiveError.high).toBeLessThan(frontier[0].passiveError.high);
  const whole = await calibrated('--pilot', '200', '--budget', '100%', '--runs', '3');
  // Of rows that are all bought less than one can be hidden.
  expect(whole.certifiable.at(-1)!.random).toBeLessThan(1 / 600);
  expect(whole.certifiable.map(({ budget, rule, random }) => rule > random && random < 4.2 / budget)).toEqual(
    whole.frontier.map(() => true),
  );
  expect(whole.frontier.at(-1)).toEqual({ budget: 600, error: everyLabel, passiveError: everyLabel });
});

test('a share and a number say the same; equal seeds give equal bytes, other seeds another pilot', async () => {
  const share = await iwalHere('calibrate pool.svm --pilot 100 --budget 25% --runs 2');
  const budget = await iwalHere('calibrate pool.svm --pilot 100 --budget 150 --runs 2');
  const other = await iwalHere('calibrate pool.svm --pilot 100 --budget 150 --runs 2 --seed 2');
  expect(budget.stdout).toBe(share.stdout);
  expect(other.stdout).not.toBe(budget.stdout);
});

test('what a person reads: the pool, the learner, a line a budget with the one asked for marked, what to do next', async () => {
  const options = ['--pilot', '100', '--budget', '150', '--runs', '2', '--query', 'iwal-cal', '--floor', '0.01'];
  const { stdout } = await iwalHere(['calibrate', 'pool.svm', ...options]);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^pool: pool of 600 rows, 19 features; pilot of 100, \d+\.\d\d% positive$/);
  expect(lines[1]).toMatch(
    /^logistic loss, invariant updates, .*; iwal-cal, .*at least 0\.01.*; the pilot cut 2 times from seed 1$/,
  );
  expect(lines[3]).toMatch(/^ {2}labels +of all +error +between +certifiable +passive, as many +between +certifiable$/);
  expect(lines.filter((line) => line.startsWith('> '))).toEqual([expect.stringMatching(/^> 150 +25\.00% /)]);
  // ln 20 / p rows and a fifth more: a floor of 0.01 hides 359 of 600 where a draw of 150 labels, p = 1/4, hides 12.5.
  expect(lines.find((line) => line.startsWith('> '))).toMatch(/% +59\.7\d% .*% +2\.09%$/);
  expect(lines.find((line) => line.startsWith('with every label: '))).toMatch(
    /^with every label: .*; always the larger class: \d+\.\d\d%$/,
  );
  expect(lines.slice(-4).join(' ')).toMatch(
    /90% of runs should end within the range beside their error: \d+ of the pilot's rows were predicted wrong/,
  );
  expect(lines.at(-1)).toMatch(/^next: iwal label with --budget/);
});

test('labels beyond the pilot are not read: a pool labelled in part gives the same as one labelled in full', async () => {
  const lines = text('pool.svm').trimEnd().split('\n');
  const asVw = (line: string): string => `${line.replace(/^(\S+)/, '$1 |')}\n`;
  const unlabelled = (line: string): string => `${line.replace(/^\S+/, '|')}\n`;
  write('full.vw', lines.map(asVw).join(''));
  write('part.vw', lines.map((line, i) => (i < 100 ? asVw(line) : unlabelled(line))).join(''));
  const run = async (file: string): Promise<string> => {
    const stdout = await done(['calibrate', file, ...'--pilot 100 --order given --runs 2 --budget 60'.split(' ')]);
    return stdout.replaceAll(/^\w+:/g, '');
  };
  expect(await run('part.vw')).toBe(await run('full.vw'));
  const { stderr, code } = await iwalHere('calibrate part.vw --pilot 101 --order given');
  expect([stderr, code]).toEqual(['iwal: row 101 of part is in the pilot and has no label\n', 1]);
  const drawn = await iwalHere('calibrate part.vw --pilot 101');
  expect([drawn.stderr, drawn.code]).toEqual(['iwal: part has 100 labelled rows, too few for a pilot of 101\n', 1]);
});

test('an error to be reached: the least labels whose forecast is as low; without --pilot at most 500 rows that have labels', async () => {
  const forecast = (labels: number): ErrorForecast => ({ value: 1 / labels, low: 0.5 / labels, high: 2 / labels });
  const range = { fewest: 10, rows: 150 };
  const expected = expect.closeTo(100, -0.5) as number;
  expect(labelsFor(0.01, forecast, range)).toEqual({ expected, most: null, isInReach: true });
  expect(labelsFor(0.002, forecast, range)).toEqual({ expected: null, most: null, isInReach: false });
  const result = await calibrated('--error', '12%', '--runs', '2');
  expect([result.pilot.rows, result.goal!.error, result.goal!.passive.isInReach]).toEqual([500, 0.12, true]);
  const perhaps = { expected: null, most: null, isInReach: true };
  const never = { ...perhaps, isInReach: false };
  const told = (rule: object, passive: object): string =>
    calibrationText({ ...result, goal: { error: 0.05, rule, passive } } as CalibrationResult).split('\n')[3];
  expect([told(perhaps, perhaps), told(never, never), told({ ...perhaps, expected: 100 }, perhaps)]).toEqual([
    'for an error of 5.00%: perhaps more labels than there are rows',
    'for an error of 5.00%: more labels than there are rows',
    'for an error of 5.00%: about 100 labels (19 runs of 20 may need more than there are) by soft-margin, perhaps more labels than ' +
      'there are rows as they come',
  ]);
  write('none.vw', '| a:1\n'.repeat(20));
  const { stderr } = await iwalHere('calibrate none.vw --error 5%');
  expect(stderr).toContain('no row of none has a label to forecast from: iwal label none.vw --query random --budget 100');
});

test('--curve draws errors against labels', async () => {
  const { code } = await iwalHere('calibrate pool.svm --pilot 100 --runs 2 --curve budgets.png');
  expect(code).toBe(0);
  expect(bytes('budgets.png').subarray(1, 4).toString()).toBe('PNG');
});

/** Documents of four topics, of which all or every other one is labelled. */
function topics(rows: number, isLabelled: (row: number) => boolean): string {
  const random = randomStream(7, 'topics');
  const words = [
    ['ball', 'goal', 'team'],
    ['vote', 'law', 'party'],
    ['atom', 'cell', 'star'],
    ['bank', 'trade', 'price'],
  ];
  const names = ['sport', 'politics', 'science', 'money'];
  const line = (row: number): string => {
    const k = random.below(4);
    const word = (): string => words[random.next() < 0.8 ? k : random.below(4)][random.below(3)];
    return `${word()} ${word()} ${word()} x${random.below(90)},${isLabelled(row) ? names[k] : ''}`;
  };
  return `body,topic\n${Array.from({ length: rows }, (_, row) => line(row)).join('\n')}\n`;
}

const TOPICS = ['calibrate', 'topics.csv', '--text', 'body', '--label-column', 'topic', '--pilot', '200', '--runs', '2'];

test('several classes, all rows labelled or some, named or not', async () => {
  write(
    'topics.csv',
    topics(800, (row) => row % 2 === 0),
  );
  const { code, stdout, stderr } = await iwalHere([...TOPICS, '--error', '20%', '--json']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('one-against-all')]);
  const { pilot, curve, goal, frontier } = JSON.parse(stdout) as CalibrationResult;
  const { classes } = pilot;
  expect(Object.keys(classes!).sort()).toEqual(['money', 'politics', 'science', 'sport']);
  expect(Object.values(classes!).reduce((sum, rows) => sum + rows, 0)).toBe(200);
  expect(pilot.smallerClass).toBeCloseTo(1 - Math.max(...Object.values(classes!)) / 200, 12);
  // Better than a guess with few labels, and better still with more.
  expect(curve.passive[0]).toBeLessThan(0.75);
  expect(curve.passive.at(-1)).toBeLessThan(curve.passive[0]);
  expect(curve.byClass).toBeUndefined();
  expect(frontier.at(-1)!.error.high).toBeLessThan(frontier[0].error.high);
  expect(goal!.rule.expected).toBeGreaterThan(0);
  const page = (await iwalHere(TOPICS)).stdout;
  for (const [name, rows] of Object.entries(classes!)) expect(page).toContain(`${name} ${rows}`);
  const named = await iwalHere([...TOPICS, '--classes', 'sport,politics,science,money', '--json']);
  expect((JSON.parse(named.stdout) as CalibrationResult).pilot.classes).toEqual(classes);
  expect(named.stderr).toContain('4 classes by one-against-all');
  const wrong = await iwalHere([...TOPICS, '--classes', 'sport,politics,science']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('the class "money"')]);
});
