/** LAWS of the coins: equal for equal seeds on equal pools and passes, independent otherwise; old specs keep theirs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { begunSession } from '../../../src/labelling/begun-spec.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { mean, standardError } from '../../../src/statistics/small-samples.ts';
import { coinsOf, type CoinSpec } from '../../../src/streams/coins.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { carryOut, plan, specOf, type Step } from '../../support/processes/label-sessions.ts';
import { finished } from '../../../src/numerics/work.ts';
import { temporaryFolder } from '../../support/processes/temporary.ts';
import { toyTask } from '../../support/toy.ts';
import { descent } from '../../support/descent.ts';

const [one, other] = [1, 2].map((seed) => toyTask({ rows: 300, seed }));
const tosses = (spec: CoinSpec, rows: SparseRows, pass?: number): number[] => {
  const coins = coinsOf(spec, rows, pass);
  return Array.from({ length: 5000 }, () => coins.next());
};
const keyed = (seed: number): CoinSpec => ({ seed, coins: 'pool' });

/** In standard errors of a correlation of independent pairs. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const [from, to] = [mean(a), mean(b)];
  const spread = (values: readonly number[]): number =>
    standardError(values) * Math.sqrt(values.length) * Math.sqrt(values.length - 1);
  return (Math.sqrt(a.length) * a.reduce((sum, each, i) => sum + (each - from) * (b[i] - to), 0)) / (spread(a) * spread(b));
}

describe('keyed by the pool', () => {
  it('equal seeds on equal rows toss equal coins, whoever labelled them', () => {
    const { offsets, indices, values, columns } = one.rows;
    const twin = new SparseRows(offsets.slice(), indices.slice(), values.slice(), columns);
    expect(tosses(keyed(1), twin)).toEqual(tosses(keyed(1), one.rows));
    expect(tosses(keyed(1), one.rows, 0)).toEqual(tosses(keyed(1), one.rows));
  });

  it.each([
    ['another pool', tosses(keyed(1), other.rows)],
    ['a pool that differs in one value', tosses(keyed(1), nudged(one.rows))],
    ['another seed', tosses(keyed(2), one.rows)],
    ['another pass', tosses(keyed(1), one.rows, 1)],
    ['the coins of old specs', tosses({ seed: 1 }, one.rows)],
  ])('independent of %s', (_, found) => expect(Math.abs(correlation(tosses(keyed(1), one.rows), found))).toBeLessThan(4));

  it('the sums of importance of two pools with equal seeds are not correlated; keyed by the seed alone they were', () => {
    const masses = (coins: object) =>
      [one, other].map((train) =>
        Array.from({ length: 150 }, (_, seed) => {
          const spec = parseRunSpec({ ...descent(0.5), query: { name: 'random', rate: 0.2 }, seed, ...coins });
          return simulate(spec, { train }, () => 0).measurement.curve.at(-1)!.importanceSum;
        }),
      );
    const [old, now] = [masses({}), masses({ coins: 'pool' })];
    expect(correlation(old[0], old[1])).toBeGreaterThan(10);
    expect(Math.abs(correlation(now[0], now[1]))).toBeLessThan(4);
  });
});

it("keyed by the seed alone, where a spec says nothing: is the stream 'query' on every pool", () => {
  const stream = randomStream(7, 'query');
  expect(tosses({ seed: 7 }, one.rows).slice(0, 100)).toEqual(Array.from({ length: 100 }, () => stream.next()));
  expect(tosses({ seed: 7 }, other.rows)).toEqual(tosses({ seed: 7 }, one.rows));
});

describe('a labelling session', () => {
  const { path } = temporaryFolder();
  const query = { name: 'random', rate: 0.4 } as const;
  const script: Step[] = ['label', 'skip', 'label', 'undo', 'mistake'];

  it.each([
    ['pool', { coins: 'pool' }],
    ['seed', {}],
  ] as const)('on coins keyed by the %s goes on where it stopped, bit for bit', (name, coins) => {
    const spec = { ...specOf(query), ...coins };
    const straight = carryOut(plan(path(`${name} straight`), spec), script);
    carryOut(plan(path(`${name} cut`), spec), script, { to: 3 });
    const rest = carryOut(plan(path(`${name} cut`), spec), script, { from: 3 });
    expect(rest.state).toEqual(straight.state);
    expect(readFileSync(path(`${name} cut`), 'utf8')).toBe(readFileSync(path(`${name} straight`), 'utf8'));
  });

  it('keeps the coins that its ledger was begun with', () => {
    const [old, now] = [specOf(query), { ...specOf(query), coins: 'pool' as const }];
    expect(finished(begunSession(path('no file')))?.spec).toBeUndefined();
    carryOut(plan(path('old'), old), [], { to: 2 });
    carryOut(plan(path('new'), now), [], { to: 2 });
    expect([finished(begunSession(path('old')))?.spec, finished(begunSession(path('new')))?.spec]).toEqual([old, now]);
    const [first] = readFileSync(path('old'), 'utf8').split('\n');
    writeFileSync(path('torn'), first.slice(0, 50));
    expect(finished(begunSession(path('torn')))?.spec).toBeUndefined();
    writeFileSync(path('foreign'), 'label,f1\n1,2\n');
    expect(() => finished(begunSession(path('foreign')))?.spec).toThrow(/a ledger, which begins with/);
  });
});

function nudged({ offsets, indices, values, columns }: SparseRows): SparseRows {
  const changed = values.slice();
  changed[changed.length - 1] *= 1.5;
  return new SparseRows(offsets, indices, changed, columns);
}
