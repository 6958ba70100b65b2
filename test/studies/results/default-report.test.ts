/** The report of a study that wrote none: its claims, what it tunes by, its tables and figures, and the times that it keeps. */
import { describe, expect, it } from 'vitest';
import type { CurvePanel } from '../../../src/figures/model/figure.ts';
import { capBias } from '../../../experiments/budget/cap-bias.ts';
import type { CellResult } from '../../../src/studies/cells/cell.ts';
import type { AnyKind, Kind } from '../../../src/studies/cells/kinds/kind.ts';
import { kinds } from '../../support/kinds.ts';
import { durationsOf } from '../../../src/studies/run/durations.ts';
import type { Entry } from '../../../src/studies/store/entry.ts';
import type { Measurement } from '../../../src/streams/measures/measurement.ts';
import { defaultReport } from '../../../src/studies/results/default-report.ts';
import { atMost } from '../../support/claims.ts';
import type { Findings } from '../../../src/studies/study.ts';

const nothing: Findings = { size: 'default', seeds: 1, splits: new Map(), missing: [], results: [], races: [] };
const claim = { claim: 'c', cases: [atMost(2, 1)] };

function claimsOf(given: object) {
  return defaultReport(nothing, {
    title: 'T',
    command: 'iwal study run t.mjs',
    figures: [],
    claims: () => [{ ...claim, ...given }],
  }).claims;
}

describe("a claim of a study of one's own", () => {
  it('needs neither figure nor sentence', () => {
    expect([claimsOf({}), claimsOf({ tried: 'Nothing.' })]).toEqual([[claim], [{ ...claim, tried: 'Nothing.' }]]);
  });

  it('is data: a sentence beside a boolean is none, and what is wrong with a case is told', () => {
    expect(() => claimsOf({ cases: undefined })).toThrow(/cases/);
    expect(() => claimsOf({ cases: [{ ...atMost(2, 1), criterion: { atmost: 1 } }] })).toThrow(/cases\.0\.criterion/);
    expect(() => claimsOf({ cases: [{ ...atMost(2, 1), unit: 'furlongs' }] })).toThrow(/cases\.0\.unit/);
  });

  it('cannot name a figure that the report does not have', () => {
    expect(() => claimsOf({ figure: 'other.png' })).toThrow("unknown figure of a claim 'other.png'");
  });
});

/** A run of the kind `online` on a set 'one': the loss of its stream, and of its validation part. */
function online(eta0: number, seed: number, loss: number, validation: number | 'failed'): CellResult {
  const run = {
    ...{ loss: { name: 'logistic' }, update: 'invariant', order: 'shuffled', passes: 1, seed },
    optimizer: { name: 'gradient-descent', eta0, power: 0, t0: 1, decay: 1 },
  };
  const curve = [10, 100].map((examples) => ({ examples, loss: examples === 100 ? loss : 3, error: 0.5 }));
  const measurement = {
    curve,
    validation: { loss: 1, error: validation },
    test: { loss: loss + 1, error: loss / 10 },
    nonZeros: 7,
  };
  const outcome = validation === 'failed' ? { failure: 'f', reason: 'diverged' } : { measurement };
  return { hash: `${eta0}-${seed}`, cell: { kind: 'online', dataset: 'one', run }, outcome } as unknown as CellResult;
}

describe('the report of a study that wrote none', () => {
  // At 0.5 the first seed is the best of all, and the median is not; at 4 two runs are good and one failed.
  const results = [
    ...[0.01, 0.3, 0.4].map((validation, s) => online(0.5, s + 1, 2 + s, validation)),
    ...[0.2, 0.21, 0.22].map((validation, s) => online(1, s + 1, 5 + 2 * s, validation)),
    ...([0.01, 0.02, 'failed'] as const).map((validation, s) => online(4, s + 1, 1, validation)),
  ];
  const report = defaultReport(
    { ...nothing, seeds: 3, results },
    { title: 'T', command: 'iwal study run t.mjs', figures: undefined, claims: undefined },
  );

  it('takes the step size with the best median, and none at which a run failed', () => {
    const [{ header, rows }] = report.tables;
    expect(header).toEqual(['', 'tuned', 'online loss', 'test loss', 'test error', 'weights not 0', 'failed']);
    // 5, 7, 9: the median, and the 10th and the 90th percentile.
    expect(rows).toEqual([['logistic', 'eta0 1', '7 [5.4, 8.6]', '8 [6.4, 9.6]', '0.7 [0.54, 0.86]', '7 [7, 7]', '1 of 9']]);
  });

  it('draws the runs of that step size, and every step size with its failures, each point with its cells', () => {
    const panelOf = (file: string): CurvePanel =>
      report.figures.find((each) => each.file === file)!.figure.panels[0] as CurvePanel;
    const [curve] = panelOf('online-curves.png').series;
    const end = curve.points.at(-1)!;
    expect([end.x, end.y, end.low, end.high]).toEqual([
      ...[100, 7].map((each) => expect.closeTo(each, 9) as number),
      ...[5.4, 8.6].map((each) => expect.closeTo(each, 9) as number),
    ]);
    expect(end.cells).toEqual(['1-1', '1-2', '1-3']);
    const [steps] = panelOf('step-sizes.png').series;
    expect(steps.points.map(({ x, y, high }) => [x, y, high === Infinity])).toEqual([
      [0.5, 3, false],
      [1, 7, false],
      [4, 1, true],
    ]);
    expect(steps.points[2].cells).toEqual(['4-1', '4-2', '4-3']);
  });
});

describe('what step sizes are tuned by', () => {
  const curve = [{ cost: 0.5, error: 0.4, queried: 1, progressiveError: 0.3, loss: 0.9 }];
  it.each([
    ['active', { curve, validationError: 0.2 }, 0.2],
    ['active', { curve, validationError: null }, 0.3],
    ['online', { curve, validation: { loss: 0.7, error: 0.1 } }, 0.1],
    ['online', { curve, validation: { loss: 0.7, error: null } }, 0.7],
    ['online', { curve, validation: null }, 0.9],
    ['classes', { curve, validation: { cost: 0.25 } }, 0.25],
    ['classes', { curve, validation: null }, 0.5],
    ['costs', { curve, validation: { cost: 0.25 } }, 0.25],
    ['costs', { curve, validation: null }, 0.5],
    ['ranking', { validation: 0.8, progressive: 0.6 }, -0.8],
    ['ranking', { validation: null, progressive: 0.6 }, -0.6],
    ['regret', { curve }, 0.9],
  ] as const)('%s: %o', (kind, measurement, score) => {
    expect((kinds[kind] as Kind<unknown, unknown, unknown>).score!(measurement)).toBe(score);
  });

  it('tables print the numbers that their columns name', () => {
    const { quantities: shards }: AnyKind = kinds.shards;
    const measurement = { test: { average: 0.1, alone: 0.2 }, labels: 30 } as never;
    expect(Object.entries(shards).map(([name, quantity]) => [name, quantity(measurement)])).toEqual([
      ['test error of the average', 0.1],
      ['test error of a shard alone', 0.2],
      ['labels bought', 30],
    ]);
  });
});

describe('times of runs', () => {
  const entry = (kind: string, dataset: string, seconds: number | undefined): Entry =>
    ({ cell: { kind, dataset, run: {} }, ...(seconds !== undefined && { seconds }), node: '20.1.0' }) as unknown as Entry;

  it('are means of those that were timed now, and what was known before of others', () => {
    const before = [
      { kind: 'online', dataset: 'a', seconds: 99 },
      { kind: 'active', dataset: 'a', seconds: 5 },
    ] as const;
    const entries = [entry('online', 'a', 1), entry('online', 'a', 4), entry('online', 'a', undefined), entry('online', 'b', 7)];
    expect(durationsOf(entries, before)).toEqual([
      { kind: 'online', dataset: 'a', seconds: 2.5, node: '20.1.0' },
      { kind: 'online', dataset: 'b', seconds: 7, node: '20.1.0' },
      { kind: 'active', dataset: 'a', seconds: 5 },
    ]);
  });
});

it('the bias of a cap is measured by the importance considered', () => {
  const run = (consideredImportance: number | undefined): Measurement =>
    ({
      curve: [{ examples: 100, importanceSum: 180, progressiveError: 0.2 }],
      sample: {
        errorEstimate: 0.3,
        refusedImportance: 20,
        implied: 4,
        awaited: 0,
        ...(consideredImportance && { consideredImportance }),
      },
    }) as unknown as Measurement;
  const [weighted, plain] = [200, undefined].map((mass) => capBias([run(mass), run(mass)]));
  expect([weighted.mass.mean, weighted.refused.mean, weighted.implied.mean]).toEqual([0.9, 0.1, 0.02]);
  expect([plain.mass.mean, plain.refused.mean, plain.implied.mean]).toEqual([1.8, 0.2, 0.04]);
  expect(weighted.normalized.mean).toBeCloseTo((0.3 * 200) / 180 - 0.2, 12);
});
