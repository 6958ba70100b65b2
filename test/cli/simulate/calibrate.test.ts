/** Laws of `iwal calibrate`: what every budget would end with, the same every time, and words for everything it cannot do. */
import { expect, test } from 'vitest';
import { labelsFor, type ErrorForecast } from '../../../src/calibration/error-forecast.ts';
import { calibrationText } from '../../../src/cli/calibrate/page.ts';
import type { CalibrationResult } from '../../../src/cli/calibrate/result.ts';
import { toyFile, eachFolder } from '../../support/processes/cli.ts';

const { path, bytes, write, iwalHere, done } = eachFolder(async () => {
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
  const whole = await calibrated('--pilot', '200', '--labels', '100%', '--runs', '3');
  // Of rows that are all bought less than one can be hidden.
  expect(whole.certifiable.at(-1)!.random).toBeLessThan(1 / 600);
  expect(whole.certifiable.map(({ budget, rule, random }) => rule > random && random < 4.2 / budget)).toEqual(
    whole.frontier.map(() => true),
  );
  expect(whole.frontier.at(-1)).toEqual({ budget: 600, error: everyLabel, passiveError: everyLabel });
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
  expect(stderr).toContain('no row of none has a label to forecast from: iwal label none.vw --classes NO,YES --query random');
});

test('--curve draws errors against labels', async () => {
  const { code } = await iwalHere('calibrate pool.svm --pilot 100 --runs 2 --curve budgets.png');
  expect(code).toBe(0);
  expect(bytes('budgets.png').subarray(1, 4).toString()).toBe('PNG');
});
