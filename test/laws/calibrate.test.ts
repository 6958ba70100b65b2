/** Laws of calibration: the learner that forgets, the frontier, the suggestion, and what is refused. */
import { expect, test } from 'vitest';
import { optimizers } from '../../src/optimizers/index.ts';
import { calibrate, type CalibrationRequest } from '../../src/studies/calibrate.ts';
import { ForgettingLearner } from '../../src/studies/calibrate-learner.ts';
import { forecastStream, splitPilot } from '../../src/studies/calibrate-stream.ts';
import { cell, parseCell } from '../../src/studies/cell.ts';
import { kinds } from '../../src/studies/kinds/index.ts';
import { buildLearner } from '../../src/studies/build.ts';
import { parseRunSpec, type RunSpec } from '../../src/studies/spec.ts';
import { toyTask } from '../support/toy.ts';

const pilot = toyTask({ rows: 300, seed: 3 });

function specOf(query: { name: string; [parameter: string]: string | number }, more: object = {}): RunSpec {
  return parseRunSpec({ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'gradient-descent', eta0: 1, power: 0.5 }, query, seed: 1, ...more });
}

function request(more: Partial<CalibrationRequest> = {}): CalibrationRequest {
  return { spec: specOf({ name: 'variance-aware' }), pilot, poolSize: 2000, budget: 400, runs: 2, ...more };
}

test.each(Object.keys(optimizers))('law: %s, visited once, forgets exactly what it learned from the row', (name) => {
  const { rows, labels } = pilot;
  const required = Object.fromEntries(Object.entries({ eta0: 0.5, alpha: 0.5, gamma: 2 }).filter(([parameter]) => parameter in optimizers[name as keyof typeof optimizers].parameters));
  const spec = specOf({ name: 'passive' }, { optimizer: { name, ...required } });
  const learner = new ForgettingLearner(buildLearner(spec, rows.columns), rows.length);
  for (let i = 0; i < 50; i++) learner.learn(rows, i, labels[i], 1);
  const before = learner.margin(rows, 50);
  const returned = learner.learn(rows, 50, labels[50], 3);
  expect(returned).toBe(before);
  expect(learner.margin(rows, 50)).toBeCloseTo(before, 12);
  expect(learner.predict(rows, 50)).not.toBe(before);
});

test('law: forgetting a row leaves what the rows before it taught', () => {
  const spec = specOf({ name: 'passive' }, { optimizer: { name: 'gradient-descent', eta0: 1 } });
  const { rows, labels } = pilot;
  const forgetting = new ForgettingLearner(buildLearner(spec, rows.columns), rows.length);
  const other = buildLearner(spec, rows.columns);
  forgetting.learn(rows, 0, labels[0], 1);
  forgetting.learn(rows, 1, labels[1], 1);
  other.learn(rows, 0, labels[0], 1);
  expect(forgetting.margin(rows, 1)).toBeCloseTo(other.margin(rows, 1), 12);
});

test('law: passive learning buys every label of the pool, remembered or forgotten', () => {
  const spec = specOf({ name: 'passive' });
  const { remembered, forgotten, error } = forecastStream(spec, splitPilot(pilot, 1), 1234);
  expect([remembered, forgotten]).toEqual([1234, 1234]);
  expect(error).toBeGreaterThanOrEqual(0);
});

test('law: a fifth judges, the rest teaches, no row does both, and the seed decides', () => {
  const { lessons, judges } = splitPilot(pilot, 1);
  expect([lessons.rows.length, judges.rows.length]).toEqual([240, 60]);
  const sums = (part: { rows: { squaredNorms: Float64Array } }): number[] => [...part.rows.squaredNorms];
  expect([...sums(lessons), ...sums(judges)].toSorted()).toEqual(sums(pilot).toSorted());
  expect(splitPilot(pilot, 1).judges.labels).toEqual(judges.labels);
  expect(sums(splitPilot(pilot, 2).judges)).not.toEqual(sums(judges));
});

test.each(['slides', 'iwal-cal', 'iwal-cal-without-log', 'variance-aware', 'oracular-cal', 'active-cover'])('law: %s is brought near the budget, and all is repeatable', (name) => {
  const asked = request({ spec: specOf({ name }), poolSize: 500, budget: 150, runs: 1 });
  const { frontier, suggestion, passiveError } = calibrate(asked);
  expect(frontier).toContain(suggestion);
  expect(Math.abs(Math.log(suggestion.labels.mean / 150))).toBeLessThan(Math.log(1.25));
  expect(passiveError.low).toBeLessThanOrEqual(passiveError.high);
  expect(calibrate(asked)).toEqual({ frontier, suggestion, passiveError });
});

test('law: a larger budget never wants less mellowness', () => {
  const mellowness = [100, 200, 400, 800, 1600, 2000].map((budget) => calibrate(request({ budget })).suggestion.mellowness);
  expect(mellowness).toEqual(mellowness.toSorted((a, b) => a - b));
});

test('every value that is tried is told, and the suggestion has three digits', () => {
  const told: number[] = [];
  const { frontier, suggestion } = calibrate(request({ tried: (values) => told.push(values) }));
  expect(told).toEqual(Array.from({ length: told.length }, (_, t) => t + 1));
  expect(told.length).toBeGreaterThanOrEqual(frontier.length);
  expect(suggestion.mellowness).toBe(Number(suggestion.mellowness.toPrecision(3)));
});

test('what cannot be: a rule without mellowness, fewer labels than any value buys, learning that diverges', () => {
  expect(() => calibrate(request({ spec: specOf({ name: 'random' }) }))).toThrow(/query rule 'random' has no mellowness to calibrate; of slides, /);
  expect(() => calibrate(request({ budget: 1 }))).toThrow(/no mellowness from 1e-15 to 1000000000 buys 1 labels: the least buys 2, /);
  const wild = specOf({ name: 'variance-aware' }, { loss: { name: 'squared' }, update: 'naive', optimizer: { name: 'gradient-descent', eta0: 1e200 } });
  expect(() => calibrate(request({ spec: wild }))).toThrow(/example/);
});

const trial = {
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'gradient-descent', eta0: 1, power: 0.5 },
  query: { name: 'iwal-cal' },
  pilot: 100,
  fraction: 0.3,
  runs: 2,
  streams: 3,
  seed: 1,
} as const;

test('the kind: the pilot is no part of the pool, every stream is told, and all is repeatable', () => {
  const { run, dataset } = cell({ kind: 'calibration', dataset: 'toy', run: trial });
  const split = { train: pilot };
  const { poolSize, budget, mellowness, forecast, bought } = kinds.calibration.run(run, split);
  expect([dataset, poolSize, budget]).toEqual(['toy', 200, 60]);
  expect(bought).toHaveLength(3);
  expect(forecast.low <= forecast.mean && forecast.mean <= forecast.high).toBe(true);
  expect(kinds.calibration.run(run, split)).toEqual({ poolSize, budget, mellowness, forecast, bought });
  expect(() => { kinds.calibration.admit(run, { train: { ...pilot, labels: pilot.labels.map((y) => 3 * y) } }); }).toThrow(/two classes/);
});

test.each([
  [{ ...trial, pilot: 9 }, /pilot/],
  [{ ...trial, fraction: 0 }, /fraction/],
  [{ ...trial, budget: 5 }, /there is no 'budget'/],
  [{ ...trial, query: { name: 'margin' } }, /'margin' has no mellowness/],
])('the kind refuses %o', (run, words) => {
  expect(() => parseCell({ kind: 'calibration', dataset: 'toy', run })).toThrow(words);
});
