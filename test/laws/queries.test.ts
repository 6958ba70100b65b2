/** LAWS of the query rules, over the whole registry, at ordinary points and at the corners. */
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../src/numerics/random.ts';
import { queries } from '../../src/queries/index.ts';
import type { QueryRule } from '../../src/queries/query.ts';
import {
  extremePoints,
  fallsWithGap,
  fallsWithTime,
  isProbability,
  leavesOneContinuously,
  probabilityAt,
  samplePoint,
  type Point,
  type ScalarRule,
} from '../support/query-laws.ts';

const runs = process.env.IWAL_LAWS === 'long' ? 1_000_000 : 20_000;

/** Every rule at its defaults, and at more and less eager knobs where it has one. */
const rules: [string, QueryRule][] = Object.entries(queries).flatMap(([name, make]): [string, QueryRule][] => [
  [name, make()],
  ...('mellowness' in make.parameters
    ? [1e-10, 1e-3, 1, 100].map((mellowness): [string, QueryRule] => [`${name}, mellowness ${mellowness}`, make({ mellowness })])
    : []),
]);

function everySample(name: string, check: (point: Point, scale: number) => string | undefined): void {
  const random = randomStream(1, `laws of ${name}`);
  for (let run = 0; run < runs; run++) {
    const found = check(samplePoint(random), random.next());
    if (found !== undefined) expect.fail(found);
  }
}

describe.each(rules)('%s', (name, rule) => {
  it('is a probability', () => {
    everySample(name, (point) => isProbability(rule, point));
    for (const point of extremePoints) expect(isProbability(rule, point)).toBeUndefined();
  });

  it('never rises with the gap', () => {
    everySample(name, (point, scale) => fallsWithGap(rule, point, 1 + 10 * scale));
    for (const point of extremePoints) expect(fallsWithGap(rule, point, 2)).toBeUndefined();
  });

  it('never rises with time at a fixed gap', () => {
    everySample(name, (point, scale) => fallsWithTime(rule, point, Math.ceil(scale * point.k)));
    for (const point of extremePoints) expect(fallsWithTime(rule, point, 1)).toBeUndefined();
  });

  it('leaves probability 1 without a jump', () => {
    const random = randomStream(2, `laws of ${name}`);
    for (let run = 0; run < 300; run++) expect(leavesOneContinuously(rule, samplePoint(random))).toBeUndefined();
  });

  it('buys the first labels', () => {
    if (name === 'random') return;
    for (const k of [0, 1]) expect(probabilityAt(rule, { k, G: 1, errorRate: 0, queries: k })).toBe(1);
  });
});

describe('the defining equations', () => {
  it('iwal-cal returns the root of G = (c1/sqrt s - c1 + 1) sqrt eps + (c2/s - c2 + 1) eps', () => {
    const random = randomStream(3, 'iwal-cal root');
    for (let run = 0; run < runs; run++) {
      const { k, G } = samplePoint(random);
      const mellowness = 10 ** (-8 + 10 * random.next());
      const c1 = 1 + 9 * random.next();
      const c2 = 1 + 9 * random.next();
      const s = probabilityAt(queries['iwal-cal']({ mellowness, c1, c2 }), { k, G, errorRate: 0, queries: 0 });
      if (s === 1) continue;
      const eps = (mellowness * Math.log(k)) / (k - 1);
      // Both sides as sums of positive terms, so that the comparison itself does not cancel.
      const left = G + (c1 - 1) * Math.sqrt(eps) + (c2 - 1) * eps;
      const right = c1 * Math.sqrt(eps / s) + (c2 * eps) / s;
      if (Math.abs(left / right - 1) > 1e-14) expect.fail(`residual ${left / right - 1} at k ${k}, G ${G}, C0 ${mellowness}, c1 ${c1}, c2 ${c2}`);
    }
  });

  it('variance-aware returns the root of G = S sqrt(b/p) + b/p', () => {
    const random = randomStream(4, 'variance-aware root');
    for (let run = 0; run < runs; run++) {
      const point = samplePoint(random);
      const mellowness = 10 ** (-8 + 10 * random.next());
      const p = probabilityAt(queries['variance-aware']({ mellowness }), point);
      if (p === 1) continue;
      const b = (mellowness * (Math.log(point.k + 1) + 1e-4)) / (point.k + 1e-4);
      const L = Math.min(1, point.errorRate + Math.sqrt((1 + Math.log(point.k) / 2) / (point.queries + 1e-4)));
      const S = Math.sqrt(L) + Math.sqrt(L + point.G);
      const right = S * Math.sqrt(b / p) + b / p;
      if (Math.abs(point.G / right - 1) > 1e-13) expect.fail(`residual ${point.G / right - 1} at ${JSON.stringify(point)}, C0 ${mellowness}`);
    }
  });
});

describe('planted mistakes are found', () => {
  /** Vowpal Wabbit >= 9.10 computes "(...) / 2 * G" where "/ (2 G)" is meant. */
  const multipliesByGap: ScalarRule = {
    probability: ({ time: k, weightToFlip, errorRate }) => {
      if (k <= 1) return 1;
      const G = weightToFlip / k;
      const b = (1e-3 * (Math.log(k + 1) + 1e-4)) / (k + 1e-4);
      if (G <= Math.sqrt(b) * Math.min(1, Math.sqrt(Math.min(1, errorRate) + G)) + b) return 1;
      return (((Math.sqrt(b) + Math.sqrt(b + 4 * G * b)) / 2) * G) ** 2;
    },
  };

  it('a probability that rises with the gap', () => {
    const random = randomStream(5, 'planted');
    const found = Array.from({ length: 1000 }, () => fallsWithGap(multipliesByGap, samplePoint(random), 2)).filter((f) => f !== undefined);
    expect(found.length).toBeGreaterThan(100);
  });

  it('a probability that jumps at its threshold', () => {
    const random = randomStream(6, 'planted');
    const found = Array.from({ length: 100 }, () => leavesOneContinuously(multipliesByGap, samplePoint(random))).filter((f) => f !== undefined);
    expect(found.length).toBeGreaterThan(50);
  });
});
