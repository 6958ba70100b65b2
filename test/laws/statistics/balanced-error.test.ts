/** LAW of the balanced error: the middle of the two shares, its ends as far away as two errors of different rows are together. */
import { expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import type { ErrorEstimate } from '../../../src/statistics/error-estimate.ts';
import type { Estimate } from '../../../src/statistics/estimate.ts';
import { balancedEstimate, shareEstimate } from '../../../src/statistics/share-estimate.ts';
import type { Doubted } from '../../../src/statistics/intervals/score-interval.ts';

const SCOPE = { rows: 1000, isStopped: false, unanswered: 0 } as const;

/** A count of about a hundred labels bought with probabilities around a half. */
function count(random: RandomStream): Doubted {
  const wrong = 30 + random.below(60);
  const answered = { clock: 1000, weighted: 2 * wrong, wrong, variance: 2 * wrong * random.next(), largest: 2, right: 100 };
  return { answered, doubted: answered };
}

function point({ value, low, high }: ErrorEstimate): Estimate {
  if (value === null || low === null || high === null) throw new Error('no point');
  return { value, low, high };
}

it('of a class without a row nothing is said', () => {
  const none = { clock: 1000, weighted: 0, wrong: 0, variance: 0, largest: 0, right: 0 };
  const empty: Doubted = { answered: none, doubted: none };
  expect(shareEstimate(empty, empty, SCOPE)).toMatchObject({ kind: 'nothing', why: 'no such row was seen' });
  const seen = { wrong: count(randomStream(2, 'balanced')), right: count(randomStream(3, 'balanced')) };
  expect(balancedEstimate([seen, { wrong: empty, right: empty }], SCOPE).kind).toBe('nothing');
});

it('is the middle of two shares, and is as sure as both', () => {
  const random = randomStream(1, 'balanced');
  for (let trial = 0; trial < 100; trial++) {
    const pairs = [1, 2].map(() => ({ wrong: count(random), right: count(random) }));
    const [f, g] = pairs.map(({ wrong, right }) => point(shareEstimate(wrong, right, SCOPE)));
    const found = point(balancedEstimate([pairs[0], pairs[1]], SCOPE));
    expect(found.value).toBeCloseTo((f.value + g.value) / 2, 12);
    expect((found.value - found.low) ** 2 * 4).toBeCloseTo((f.value - f.low) ** 2 + (g.value - g.low) ** 2, 12);
    expect((found.high - found.value) ** 2 * 4).toBeCloseTo((f.high - f.value) ** 2 + (g.high - g.value) ** 2, 12);
    expect(found.low).toBeLessThan(found.value);
    expect(found.value).toBeLessThan(found.high);
  }
});
