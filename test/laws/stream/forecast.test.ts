/** Laws of forecasts of errors: the pilot's curves, how far a rule reaches, what lies beyond the pilot, and the kind of cell. */
import { describe, expect, test } from 'vitest';
import { forecastBudgets, pilotForecast, reachOf } from '../../../src/calibration/error-forecast.ts';
import { FOLDS, pilotCurve, type PilotCurve } from '../../../src/calibration/pilot-curve.ts';
import { PACED_DEFAULTS } from '../../../src/specs/defaults.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { cell, parseCell } from '../../../src/studies/cells/cell.ts';
import { kinds } from '../../support/kinds.ts';
import { PACED } from '../../support/paced-spec.ts';
import { toyTask } from '../../support/toy.ts';

const learning = { ...PACED, ...PACED_DEFAULTS } as const;
const spec = parseRunSpec({ ...learning, budget: '10%', coins: 'pool', seed: 1 });
const pilot = toyTask({ rows: 200, seed: 3 });

const NONE = { smallerClass: 0.5, balancedError: null, fScore: null };

/** A power law of errors, halved by four times the labels, as a pilot of so many rows shows it. */
function curveOf(rows: number, more: Partial<PilotCurve> = {}): PilotCurve {
  const labels = [0.125, 0.25, 0.5, 1].map((share) => share * 0.75 * rows);
  return {
    labels,
    passive: labels.map((m) => 0.5 / Math.sqrt(m / 10)),
    active: labels.slice(0, 3).map((m) => 0.5 / Math.sqrt(m / 10)),
    rows,
    smallerClass: 0.5,
    byClass: { passive: NONE, active: NONE },
    ...more,
  };
}

describe('the curve of a pilot', () => {
  const reported: number[] = [];
  const curve = pilotCurve(spec, pilot, 2, () => reported.push(1));

  test('points at an eighth, a quarter, half and all of three quarters of the rows; every part is told', () => {
    expect(curve.labels).toEqual([19, 38, 75, 150]);
    expect([curve.passive.length, curve.active.length, curve.rows]).toEqual([4, 3, 200]);
    expect(reported).toHaveLength(2 * FOLDS);
    expect(curve.passive.at(-1)).toBeLessThan(curve.passive[0]);
  });

  test('law: nobody is judged by rows that he learned: labels tossed by a coin are predicted no better than by a coin', () => {
    const tossed = { ...pilot, labels: pilot.labels.map((_, i) => (((i * 2654435761) >>> 16) & 1 ? 1 : -1)) };
    for (const error of pilotCurve(spec, tossed, 2, () => undefined).passive) expect(Math.abs(error - 0.5)).toBeLessThan(0.12);
  });

  test('law: a row of importance k judges as k rows; unequal importances tell as much as fewer rows', () => {
    const { rows, passive } = pilotCurve(spec, { ...pilot, importances: new Float64Array(200).fill(3) }, 1, () => undefined);
    expect(rows).toBeCloseTo(200, 9);
    expect(passive.every((error) => error >= 0 && error <= 1)).toBe(true);
    const unequal = pilot.labels.map((_, i) => (i < 20 ? 50 : 1));
    expect(pilotCurve(spec, { ...pilot, importances: unequal }, 1, () => undefined).rows).toBeLessThan(30);
  });

  test('law: an error is that of the rows, each with its importance: where one row has all of it, right or wrong', () => {
    const one = pilot.labels.map((_, i) => (i === 7 ? 1 : 1e-300));
    for (const error of pilotCurve(spec, { ...pilot, importances: one }, 1, () => undefined).passive)
      expect(Math.min(error, 1 - error)).toBeLessThan(1e-9);
  });

  test('the learner gets the constant of the spec, and its errors by class are told beside the others', () => {
    // The default optimizer knows no scale, and so no constant.
    const descent = { ...spec, optimizer: { name: 'gradient-descent', eta0: 1, power: 0.5, t0: 1, decay: 1 } as const };
    const errors = [1, 5].map((constant) => pilotCurve({ ...descent, constant }, pilot, 1, () => undefined).passive);
    expect(errors[0]).not.toEqual(errors[1]);
    const { passive, active } = curve.byClass!;
    for (const { balancedError, fScore } of [passive, active]) {
      expect(balancedError! > 0 && balancedError! < 0.5).toBe(true);
      expect(fScore! > 0.5 && fScore! < 1).toBe(true);
    }
    expect(curve.byClass!.passive.smallerClass).toBeCloseTo(curve.smallerClass, 9);
  });
});

describe('how far a rule reaches', () => {
  const [labels, passive] = [
    [2, 3, 4, 5],
    [0, -1, -2, -3],
  ];

  test.each([0, 0.5, 1])('a rule that reaches %d of the way is found to', (r) => {
    const active = labels.slice(0, 3).map((m) => -(m + r * (5 - m) - 2));
    expect(Math.abs(reachOf(labels, passive, active) - r)).toBeLessThan(0.1);
  });

  test('a flat curve tells nothing, and so does none', () => {
    expect(reachOf(labels, [0, 0, 0, 0], [0, 0, 0])).toBeCloseTo(0.5, 9);
    expect(reachOf([3], [0], [])).toBeCloseTo(0.5, 9);
  });
});

describe('what is forecast', () => {
  test('law: errors fall with labels, far beyond the pilot too, and ranges widen there', () => {
    const forecast = pilotForecast(curveOf(1000), 1e6);
    const ends = [100, 300, 1000, 1e4, 1e5].map((labels) => forecast.passive(labels));
    for (let at = 1; at < ends.length; at++) expect(ends[at].low).toBeLessThan(ends[at - 1].low);
    const widths = ends.map(({ low, high }) => high / low);
    expect(widths[4]).toBeGreaterThan(2 * widths[1]);
    expect(ends[1].value).toBeCloseTo(0.5 / Math.sqrt(30), 2);
  });

  test('law: with every label the rule ends where passive learning does', () => {
    const forecast = pilotForecast(curveOf(1000), 5000);
    expect(forecast.active(5000)).toEqual(forecast.passive(5000));
  });

  test('law: a rule that gains in the pilot is forecast to gain, more where there is more to choose from', () => {
    const curve = curveOf(1000);
    const gaining = { ...curve, active: curve.passive.slice(1) };
    const [small, large] = [5000, 50_000].map((rows) => pilotForecast(gaining, rows));
    expect(small.active(300).high).toBeLessThan(pilotForecast(curve, 5000).active(300).high);
    expect(large.active(300).low).toBeLessThan(small.active(300).low);
  });

  test('law: more rows in the pilot, a narrower range', () => {
    const widths = [300, 1000, 10_000].map((rows) => {
      const { low, high } = pilotForecast({ ...curveOf(1000), rows }, 5000).passive(500);
      return high / low;
    });
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  });

  test('law: an error is named exactly where the ends of its range are no more than four times apart', () => {
    const named = Array.from({ length: 60 }, (_, n) => {
      const rows = 40 + 2 * n;
      const { value, low, high } = pilotForecast({ ...curveOf(1000), rows }, 5000).passive(750);
      expect(value !== undefined, `${rows} rows`).toBe((high + 0.5 / rows) / (low + 0.5 / rows) <= 4);
      return value !== undefined;
    });
    expect(new Set(named).size).toBe(2);
  });

  test('a pilot that taught nothing says at most; few mistakes, or none, name no error', () => {
    const flat = pilotForecast(curveOf(300, { passive: [0.1, 0.1, 0.1, 0.1], smallerClass: 0.1 }), 5000);
    expect(flat.passive(500)).toEqual({ low: 0, high: expect.any(Number) as number });
    const solved = pilotForecast(curveOf(300, { passive: [0.1, 0.01, 0, 0], active: [0, 0, 0] }), 5000).active(1000);
    expect(solved.value).toBeUndefined();
    expect(solved.high).toBeGreaterThan(0);
    expect(solved.high).toBeLessThan(0.03);
  });
});

test('budgets in their order, all repeatable', () => {
  const asked = { spec, pilot, poolSize: 2000, budgets: [40, 200, 800], runs: 2 };
  const { frontier, everyLabel, curve } = forecastBudgets(asked);
  expect(frontier.map(({ budget }) => budget)).toEqual([40, 200, 800]);
  expect(forecastBudgets(asked)).toEqual({ frontier, everyLabel, curve });
});

const trial = { ...learning, pilot: 100, holdout: 0.25, budgets: ['10%', '40%'], cuts: 1, streams: 2, seed: 1 } as const;

test('the kind: streams end on rows of which neither pilot nor pool has any, every forecast beside its ends', () => {
  const { run } = cell({ kind: 'forecast', dataset: 'toy', run: trial });
  const data = { train: toyTask({ rows: 400, seed: 4 }) };
  const found = kinds.forecast.run(run, data);
  expect([found.poolSize, ...found.active.map(({ labels }) => labels)]).toEqual([200, 20, 80]);
  expect(found.passive.map(({ labels }) => labels)).toEqual([20, 80, 200]);
  for (const { errors } of [...found.active, ...found.passive]) expect(errors).toHaveLength(2);
  expect(kinds.forecast.measured.safeParse(JSON.parse(JSON.stringify(found))).success).toBe(true);
  expect(kinds.forecast.run(run, data)).toEqual(found);
  expect(() => kinds.forecast.admit(run, { train: { ...pilot, labels: pilot.labels.map((y) => 3 * y) } })).toThrow(
    /takes labels that are -1 or \+1/,
  );
});

test.each([
  [{ ...trial, pilot: 9 }, /pilot/],
  [{ ...trial, holdout: 1 }, /holdout/],
  [{ ...trial, budgets: [] }, /budgets/],
  [{ ...trial, budgets: ['many'] }, /budgets/],
  [{ ...trial, budget: 5 }, /there is no 'budget'/],
  [{ ...trial, pace: undefined, warmUp: undefined, temper: undefined }, /is not paced/],
])('the kind refuses %o', (run, words) => expect(() => parseCell({ kind: 'forecast', dataset: 'toy', run })).toThrow(words));
