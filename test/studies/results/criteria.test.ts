/** LAWS of verdicts: what every point of an interval says, what none does, and the open rest; and how numbers are written. */
import { describe, expect, it } from 'vitest';
import { durationsOf, expectedSeconds, nodesOf, type Duration } from '../../../src/studies/run/durations.ts';
import type { Entry } from '../../../src/studies/store/entry.ts';
import { type Criterion, inUnit, outcomeOf, UNITS } from '../../../src/studies/results/claim.ts';

describe('an outcome', () => {
  const grid = [-Infinity, -1, 0, 0.5, 1, Infinity];
  const meets: readonly (readonly [Criterion, (x: number) => boolean])[] = [
    [{ below: 0.5 }, (x) => x < 0.5],
    [{ atMost: 0.5 }, (x) => x <= 0.5],
    [{ above: 0.5 }, (x) => x > 0.5],
    [{ atLeast: 0.5 }, (x) => x >= 0.5],
    [{ within: [0, 0.5] }, (x) => x >= 0 && x <= 0.5],
  ];
  /** Points of an interval, between the numbers of the grid and on them. */
  const pointsOf = (low: number, high: number): number[] =>
    [...grid, -0.5, 0.25, 0.75, 0.5 - 1e-9, 0.5 + 1e-9, -1e-9].filter((x) => x >= low && x <= high);

  it.each(meets)('of %o is that of all points of the interval, ends included', (criterion, isMet) => {
    for (const low of grid)
      for (const high of grid) {
        if (low > high) continue;
        const points = pointsOf(low, high);
        const expected = points.every(isMet) ? 'met' : points.some(isMet) ? 'open' : 'failed';
        expect(outcomeOf({ value: low, low, high, criterion }), `[${low}, ${high}]`).toBe(expected);
      }
    expect(outcomeOf({ value: NaN, low: 0, high: 1, criterion })).toBe('unmeasured');
  });

  it('of an interval that has to hold a number', () => {
    const covers = (low: number, high: number) => outcomeOf({ value: low, low, high, criterion: { covers: 0.5 } });
    expect([covers(0, 1), covers(0.5, 1), covers(0, 0.5), covers(0.5, 0.5)]).toEqual(['met', 'met', 'met', 'met']);
    expect([covers(0, 0.4), covers(0.6, 1), covers(0.4, 0.4)]).toEqual(['failed', 'failed', 'failed']);
    expect([covers(-Infinity, 1), covers(0, Infinity), covers(-Infinity, Infinity)]).toEqual(['open', 'open', 'open']);
    expect(covers(Infinity, Infinity)).toBe('failed');
  });
});

it('UNCHANGED: numbers of claims in their units', () => {
  const written = Object.keys(UNITS).map((unit) => [-0.0426, 0, 1234.5678].map((x) => inUnit(x, unit as keyof typeof UNITS)));
  expect(Object.fromEntries(Object.keys(UNITS).map((unit, n) => [unit, written[n].join(' | ')]))).toEqual({
    number: '−0.0426 | 0 | 1230',
    count: '0 | 0 | 1,235',
    tenths: '−0.0 | 0.0 | 1234.6',
    decades: '−0.0 decades | 0.0 decades | 1234.6 decades',
    times: '−0.04 times | 0.00 times | 1234.57 times',
    quality: '−0.0426 | 0.0000 | 1234.5678',
    seconds: '−0.043 s | 0.000 s | 1234.568 s',
    share: '−4.3% | 0.0% | 123456.8%',
    percent: '−4.26% | 0.00% | 123456.78%',
    change: '−4.3% | +0.0% | +123456.8%',
    points: '−4.26 points | +0.00 points | +123456.78 points',
    difference: '−0.0426 | +0 | +1230',
    fine: '−0.0426 | +0.0000 | +1234.5678',
  });
  expect([inUnit(NaN, 'share'), inUnit(Infinity, 'points'), inUnit(-Infinity, 'count')]).toEqual(['unknown', '∞', '−∞']);
});

describe('how long runs take', () => {
  const entry = (dataset: string | undefined, seconds: number | undefined, more: object = {}): Entry =>
    ({ cell: { kind: 'active', ...(dataset && { dataset }) }, ...(seconds !== undefined && { seconds }), ...more }) as never;
  const before: Duration[] = [
    { kind: 'active', dataset: 'a', seconds: 99, node: '20.0.0' },
    { kind: 'active', dataset: 'b', seconds: 7, node: '22.0.0' },
  ];

  it('is the mean of what was timed now, and what was known before of the rest, each once', () => {
    const ran = (machine: string, megabytes: number) => ({ ran: { machine, megabytes } });
    const entries = [
      entry('a', 1.23456, { node: '24.0.0', ...ran('one', 10) }),
      entry('a', 2, { node: '20.1.0', ...ran('two', 30) }),
      entry('a', undefined),
      entry(undefined, 4),
    ];
    expect(durationsOf(entries, before)).toEqual([
      { kind: 'active', dataset: 'a', seconds: 1.62, node: '20.1.0, 24.0.0', machine: 'one, two', megabytes: 30 },
      { kind: 'active', seconds: 4 },
      before[1],
    ]);
    expect(durationsOf([], before)).toEqual(before);
  });

  it('is that of the same kind on the same dataset', () => {
    const cell = (dataset?: string) => entry(dataset, undefined).cell;
    const expected = [cell('a'), cell('b'), cell('c'), cell()].map((each) => expectedSeconds(each, before));
    expect(expected).toEqual([99, 7, undefined, undefined]);
    expect([cell('a'), cell('c')].map(nodesOf(before))).toEqual(['20.0.0', undefined]);
  });
});
