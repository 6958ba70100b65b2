/** LAWS of paired differences: exact where all is seen, antisymmetric, and covered as often as they say. */
import { expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { pairedDifference } from '../../../src/statistics/paired-difference.ts';
import type { Doubted } from '../../../src/statistics/intervals/score-interval.ts';
import { runs } from '../../support/long.ts';

/** Two predictors on n rows that are wrong alone with these chances; labels bought with at least the floor. */
function compared(seed: number, n: number, [first, second]: readonly [number, number], floor: number) {
  const random = randomStream(seed, 'pairs');
  const [a, b] = [new ErrorTally(), new ErrorTally()];
  let truth = 0;
  for (let row = 0; row < n; row++) {
    const u = random.next();
    const [isFirst, isSecond] = [u < first, u >= first && u < first + second];
    truth += (Number(isFirst) - Number(isSecond)) / n;
    const p = Math.min(1, floor + (random.next() < 0.3 ? 0.5 : 0) * random.next());
    for (const tally of [a, b]) tally.consider(1, p);
    if (random.next() >= p) continue;
    for (const tally of [a, b]) tally.buy(row);
    a.answer(row, isFirst ? 'wrong' : 'right', 'positive');
    b.answer(row, isSecond ? 'wrong' : 'right', 'positive');
  }
  return { truth, a: a.seen('over'), b: b.seen('over') };
}

it('is the difference itself where every label was bought', () => {
  const { truth, a, b } = compared(1, 500, [0.1, 0.05], 1);
  const { value, low, high, probability } = pairedDifference(a, b);
  expect(value).toBeCloseTo(truth, 12);
  expect([low, high]).toEqual([value, value]);
  expect(probability).toBe(0);
});

it('changes its sign with the order', () => {
  const { a, b } = compared(2, 800, [0.1, 0.06], 0.2);
  const [there, back] = [pairedDifference(a, b), pairedDifference(b, a)];
  expect(back.value).toBeCloseTo(-there.value, 15);
  expect(back.low).toBeCloseTo(-there.high, 15);
  expect(back.probability).toBeCloseTo(there.probability, 12);
});

it('has the probability of the interval that ends at 0', () => {
  for (let seed = 1; seed < 60; seed++) {
    const { a, b } = compared(seed, 400, [0.12, 0.05], 0.15);
    const { low, high, probability } = pairedDifference(a, b);
    expect(probability).toBeGreaterThanOrEqual(0);
    expect(probability).toBeLessThanOrEqual(1);
    expect(low > 0 || high < 0).toBe(probability < 0.05);
  }
});

it('the probability falls from 1 as the predictors move apart, without a gap', () => {
  const count = (weighted: number): Doubted => {
    const answered = { clock: 1000, weighted, wrong: 50, variance: 100, largest: 2, right: 100 };
    return { answered, doubted: answered };
  };
  for (const sign of [1, -1]) {
    const probabilities = Array.from(
      { length: 120 },
      (_, apart) => pairedDifference(count(200 + sign * apart), count(200)).probability,
    );
    expect(probabilities[0]).toBe(1);
    for (let apart = 1; apart < 120; apart++) {
      expect(probabilities[apart]).toBeLessThan(probabilities[apart - 1]);
      expect(probabilities[apart]).toBeGreaterThan(probabilities[apart - 1] - 0.06);
    }
  }
});

it.each<[number, readonly [number, number], number]>([
  [1000, [0.1, 0.05], 0.1],
  [1000, [0.03, 0.03], 0.05],
  [2000, [0.02, 0.01], 0.1],
  [500, [0.2, 0.2], 0.05],
])('covers the truth: %i rows, %j, floor %d', (n, chances, floor) => {
  const total = Math.min(runs(300), 2000);
  let covered = 0;
  for (let seed = 1; seed <= total; seed++) {
    const { truth, a, b } = compared(seed, n, chances, floor);
    const { low, high } = pairedDifference(a, b);
    if (low <= truth && truth <= high) covered++;
  }
  expect(covered / total).toBeGreaterThan(0.93 - 2 * Math.sqrt((0.07 * 0.93) / total));
});
