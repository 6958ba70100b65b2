/** LAWS of run specs: what makes no sense is refused when it is read, and what is accepted runs and says what it cost. */
import { describe, expect, it } from 'vitest';
import { capBias } from '../../../experiments/budget/cap-bias.ts';
import { packed, unpacked } from '../../../src/studies/cells/cell.ts';
import { simulate } from '../../../src/studies/cells/simulate.ts';
import { SpecError } from '../../../src/specs/choices.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';
import { knobs, ruleNames } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';
import { descent } from '../../support/descent.ts';

const train = toyTask({ rows: 400, seed: 6 });
const base = { ...descent(0.5), query: { name: 'passive' }, seed: 1 };
const read = (more: object) => () => parseRunSpec({ ...base, ...more });
const measure = (more: object) => simulate(parseRunSpec({ ...base, ...more }), { train }, () => 0).measurement;

describe('a pace that makes no sense is refused (the rest: test/cli/refusals/said/simulate-parts.txt)', () => {
  it.each([
    ...[1e-9, 0.5, 0.999].map(
      (decay) => [{ rate: 0.1, decay }, 'a rate is even, and a decay front-loads a budget; expected one'] as const,
    ),
    [{}, 'expected a budget, or a rate of labels a row'],
  ] as const)('%j', (pace, message) => {
    expect(read({ query: { name: 'iwal-cal' }, pace })).toThrow(message);
    expect(read({ query: { name: 'iwal-cal' }, pace })).toThrow(SpecError);
  });
});

describe('ends of what is legal', () => {
  const paced = { budget: 10, pace: {} };
  const stop = (more: object) => ({ floor: 0.1, stop: { measure: 'error', limit: 0.1, ...more } });
  const fields: [string, (value: number) => object, legal: readonly number[], illegal: readonly number[]][] = [
    ['floor', (floor) => ({ floor }), [5e-324, 1], [0, 1 + 2 ** -52, NaN]],
    ['warmUp', (warmUp) => ({ warmUp }), [1, 2, 1e6], [0, 1.5, -1]],
    ['budget', (budget) => ({ budget }), [0, 0.5, 1e9], [-5e-324, NaN, Infinity]],
    ['pace.window', (window) => ({ ...paced, pace: { window } }), [10, 100_000], [9, 100_001, 10.5]],
    ['pace.decay', (decay) => ({ ...paced, pace: { decay } }), [0, 1 - 2 ** -53], [-1e-9, 1]],
    ['pace.rate', (rate) => ({ pace: { rate } }), [5e-324, 1], [0, 1 + 2 ** -52]],
    ['explore', (explore) => ({ ...paced, explore }), [5e-324, 1], [0, 1 + 2 ** -52]],
    ['temper', (temper) => ({ temper }), [0, 0.5, 1], [-5e-324, 1 + 2 ** -52]],
    ['stop.limit', (limit) => stop({ limit }), [5e-324, 1 - 2 ** -53], [0, 1]],
    ['stop.confidence', (confidence) => stop({ confidence }), [5e-324, 1 - 2 ** -53], [0, 1]],
    ['perDecade', (perDecade) => ({ perDecade }), [1, 1000], [0, 1001, 1.5]],
    ['seed', (seed) => ({ seed }), [-1, 0, 2 ** 53 - 1], [0.5, 2 ** 53]],
    ['average', (average) => ({ average }), [0, 1, 1000], [-1, 0.5]],
  ];

  it.each(fields)('%s', (field, given, legal, illegal) => {
    const query = { name: 'iwal-cal' };
    const spec = (value: number) => read({ query, ...given(value) });
    for (const value of legal) expect(spec(value), `${field} ${value}`).not.toThrow();
    for (const value of illegal) expect(spec(value), `${field} ${value}`).toThrow(field.split('.')[0]);
  });

  it('shares of the labels and of the rows', () => {
    const query = { name: 'passive' };
    for (const average of ['0.001%', '99.9%', '50%']) expect(read({ query, average })).not.toThrow();
    for (const average of ['0%', '100%', '0.0%', '50', '-1%', '5e1%', '%'])
      expect(read({ query, average }), average).toThrow('average');
    for (const budget of ['0%', '0.5%', '100%', '250%']) expect(read({ budget })).not.toThrow();
    for (const budget of ['10', '-1%', '1e1%', '%', '.5%']) expect(read({ budget }), budget).toThrow('budget');
  });

  it('defaults are those of stored specs', () => {
    expect(parseRunSpec({ ...base, query: { name: 'iwal-cal' }, ...paced }).pace).toEqual({ window: 250, decay: 0 });
    expect(parseRunSpec({ ...base, query: { name: 'iwal-cal' }, ...stop({}) }).stop).toMatchObject({ confidence: 0.95 });
    expect(parseRunSpec(base)).toMatchObject({ order: 'shuffled' });
    expect(parseRunSpec({ ...base, temper: 1 })).not.toHaveProperty('temper');
  });
});

describe('what is accepted', () => {
  it('is complete: defaults filled in, one oracle a list of one, none nothing', () => {
    expect(parseRunSpec({ ...base, oracle: { name: 'noisy' }, floor: 0.1 })).toMatchObject({
      floor: 0.1,
      oracle: [{ name: 'noisy', flipRate: 0.1 }],
    });
    for (const more of [{}, { oracle: [] }]) expect(Object.keys(parseRunSpec({ ...base, ...more }))).not.toContain('oracle');
    const bootstrap = { name: 'bootstrap', members: 10, first: 100, pMin: 0.1 };
    expect(parseRunSpec({ ...base, query: { name: 'bootstrap' } }).query).toEqual(bootstrap);
  });

  it.each(ruleNames)('%s runs from a spec, and two runs of it are equal', (name) => {
    const more = {
      query: { name, ...knobs[name] },
      floor: 0.01,
      budget: 150,
      oracle: [{ name: 'noisy' }, { name: 'delayed', delay: 5 }],
    };
    const [once, twice] = [measure(more), measure(more)];
    expect(once).toEqual(twice);
    expect(once.curve.at(-1)!.spent).toBe(once.curve.at(-1)!.queried);
    expect(once.curve.at(-1)!.queried).toBeLessThanOrEqual(150);
  });

  it('passive learning from counts runs without classes', () => expect(read({ loss: { name: 'poisson' } })).not.toThrow());

  it('a floor buys no less, noise no other labels, prices other amounts', () => {
    const query = { name: 'margin', width: 0.3 };
    const bought = (more: object) => measure({ query, ...more }).curve.at(-1)!;
    expect(bought({ floor: 0.3 }).queried).toBeGreaterThan(bought({}).queried);
    expect(measure({ query, floor: 0.3 }).sample.implied).toBe(0);
    const priced = bought({ oracle: { name: 'priced', price: 2.5 }, budget: 100 });
    expect([priced.queried, priced.spent]).toEqual([40, 100]);
    const passive = (more: object) => measure(more).curve.at(-1)!;
    expect(passive({ oracle: { name: 'noisy', flipRate: 0.4 } }).progressiveError).toBeGreaterThan(
      passive({}).progressiveError + 0.05,
    );
  });

  it('what was measured survives the store', () => {
    const outcome = { measurement: measure({ query: { name: 'iwal-cal', mellowness: 1e-3 }, budget: 50 }) };
    const again = unpacked(JSON.parse(JSON.stringify(packed(outcome))) as ReturnType<typeof packed>);
    expect(again).toEqual(unpacked(packed(outcome)));
    expect(Object.keys(again)).toEqual(['measurement']);
    const [before, after] = [outcome, again as typeof outcome].map(({ measurement }) => measurement.sample.refusedImportance);
    expect(after).toBeCloseTo(before, 3);
  });
});

describe('what a hard cap does to unbiasedness', () => {
  const query = { name: 'variance-aware', mellowness: 5e-4 };
  const seeds = Array.from({ length: 200 }, (_, seed) => seed);
  const free = capBias(seeds.map((seed) => measure({ query, order: 'given', seed })));
  const capped = capBias(seeds.map((seed) => measure({ query, order: 'given', budget: 60, seed })));

  it('nothing without a cap: mass 1 and estimates on target, within 4 standard errors', () => {
    expect(Math.abs(free.mass.mean - 1)).toBeLessThan(4 * free.mass.standardError);
    expect(Math.abs(free.estimate.mean)).toBeLessThan(4 * free.estimate.standardError);
    expect([free.refused, free.implied.mean]).toEqual([{ mean: 0, standardError: 0 }, 0]);
  });

  it('with one, the mass it cut off is missing, and all estimates are biased: too low over n, too high over the mass', () => {
    expect(capped.mass.mean).toBeLessThan(0.6);
    expect(Math.abs(capped.mass.mean + capped.refused.mean - 1)).toBeLessThan(
      4 * Math.hypot(capped.mass.standardError, capped.refused.standardError),
    );
    expect(capped.estimate.mean).toBeLessThan(-10 * capped.estimate.standardError);
    expect(capped.normalized.mean).toBeGreaterThan(4 * capped.normalized.standardError);
  });
});
