/**
 * LAWS of certificates: E[M] = 1 by enumeration of all coins, for probabilities that depend on them; misses by simulation, looked
 * at after every row; and mistakes that a user could make, which must show as misses or be refused.
 */
import { describe, expect, it } from 'vitest';
import { unitProbability } from '../../../src/numerics/elementary.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { Certificate, smallestCertifiable } from '../../../src/statistics/certificates/certificate.ts';
import { CertifiedCount } from '../../../src/statistics/certificates/certified-count.ts';
import { CoinMartingale } from '../../../src/statistics/certificates/certificate.ts';
import { runs } from '../../support/long.ts';

/** A probability that knows all coins so far: asks more after purchases, and the less the more was passed over. */
function adaptive(bought: readonly boolean[], minimum: number): number {
  const recent = bought.slice(-3).filter(Boolean).length;
  return Math.min(1, minimum + recent * 0.3 + (bought.length % 4 === 3 ? 0.5 : 0));
}

describe('the martingale', () => {
  const grid = (minimum: number): number[] => [0.98, 0.5, 0.1].map((share) => -share * Math.log1p(-minimum));

  /** The sum over all coins of their probability times M, after every number of rows; rows of |z| <= 1 have at least `minimum`. */
  function expectations(zs: readonly number[], minimum: number, probability = adaptive): number[] {
    const totals = zs.map(() => 0);
    const visit = (
      bought: readonly boolean[],
      chance: number,
      history: readonly (readonly [number, boolean, number])[],
    ): void => {
      if (bought.length > 0) {
        const martingale = new CoinMartingale(grid(minimum), [3, 2, 1]);
        let hidden = 0;
        for (const [p, wasBought, z] of history) {
          martingale.consider(p, Math.abs(z));
          if (wasBought) martingale.see(p, z);
          else hidden += z;
        }
        totals[bought.length - 1] += chance * Math.exp(martingale.logValue(hidden));
      }
      if (bought.length === zs.length) return;
      const z = zs[bought.length];
      const p = probability(bought, minimum);
      visit([...bought, true], chance * p, [...history, [p, true, z]]);
      if (p < 1) visit([...bought, false], chance * (1 - p), [...history, [p, false, z]]);
    };
    visit([], 1, []);
    return totals;
  }

  it.each([0.02, 0.2, 0.7])('has the expectation 1 after every row, p_min %d', (minimum) => {
    for (let code = 0; code < 2 ** 7; code++) {
      const zs = Array.from({ length: 7 }, (_, i) => (code >> i) & 1);
      for (const total of expectations(zs, minimum)) expect(Math.abs(total - 1)).toBeLessThan(1e-13);
    }
  });

  it('is left by every lambda that a row does not allow, whatever the size of its z, and by no other', () => {
    const random = randomStream(1, 'sizes');
    for (let run = 0; run < 200; run++) {
      const lambdas = [3, 1.2, 0.4, 0.05];
      const martingale = new CoinMartingale(lambdas, [1, 1, 1, 1]);
      const isLeft = lambdas.map(() => false);
      for (let t = 0; t < 6; t++) {
        const [p, size] = [1 - 0.9 * random.next(), [0, 0.3, 1, 1.5, 4, 20][random.below(6)]];
        martingale.consider(p, size);
        lambdas.forEach((lambda, k) => {
          if (size > 0 && lambda * size >= -Math.log1p(-p)) isLeft[k] = true;
        });
        const logs = martingale.state().logs as Float64Array;
        expect(Array.from(logs, (log) => log === -Infinity)).toEqual(isLeft);
      }
    }
  });

  it('is never wider than what holds whatever the coins were', () => {
    for (const values of ['counts', 'differences'] as const) {
      const certificate = new Certificate(0.1, values);
      for (let row = 0; row < 5; row++) certificate.consider(0.5);
      certificate.see(0.5, 0.75);
      // Nothing but the trivial bounds is left at such a confidence: four rows were not seen.
      expect(certificate.upper(1e-300)).toBe(4.75);
      expect(certificate.lower(1e-300)).toBe(values === 'counts' ? 0.75 : -3.25);
      expect(certificate.most).toBe(4.75);
      // A probability below the smallest retires every component.
      certificate.consider(1e-9, 1);
      expect(certificate.bounds(0.5)).toEqual([expect.closeTo(certificate.lower(0.25), 12), 5.75]);
      expect(certificate.lower(0.25)).toBe(values === 'counts' ? 0.75 : -4.25);
    }
  });

  it('has it for real and signed z of at most 1 too, of differences whatever they are', () => {
    const signed = Array.from({ length: 3 ** 5 }, (_, code) => [0, 1, 2, 3, 4].map((i) => (Math.floor(code / 3 ** i) % 3) - 1));
    for (const zs of [[0.3, -1, 1, 0.01, -0.5, 1], ...signed])
      for (const total of expectations(zs, 0.1)) expect(Math.abs(total - 1)).toBeLessThan(1e-13);
  });

  it('has it for importances below and above 1 whose units have at least the smallest probability', () => {
    const sizes = [0.25, 3, 0.01, 1, 1.5, 0.5, 7];
    const ofUnits = (bought: readonly boolean[], minimum: number): number =>
      1 - (1 - adaptive(bought, minimum)) ** sizes[bought.length];
    for (const minimum of [0.02, 0.2, 0.5])
      for (let code = 1; code < 2 ** 7; code += 6) {
        const zs = sizes.map((size, i) => ((code >> i) & 1) * size);
        for (const total of expectations(zs, minimum, ofUnits)) expect(Math.abs(total - 1)).toBeLessThan(1e-13);
      }
  });

  it('loses of it what rows of small importance retire, where the grid is that of rows of importance 1', () => {
    // p = p_min i is what a floor in proportion to importances comes to.
    const sizes = [0.5, 0.25, 0.1];
    const inProportion = (bought: readonly boolean[], minimum: number): number => minimum * sizes[bought.length];
    expect(expectations(sizes, 0.5, inProportion).at(-1)).toBeLessThan(0.6);
    const ofUnits = Math.min(...sizes.map((size) => unitProbability(0.5 * size, size)));
    const totals = expectations(sizes, ofUnits, (bought) => 0.5 * sizes[bought.length]);
    for (const total of totals) expect(Math.abs(total - 1)).toBeLessThan(1e-13);
  });

  it('retired components only take from it', () => {
    const totals = expectations([1, 0, 1, 1, 0, 1], 0.3, (bought, minimum) =>
      bought.length === 2 ? minimum / 3 : adaptive(bought, minimum),
    );
    expect(totals[1]).toBeCloseTo(1, 13);
    for (const total of totals.slice(2)) expect(total).toBeLessThan(1);
    expect(totals.at(-1)).toBeGreaterThan(0.05);
  });

  it('without a component left bounds nothing', () => {
    const martingale = new CoinMartingale(grid(0.5), [1, 1, 1]);
    martingale.consider(1e-9);
    expect(martingale.limit(0.05)).toBe(Infinity);
  });
});

const ALPHA = 0.05;

/** One run of 400 rows with adaptive probabilities, each look judged; which bound was missed at any of them. Sizes take turns. */
function watched(random: RandomStream, minimum: number, sizes: readonly number[]): { above: boolean; below: boolean } {
  const certificate = new Certificate(minimum);
  const bought: boolean[] = [];
  let truth = 0;
  let [above, below] = [false, false];
  for (let t = 0; t < 400; t++) {
    const size = sizes[t % sizes.length];
    // Exactly that of the row, where its importance is 1.
    const p = unitProbability(adaptive(bought.slice(-4), minimum), 1 / size);
    const z = random.next() < 0.2 ? size : 0;
    truth += z;
    certificate.consider(p, size);
    bought.push(random.next() < p);
    if (bought[t]) certificate.see(p, z, size);
    if (t % 5 === 4) {
      above ||= truth > certificate.upper(ALPHA);
      below ||= truth < certificate.lower(ALPHA);
    }
  }
  return { above, below };
}

/** Misses that the level allows among so many runs, but with probability 1e-4. */
function allowed(total: number): number {
  return total * ALPHA + 3.8 * Math.sqrt(total * ALPHA * (1 - ALPHA));
}

describe('the certificate', () => {
  it.each([
    [0.1, [1], 1],
    [0.2, [0.1, 0.4, 0.05], 2],
    [0.2, [0.2, 1, 6], 2],
  ])(
    'misses no more often than it says, however often one looks: p_min %d, rows that weigh %j',
    (minimum, sizes, seed) => {
      const total = runs(300);
      const random = randomStream(seed, 'certificates');
      const found = Array.from({ length: total }, () => watched(random, minimum, sizes));
      expect(found.filter(({ above }) => above).length).toBeLessThan(allowed(total));
      expect(found.filter(({ below }) => below).length).toBeLessThan(allowed(total));
    },
    600_000,
  );

  it('is exact where every label is bought', () => {
    const certificate = new Certificate(1);
    for (let t = 0; t < 50; t++) {
      certificate.consider(1);
      certificate.see(1, t % 7 === 0 ? 1 : 0);
    }
    expect(certificate.bounds(0.95)).toEqual([8, 8]);
  });

  it('never says more than all or less than what was seen', () => {
    const certificate = new Certificate(0.01);
    for (let t = 0; t < 20; t++) certificate.consider(0.01);
    certificate.see(0.01, 1);
    expect(certificate.bounds(0.95)).toEqual([1, 20]);
  });

  it('counts what was paid for and never came as a mistake above, and as nothing below', () => {
    const certificate = new Certificate(0.5);
    for (let t = 0; t < 100; t++) {
      certificate.consider(0.5);
      if (t % 2 === 0 && t !== 50) certificate.see(0.5, 0);
    }
    const [low, high] = certificate.bounds(0.9);
    const [lowOpen, highOpen] = certificate.bounds(0.9, [{ probability: 0.5, size: 1 }]);
    expect(lowOpen).toBe(low);
    expect(highOpen).toBeGreaterThan(high);
    const seen = new Certificate(0.5);
    seen.restore(certificate.state());
    seen.see(0.5, 1);
    expect(highOpen).toBeCloseTo(seen.upper(0.05), 12);
  });

  it('of differences counts what was paid for and never came as the worst on either side', () => {
    const [open, ahead, behind] = [0, 1, -1].map((z) => {
      const certificate = new Certificate(0.5, 'differences');
      for (let t = 0; t < 100; t++) {
        certificate.consider(0.5);
        if (t % 2 === 0 && (t !== 50 || z !== 0)) certificate.see(0.5, t === 50 ? z : 1 - (t % 3));
      }
      return certificate;
    });
    const [low, high] = open.bounds(0.9, [{ probability: 0.5, size: 1 }]);
    expect(low).toBeCloseTo(behind.lower(0.05), 12);
    expect(high).toBeCloseTo(ahead.upper(0.05), 12);
  });

  it('goes on from its state bit for bit', () => {
    const [one, two] = [new Certificate(0.2), new Certificate(0.2)];
    one.consider(0.3);
    one.see(0.3, 1);
    two.restore(one.state());
    for (const each of [one, two]) {
      each.consider(0.25);
      each.see(0.25, 1);
    }
    expect(two.bounds(0.95)).toEqual(one.bounds(0.95));
  });

  it('refuses what is no probability', () => {
    for (const p of [0, -1, 1.1, NaN])
      expect(() => new Certificate(p)).toThrow(`the smallest probability must be a number in (0, 1], found ${p}`);
    expect(() => new Certificate(0.1).bounds(1)).toThrow('confidence must be a number in (0, 1)');
  });

  it('can say nothing smaller than its floor allows', () => {
    expect(smallestCertifiable(0.1, 0.05)).toBeGreaterThan(Math.log(20) / -Math.log1p(-0.1));
    expect(smallestCertifiable(0.01, 0.05)).toBeGreaterThan(9 * smallestCertifiable(0.1, 0.05));
  });

  it('takes a floor between 1 - 2^-20 and 1 for 1 - 2^-20, and a smaller one for what it is', () => {
    const least = smallestCertifiable(1 - 2 ** -20, 0.05);
    for (const floor of [1 - 2 ** -21, 1 - 2 ** -50, 1]) expect(smallestCertifiable(floor, 0.05)).toBe(least);
    for (const floor of [1 - 2 ** -19, 1 - 2 ** -19.9]) expect(smallestCertifiable(floor, 0.05)).toBeGreaterThan(least);
  });
});

it('a count that is stopped hears of no further row, and of answers to what was bought before', () => {
  const [stopped, left] = [new CertifiedCount(0.25), new CertifiedCount(0.25)];
  for (const count of [stopped, left]) {
    count.passOver(3);
    count.consider(0.5, 1);
    count.buy(3);
  }
  stopped.stop();
  stopped.consider(0.125, 2);
  stopped.buy(4);
  stopped.passOver(5);
  for (const count of [stopped, left]) count.answer(3, true);
  stopped.answer(4, true);
  expect([stopped.rows, stopped.seen]).toEqual([4, 1]);
  expect(stopped.bounds(0.95)).toEqual(left.bounds(0.95));
  const resumed = new CertifiedCount(0.25);
  resumed.restore(stopped.state());
  resumed.passOver(1);
  expect(resumed.rows).toBe(4);
});

describe('what must not be done shows', () => {
  /** How often the upper bound is missed at the end, of runs of one probability. */
  function missed(total: number, judge: (random: RandomStream) => { truth: number; upper: number }): number {
    const random = randomStream(2, 'mistakes');
    let count = 0;
    for (let run = 0; run < total; run++) {
      const { truth, upper } = judge(random);
      if (truth > upper) count++;
    }
    return count / total;
  }

  it('merging four ledgers of equal coins misses far more often than 5%', () => {
    const share = missed(150, (random) => {
      const merged = new Certificate(0.1);
      let truth = 0;
      for (let t = 0; t < 400; t++) {
        const coin = random.next();
        const z = t % 2;
        truth += 4 * z;
        for (let ledger = 0; ledger < 4; ledger++) {
          merged.consider(0.1);
          if (coin < 0.1) merged.see(0.1, z);
        }
        if (t % 10 === 9 && truth > merged.upper(0.05)) return { truth, upper: 0 };
      }
      return { truth: 0, upper: 1 };
    });
    expect(share).toBeGreaterThan(0.2);
  });

  it('a grid from the smallest probability seen so far misses more often than 5%', () => {
    const share = missed(400, (random) => {
      const rows: { p: number; bought: boolean }[] = [];
      for (let t = 0, octave = 0; octave < 6; t++) {
        if (t >= 12 * 2 ** octave) octave++;
        const p = 0.9 * 2 ** -octave;
        rows.push({ p, bought: random.next() < p });
        if (t % 4 !== 0) continue;
        const certificate = new Certificate(p);
        for (const row of rows) {
          certificate.consider(row.p);
          if (row.bought) certificate.see(row.p, 1);
        }
        if (t + 1 > certificate.upper(0.05)) return { truth: 1, upper: 0 };
      }
      return { truth: 0, upper: 1 };
    });
    expect(share).toBeGreaterThan(allowed(400) / 400);
  });

  it('a grid from the smallest probability of a unit seen so far misses more often than 5%', () => {
    const share = missed(400, (random) => {
      const rows: { p: number; size: number; bought: boolean }[] = [];
      let truth = 0;
      for (let t = 0, octave = 0; octave < 6; t++) {
        if (t >= 12 * 2 ** octave) octave++;
        // The probability stays, and the importance grows.
        const [p, size] = [0.5, 0.3 * 2 ** octave];
        rows.push({ p, size, bought: random.next() < p });
        truth += size;
        if (t % 4 !== 0) continue;
        const certificate = new Certificate(unitProbability(p, size));
        for (const row of rows) {
          certificate.consider(row.p, row.size);
          if (row.bought) certificate.see(row.p, row.size, row.size);
        }
        if (truth > certificate.upper(0.05)) return { truth: 1, upper: 0 };
      }
      return { truth: 0, upper: 1 };
    });
    expect(share).toBeGreaterThan(allowed(400) / 400);
  });

  it('going on counting after the budget has ended misses nearly always', () => {
    const share = missed(200, (random) => {
      const certificate = new Certificate(0.1);
      let [truth, bought] = [0, 0];
      for (let t = 0; t < 2000; t++) {
        const z = t % 10 === 0 ? 1 : 0;
        truth += z;
        certificate.consider(0.1);
        if (random.next() < 0.1 && bought < 40) {
          bought++;
          certificate.see(0.1, z);
        }
      }
      return { truth, upper: certificate.upper(0.05) };
    });
    expect(share).toBeGreaterThan(0.5);
  });
});
