/**
 * LAWS of random numbers: normal and Poisson draws have their distribution functions, orders are uniform, a stream that is resumed,
 * moved or copied goes on bit for bit. UNCHANGED: the first draws of a stream, on which every stored run rests.
 */
import { describe, expect, it } from 'vitest';
import { permutation, randomStream } from '../../../src/numerics/random.ts';
import { normalProbability } from '../../../src/statistics/normal.ts';

const DRAWS = 40_000;

describe('normal draws', () => {
  it('have the normal distribution, as Kolmogorov and Smirnov measure it', () => {
    const random = randomStream(1, 'normal');
    const draws = Float64Array.from({ length: DRAWS }, () => random.normal()).sort();
    const apart = draws.reduce((most, z, n) => Math.max(most, Math.abs((n + 0.5) / DRAWS - normalProbability(z))), 0);
    // Beyond 1.95 / sqrt(n) in one of a thousand draws.
    expect(apart).toBeLessThan(1.95 / Math.sqrt(DRAWS));
  });

  it('do not depend on the one before', () => {
    const random = randomStream(2, 'normal');
    let sum = 0;
    for (let n = 0, before = random.normal(); n < DRAWS; n++) {
      const next = random.normal();
      sum += before * next;
      before = next;
    }
    expect(Math.abs(sum) / Math.sqrt(DRAWS)).toBeLessThan(3.3);
  });
});

it.each([0.1, 1, 3.5])('Poisson draws of mean %f have their probabilities', (mean) => {
  const random = randomStream(3, 'Poisson');
  const counts = new Float64Array(40);
  for (let n = 0; n < DRAWS; n++) counts[random.poisson(mean)]++;
  for (let k = 0, p = Math.exp(-mean); k < 40; k++, p *= mean / k)
    expect(Math.abs(counts[k] - DRAWS * p), `${k}`).toBeLessThanOrEqual(1 + 4 * Math.sqrt(DRAWS * p));
});

it('orders of four are all as frequent', () => {
  const random = randomStream(4, 'orders');
  const counts = new Map<string, number>();
  for (let n = 0; n < 24_000; n++) {
    const order = permutation(4, random).join();
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect(counts.size).toBe(24);
  for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt(1000));
});

it('a stream that is restored, copied or split goes on bit for bit, and its parts are apart', () => {
  const random = randomStream(5, 'whole');
  for (let n = 0; n < 7; n++) random.next();
  const moved = randomStream(5, 'whole');
  moved.restore(random.state());
  const streams = [random.clone(), moved];
  const draws = Array.from({ length: 5 }, () => random.next());
  for (const stream of streams) {
    expect(Array.from({ length: 5 }, () => stream.next())).toEqual(draws);
    expect(stream.split('part').next()).toBe(randomStream(5, 'whole').split('part').next());
  }
  const others = [randomStream(5, 'whole'), randomStream(6, 'whole'), randomStream(5, 'other')];
  const first = [...others, random.split('part'), random.split(0)];
  expect(new Set(first.map((stream) => stream.next())).size).toBe(5);
});

it('the first draws are what they were (unchanged)', () => {
  const random = randomStream(1, 'pinned');
  expect([random.next(), random.below(1000), random.normal(), random.normal(), random.poisson(2)]).toEqual([
    0.5636016309441506, 50, 0.8801853139889879, 1.7869268156048268, 3,
  ]);
});
