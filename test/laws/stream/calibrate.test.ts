/** Laws of calibration: the ridge, the drawn truth, the forecast, the frontier, the suggestion, and what is refused. */
import { expect, test } from 'vitest';
import { selectRows } from '../../../src/rows/selection/select-rows.ts';
import { addScaled, dot } from '../../../src/rows/sparse-rows.ts';
import { logistic } from '../../../src/losses/logistic.ts';
import { sigmoid } from '../../../src/numerics/elementary.ts';
import { permutation, randomStream } from '../../../src/numerics/random.ts';
import { mean } from '../../../src/statistics/small-samples.ts';
import { calibrate, type CalibrationRequest } from '../../../src/calibration/calibrate.ts';
import { lossLeftOut, ridge } from '../../../src/calibration/ridge.ts';
import { drawnStreams } from '../../../src/calibration/drawn-streams.ts';
import { forecastStream } from '../../../src/calibration/forecast.ts';
import { truthOf } from '../../../src/calibration/pilot-labels.ts';
import { cell, parseCell } from '../../../src/studies/cells/cell.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { kinds } from '../../../src/studies/cells/kinds/index.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import type { RunSpec } from '../../../src/specs/run.ts';
import { toyTask } from '../../support/toy.ts';

const whole = toyTask({ rows: 2000, seed: 3 });
const pilot = firstRows(300);

const unheard = (): void => undefined;

function firstRows(n: number): typeof whole {
  return selectRows(
    whole,
    Uint32Array.from({ length: n }, (_, i) => i),
    'first',
  );
}

function specOf(query: { name: string; [parameter: string]: string | number }, more: object = {}): RunSpec {
  return parseRunSpec({
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'gradient-descent', eta0: 1, power: 0.5 },
    query,
    seed: 1,
    ...more,
  });
}

function request(more: Partial<CalibrationRequest> = {}): CalibrationRequest {
  return { spec: specOf({ name: 'variance-aware' }), pilot, pool: whole, budget: 400, runs: 2, ...more };
}

test.each([0.1, 0.3, 1])(
  'law: the ridge of variance %d lies at the bottom: the slope there is a fiftieth of that at nothing',
  (variance) => {
    const { rows, labels } = pilot;
    const slopeAt = (weights: Float64Array): number => {
      const slope = weights.map((w) => w / variance);
      for (let i = 0; i < rows.length; i++) addScaled(rows, i, slope, logistic.slope(dot(rows, i, weights), labels[i]));
      return Math.hypot(...slope);
    };
    expect(slopeAt(ridge(pilot, variance, randomStream(1, 'ridge'))) / slopeAt(new Float64Array(rows.columns))).toBeLessThan(
      0.02,
    );
  },
);

test('law: nobody is judged by what he learned: left out, labels tossed by a coin are predicted no better than by a coin', () => {
  const coin = randomStream(1, 'coin');
  const tossed = { ...pilot, labels: pilot.labels.map(() => (coin.next() < 0.5 ? 1 : -1)) };
  expect(lossLeftOut(tossed, 1, 1)).toBeGreaterThan(Math.LN2 * 0.98);
  expect(lossLeftOut(pilot, 1, 1)).toBeLessThan(Math.LN2 * 0.7);
});

test('law: labels are drawn with their logits, and the real labels of the pool are not read', () => {
  const blind = { ...whole, labels: whole.labels.map(() => Number.NaN) };
  const {
    pool: { labels },
    logits,
  } = truthOf(pilot, blind, 1, unheard)(7);
  const expected = mean(Array.from(logits, sigmoid));
  const spread = Math.sqrt(mean(Array.from(logits, (z) => sigmoid(z) * sigmoid(-z))) / labels.length);
  const standardized = (mean(Array.from(labels, (y) => (y > 0 ? 1 : 0))) - expected) / spread;
  expect(Math.abs(standardized)).toBeLessThan(4);
  expect(truthOf(pilot, whole, 1, unheard)(7).pool.labels).toEqual(labels);
  expect(truthOf(pilot, whole, 1, unheard)(8).pool.labels).not.toEqual(labels);
});

test('law: what n drawn labels teach is what n real ones teach', () => {
  const left = (data: typeof whole): number => lossLeftOut(data, 10, 1);
  const draw = truthOf(pilot, whole, 1, unheard);
  const drawn = Array.from({ length: 8 }, (_, k) =>
    left(
      selectRows(draw(k).pool, permutation(whole.rows.length, randomStream(k, 'rows')).subarray(0, pilot.rows.length), 'drawn'),
    ),
  );
  expect(Math.abs(mean(drawn) / left(pilot) - 1)).toBeLessThan(0.15);
});

test('law: a truth knows the rows it has not seen about as well as a ridge on the whole pilot does', () => {
  const weights = ridge(pilot, 1, randomStream(1, 'ridge'));
  const unseen = Array.from({ length: 1700 }, (_, i) => 300 + i);
  const rightShare = (margin: (i: number) => number): number =>
    mean(unseen.map((i) => (margin(i) > 0 === whole.labels[i] > 0 ? 1 : 0)));
  const { logits } = truthOf(pilot, whole, 1, unheard)(1);
  expect(rightShare((i) => logits[i])).toBeGreaterThan(rightShare((i) => dot(whole.rows, i, weights)) - 0.05);
});

test('law: passive learning buys every label of the pool, and its error lies little above what the drawn labels leave to chance', () => {
  const drawn = truthOf(pilot, whole, 1, unheard)(1);
  const { labels, error } = forecastStream(specOf({ name: 'passive' }), drawn);
  expect(labels).toBe(2000);
  const least = mean(Array.from(drawn.logits, (z) => sigmoid(-Math.abs(z))));
  expect(error).toBeGreaterThanOrEqual(least);
  expect(error).toBeLessThan(least + 0.1);
});

test('law: a warm-up is forecast as the run with that budget has it, over after a tenth of it', () => {
  const drawn = truthOf(pilot, whole, 1, unheard)(1);
  const spec = specOf({ name: 'iwal-cal', mellowness: 1e-15 }, { warmUp: 500 });
  const { labels } = forecastStream(spec, drawn, 200);
  expect(labels).toBeLessThan(50);
  const { curve } = simulate({ ...spec, budget: 200 }, { train: drawn.pool }).measurement;
  expect(labels).toBe(curve.at(-1)!.queried);
  expect(forecastStream(spec, drawn).labels).toBeGreaterThanOrEqual(500);
});

test.each(['slides', 'iwal-cal', 'iwal-cal-without-log', 'variance-aware', 'oracular-cal', 'active-cover'])(
  'law: %s is brought near the budget, and all is repeatable',
  (name) => {
    const asked = request({ spec: specOf({ name }), pool: firstRows(500), budget: 150, runs: 1 });
    const { frontier, suggestion, passiveError } = calibrate(asked);
    expect(frontier).toContain(suggestion);
    expect(Math.abs(Math.log(suggestion.labels.mean / 150))).toBeLessThan(Math.log(1.25));
    expect(passiveError.low).toBeLessThanOrEqual(passiveError.high);
    expect(calibrate(asked)).toEqual({ frontier, suggestion, passiveError });
  },
);

test('law: a larger budget never wants less mellowness', () => {
  const mellowness = [100, 200, 400, 800, 1600, 2000].map((budget) => calibrate(request({ budget })).suggestion.mellowness);
  expect(mellowness).toEqual(mellowness.toSorted((a, b) => a - b));
});

test('every value that is tried is told, those of the prior too, and the suggestion has three digits', () => {
  const reported: number[] = [];
  const { frontier, suggestion } = calibrate(request({ tried: (values) => reported.push(values) }));
  expect(reported).toEqual(Array.from({ length: reported.length }, (_, t) => t + 1));
  let ofTruth = 0;
  truthOf(pilot, whole, 1, () => {
    ofTruth++;
  });
  expect(ofTruth, 'a prior, its neighbours, and six values of the sharpness').toBeGreaterThanOrEqual(11);
  expect(reported.length).toBeGreaterThanOrEqual(ofTruth + frontier.length);
  expect(suggestion.mellowness).toBe(Number(suggestion.mellowness.toPrecision(3)));
});

test('what cannot be: a rule without mellowness, fewer labels than any value buys, learning that diverges', () => {
  expect(() => calibrate(request({ spec: specOf({ name: 'random' }) }))).toThrow(
    /query rule 'random' has no mellowness to calibrate; of slides, /,
  );
  expect(() => calibrate(request({ budget: 1 }))).toThrow(
    /no mellowness from 1e-15 to 1000000000 buys 1 labels: the least buys 2, /,
  );
  const wild = specOf(
    { name: 'variance-aware' },
    { loss: { name: 'squared' }, update: 'naive', optimizer: { name: 'gradient-descent', eta0: 1e200 } },
  );
  expect(() => calibrate(request({ spec: wild }))).toThrow(/example/);
});

test('law: every draw is a stream of its own seed and labels, with the constant of the spec', () => {
  const streams = drawnStreams(
    specOf({ name: 'passive' }, { constant: 0.2, seed: 5 }),
    firstRows(60),
    firstRows(300),
    3,
    unheard,
  );
  expect(streams.map(({ seed }) => seed)).toEqual([5, 6, 7]);
  expect(new Set(streams.map(({ drawn }) => drawn.pool.labels.join())).size).toBe(3);
  for (const { drawn } of streams) expect(drawn.pool.rows.values[0]).toBe(Math.fround(0.2));
});

test('law: the error of a forecast is that of the rows, each with its importance', () => {
  const importances = whole.labels.map((_, i) => (i < 1000 ? 1 : 0));
  const [{ drawn }] = drawnStreams(specOf({ name: 'passive' }), pilot, { ...whole, importances }, 1, unheard);
  const learned = forecastStream(specOf({ name: 'random', rate: 1e-15 }), drawn);
  // Nothing learned: every row is predicted positive, and is wrong where its label would be negative.
  expect(learned.labels).toBe(0);
  const shares = Array.from(drawn.logits.subarray(0, 1000), (logit) => sigmoid(-logit));
  expect(learned.error).toBeCloseTo(mean(shares), 12);
});

const trial = {
  loss: { name: 'logistic' },
  update: 'invariant',
  optimizer: { name: 'gradient-descent', eta0: 1, power: 0.5 },
  query: { name: 'iwal-cal' },
  pilot: 100,
  fraction: 0.3,
  draws: 2,
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
  expect(() => {
    kinds.calibration.admit(run, { train: { ...pilot, labels: pilot.labels.map((y) => 3 * y) } });
  }).toThrow(/takes labels that are -1 or \+1/);
});

test('the kind: a warm-up ends in the streams where it ended in the forecast, after a tenth of the budget', () => {
  const { run } = cell({ kind: 'calibration', dataset: 'toy', run: { ...trial, warmUp: 150 } });
  const { budget, forecast, bought } = kinds.calibration.run(run, { train: pilot });
  expect(forecast.mean).toBeLessThan(1.5 * budget);
  for (const labels of bought) expect(labels).toBeLessThan(1.5 * budget);
});

test('the kind: without a warm-up its streams are runs of the rule as simulate has them', () => {
  const { run } = cell({ kind: 'calibration', dataset: 'toy', run: trial });
  const { mellowness, bought } = kinds.calibration.run(run, { train: pilot });
  const order = permutation(pilot.rows.length, randomStream(trial.seed, 'pilot of the pool'));
  const pool = selectRows(pilot, order.subarray(trial.pilot).toSorted(), 'pool');
  const { loss, update, optimizer } = trial;
  bought.forEach((labels, s) => {
    const query = { name: 'iwal-cal', mellowness };
    const spec = parseRunSpec({ loss, update, optimizer, query, seed: trial.seed + trial.draws + s });
    expect(simulate(spec, { train: pool }).measurement.curve.at(-1)!.queried).toBe(labels);
  });
});

test.each([
  [{ ...trial, pilot: 9 }, /pilot/],
  [{ ...trial, fraction: 0 }, /fraction/],
  [{ ...trial, budget: 5 }, /there is no 'budget'/],
  [{ ...trial, query: { name: 'margin' } }, /'margin' has no mellowness/],
])('the kind refuses %o', (run, words) => {
  expect(() => parseCell({ kind: 'calibration', dataset: 'toy', run })).toThrow(words);
});

test('a pilot with few labels of one class says that its suggestion is not to be relied on, and a balanced one says nothing', () => {
  const remarkOn = (positives: number): string | undefined => {
    const every = Array.from(pilot.labels.keys());
    const left = new Set(every.filter((i) => pilot.labels[i] > 0).slice(positives));
    const rows = Uint32Array.from(every.filter((i) => !left.has(i)));
    return calibrate(request({ pilot: selectRows(pilot, rows, 'few positives'), runs: 1 })).remark;
  };
  expect(remarkOn(54)).toMatch(/^54 of the \d+ rows of the pilot are of the smaller class, fewer than 55/);
  expect(remarkOn(55)).toBeUndefined();
});
