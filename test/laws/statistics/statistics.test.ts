import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../../experiments/budget/bootstrap-interval.ts';
import { differences, holm } from '../../../src/statistics/paired-difference.ts';
import { type Estimate, meanInterval } from '../../../src/statistics/estimate.ts';
import { kaplanMeier, medianToReach, type Observation } from '../../../experiments/label-complexity/kaplan-meier.ts';
import { aucGain, labelsToReach, type LabelPoint } from '../../../experiments/label-complexity/label-curves.ts';
import { wilsonInterval } from '../../../src/statistics/intervals/wilson-interval.ts';
import { normalProbability, normalQuantile } from '../../../src/statistics/normal.ts';
import { integrate } from '../../../src/numerics/elementary.ts';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { effectiveSampleSize, mean, median, quantile } from '../../../src/statistics/small-samples.ts';
import { wilcoxon } from '../../../experiments/label-complexity/wilcoxon.ts';
import { closureOfBonferroni, redistributed, signPatterns } from '../../support/references/statistics-definitions.ts';
import { always } from './always.ts';

/**
 * LAWS of the statistics: each against its definition, computed the long way (all patterns, all subsets, all resamples,
 * integrals), and every interval against its promise, by simulation.
 *
 * Simulations have fixed seeds and state their power: which mistake they would not let through.
 */

const small = fc.integer({ min: -4, max: 4 });

describe('the interval of a share', () => {
  it('holds the shares from which k of n are no more than z standard errors away, z for the confidence', () => {
    for (const n of [1, 2, 7.5, 100])
      for (const k of [0, n / 5, n / 2, n])
        for (const confidence of [0.5, 0.95]) {
          const z = normalQuantile((1 + confidence) / 2);
          const { value, low, high } = wilsonInterval(k, n, confidence);
          const away = (p: number): number => Math.abs(k / n - p) / Math.sqrt((p * (1 - p)) / n);
          expect(value).toBe(k / n);
          if (k > 0) expect(away(low)).toBeCloseTo(z, 9);
          else expect(low).toBe(0);
          if (k < n) expect(away(high)).toBeCloseTo(z, 9);
          else expect(high).toBe(1);
          expect(low < value || k === 0).toBe(true);
          expect(high > value || k === n).toBe(true);
        }
  });

  it('is unknown without a trial, and refuses more successes than trials', () => {
    expect(wilsonInterval(0, 0, 0.95)).toEqual({ value: NaN, low: NaN, high: NaN });
    for (const k of [2, -1, NaN]) expect(() => wilsonInterval(k, 1, 0.95)).toThrow(`found ${k} of 1`);
    expect(() => wilsonInterval(1, Infinity, 0.95)).toThrow('found 1 of Infinity');
    for (const confidence of [0, 1]) expect(() => wilsonInterval(1, 2, confidence)).toThrow('confidence');
  });
});

describe('normal distribution', () => {
  it('is the integral of its density', () => {
    const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
    for (let z = -8; z < 8; z += 0.5)
      expect(normalProbability(z + 0.5) - normalProbability(z)).toBeCloseTo(integrate(density, z, z + 0.5), 15);
  });

  it('quantile and probability undo each other', () => {
    always(fc.double({ min: 1e-300, max: 0.5, noNaN: true }), (p) => {
      expect(Math.abs(normalProbability(normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
    });
  });
});

describe('quantile', () => {
  it('between equal infinities is infinity, and no NaN', () => {
    expect(quantile([1, Infinity, Infinity], 0.75)).toBe(Infinity);
    expect(median([0, Infinity])).toBe(Infinity);
  });
});

describe('effective sample size', () => {
  it('of n equal weights is n, whatever their size; of one, 1', () => {
    for (const h of [1e-300, 1, 1e300]) expect(effectiveSampleSize(Array.from({ length: 7 }, () => h))).toBeCloseTo(7, 12);
    expect(effectiveSampleSize([0, 0, 3, 0])).toBe(1);
    expect(effectiveSampleSize([])).toBeNaN();
  });

  it('is the factor by which weights inflate the variance of a mean: simulated, within 4 standard errors', () => {
    const random = randomStream(1, 'kish');
    const weights = [1, 2, 3, 10];
    const means = Array.from({ length: 20_000 }, () => weights.reduce((sum, h) => sum + h * random.normal(), 0) / 16);
    const variance = mean(means.map((x) => x * x));
    expect(Math.abs(1 / variance / effectiveSampleSize(weights) - 1)).toBeLessThan(4 * Math.sqrt(2 / 20_000));
  });
});

describe('paired differences', () => {
  it('refuse what has none', () => {
    expect(() => differences([1], [1, 2])).toThrow('pairs need lists of one length, found 1 and 2');
    expect(() => differences([1, Infinity], [2, Infinity])).toThrow('pair 1 has no difference: Infinity and Infinity');
    expect(() => differences([NaN], [2])).toThrow('pair 0 has no difference: NaN and 2');
    expect(differences([Infinity], [1])).toEqual([Infinity]);
  });
});

describe('mean interval', () => {
  // 4000 samples: 4 standard errors are 1.4 points. The normal quantile in place of t would cover 87.8%, divisor n for n - 1
  // 93.2%.
  it('covers as promised: 95% of samples of 5 normal numbers', () => {
    const random = randomStream(1, 'coverage of t');
    const covered = coverage(4000, () => meanInterval(normals(5, random), 0.95), 0);
    expect(Math.abs(covered - 0.95)).toBeLessThan(0.014);
  });

  it('of one number is the whole line, of none NaN', () => {
    expect(meanInterval([3], 0.95)).toEqual({ value: 3, low: -Infinity, high: Infinity });
    expect(meanInterval([], 0.95)).toEqual({ value: NaN, low: NaN, high: NaN });
  });

  it('refuses numbers without a mean, and certainty', () => {
    expect(() => meanInterval([1, Infinity], 0.95)).toThrow('a mean needs finite numbers, found Infinity');
    expect(() => meanInterval([1, 2], 1)).toThrow('confidence must be a number in (0, 1), found 1');
  });
});

describe('bootstrap interval', () => {
  const options = (name: string, resamples = 2000) => ({ confidence: 0.9, resamples, random: randomStream(1, name) });

  /** BCa from all n^n resamples, by its printed formula with the jackknife written out: the limit of infinitely many draws. */
  function enumerated(sample: readonly number[], z: number): [number, number] {
    const n = sample.length;
    const means = Array.from({ length: n ** n }, (_, code) => mean(sample.map((_, k) => sample[Math.floor(code / n ** k) % n])));
    means.sort((a, b) => a - b);
    const value = mean(sample);
    const z0 = normalQuantile(
      (means.filter((x) => x < value).length + means.filter((x) => x === value).length / 2) / means.length,
    );
    const influence = sample.map((x) => (x - value) / (n - 1));
    const a = (mean(influence.map((u) => u ** 3)) * n) / (6 * (n * mean(influence.map((u) => u ** 2))) ** 1.5);
    const end = (w: number): number => means[Math.round(normalProbability(z0 + w / (1 - a * w)) * (means.length - 1))];
    return [end(z0 - z), end(z0 + z)];
  }

  it.each([[[1, 2, 4, 8, 16]], [[-3, 0.5, 1, 1.5, 2]], [[1, 1, 1, 1, 6]]])('all resamples of %j', (sample) => {
    const [low, high] = enumerated(sample, normalQuantile(0.95));
    const found = bootstrapInterval(sample, mean, options('enumerated', 20_000));
    // Means of five such numbers lie on a lattice; a quantile may fall on the point beside.
    const spacing = (Math.max(...sample) - Math.min(...sample)) / 5;
    expect(Math.abs(found.low - low)).toBeLessThan(0.2 * spacing + 1e-12);
    expect(Math.abs(found.high - high)).toBeLessThan(0.2 * spacing + 1e-12);
  });

  // The shares are those of another program (NumPy, 20,000 samples). 2500 samples: 4 standard errors are 1.8 and 2.3 points, so
  // that plain percentiles, which are above the truth 3.6% and below it 12.0% of the time, would not pass.
  it('misses the mean of 20 exponential numbers as often as BCa at 90% does: 5.4% above, 9.3% below', () => {
    const random = randomStream(1, 'coverage of the bootstrap');
    const found = Array.from({ length: 2500 }, (_, run) => {
      const sample = Array.from({ length: 20 }, () => -Math.log(1 - random.next()));
      return bootstrapInterval(sample, mean, options(`run ${run}`, 999));
    });
    expect(Math.abs(found.filter(({ low }) => low > 1).length / 2500 - 0.0538)).toBeLessThan(0.018);
    expect(Math.abs(found.filter(({ high }) => high < 1).length / 2500 - 0.0926)).toBeLessThan(0.023);
  });

  it('is moved and stretched with the sample, and does not change with the name of its items', () => {
    const before = bootstrapInterval([1, 5, 2, 8], mean, options('moved'));
    const moved = bootstrapInterval([12, 20, 14, 26], mean, options('moved'));
    for (const end of ['value', 'low', 'high'] as const) expect(moved[end]).toBeCloseTo(10 + 2 * before[end], 10);
    const pairs = [3, 6, 2, 9].map((x, k) => ({ x, y: [2, 1, 0, 1][k] }));
    const ofPairs = bootstrapInterval(pairs, (items) => mean(items.map(({ x, y }) => x - y)), options('moved'));
    expect(ofPairs).toEqual(before);
  });

  it('of one item is the whole line, of none NaN, of equal items a point', () => {
    expect(bootstrapInterval([3], mean, options('one'))).toEqual({ value: 3, low: -Infinity, high: Infinity });
    expect(bootstrapInterval([], mean, options('none'))).toEqual({ value: NaN, low: NaN, high: NaN });
    expect(bootstrapInterval([3, 3], mean, options('equal'))).toEqual({ value: 3, low: 3, high: 3 });
  });

  it('stays a number where the statistic lies beyond all of its resamples', () => {
    const distinct = (items: readonly number[]): number => new Set(items).size;
    const items = Array.from({ length: 30 }, (_, k) => k);
    const { value, low, high } = bootstrapInterval(items, distinct, options('distinct', 500));
    expect(value).toBe(30);
    expect(low).toBeLessThanOrEqual(high);
  });

  it('refuses a statistic without a value, and no resamples', () => {
    const infinite = () => bootstrapInterval([1, Infinity], mean, options('infinite'));
    expect(infinite).toThrow('a bootstrap needs a finite statistic, found Infinity');
    expect(() => bootstrapInterval([1, 2], mean, options('none', 0))).toThrow('resamples must be a whole number >= 1, found 0');
  });
});

describe('Wilcoxon', () => {
  it('is the share of all patterns of signs, ties and zeros included', () => {
    always(fc.array(small, { minLength: 1, maxLength: 10 }), (numbers) => {
      expect(wilcoxon(numbers).p).toBeCloseTo(signPatterns(numbers), 12);
    });
  });

  it('does not depend on the order, the scale or the direction', () => {
    always(fc.array(small, { maxLength: 70 }), (numbers) => {
      const { p, positive, negative } = wilcoxon(numbers);
      expect(wilcoxon(numbers.map((x) => -3 * x).reverse())).toMatchObject({ p, positive: negative, negative: positive });
    });
  });

  // SciPy: among all W of 51 pairs, the normal law is off by at most 0.00325, and by 0.00091 where p < 0.1.
  it('above 50 pairs the normal law is off by what it is known to be off', () => {
    const random = randomStream(1, 'takes over');
    for (const shift of [0, 0.1, 0.2, 0.4]) {
      const numbers = normals(51, random).map((x) => x + shift);
      const counted = countedOf(numbers);
      expect(Math.abs(wilcoxon(numbers).p - counted)).toBeLessThan(counted < 0.1 ? 0.00091 : 0.00325);
    }
  });

  it('up to 50 pairs it is counted', () => {
    const numbers = normals(50, randomStream(2, 'takes over')).map((x) => x + 0.2);
    expect(wilcoxon(numbers).p).toBeCloseTo(countedOf(numbers), 13);
  });

  /** The two-sided probability by a convolution from below, which loses 2^51 patterns to rounding only in the last digit. */
  function countedOf(numbers: readonly number[]): number {
    const order = numbers.map(Math.abs).sort((a, b) => a - b);
    let shares = [1];
    order.forEach((_, k) => {
      const next = new Array<number>(shares.length + k + 1).fill(0);
      shares.forEach((share, sum) => {
        next[sum] += share / 2;
        next[sum + k + 1] += share / 2;
      });
      shares = next;
    });
    const positive = numbers.reduce((sum, x) => sum + (x > 0 ? order.indexOf(x) + 1 : 0), 0);
    const smaller = Math.min(positive, shares.length - 1 - positive);
    return Math.min(1, 2 * shares.slice(0, smaller + 1).reduce((sum, share) => sum + share, 0));
  }

  it('takes runs that diverged, and says 1 where nothing differs', () => {
    expect(wilcoxon([Infinity, Infinity, 1, 2])).toEqual({ positive: 10, negative: 0, pairs: 4, p: 0.125 });
    expect(wilcoxon([0, 0, 0])).toEqual({ positive: 0, negative: 0, pairs: 0, p: 1 });
    expect(wilcoxon([])).toEqual({ positive: 0, negative: 0, pairs: 0, p: 1 });
  });

  /** How sure the test is of positive differences, 0 being certain. */
  const positive = (numbers: readonly number[]): number => {
    const found = wilcoxon(numbers);
    return found.positive >= found.negative ? found.p / 2 : 1 - found.p / 2;
  };
  const distinct = fc.uniqueArray(fc.integer({ min: -9, max: 9 }), { selector: Math.abs, minLength: 4, maxLength: 9 });

  it('raising a difference never makes it less sure of positive ones (Pratt 1959)', () => {
    fc.assert(
      fc.property(distinct, fc.nat(8), fc.nat(9), (numbers, k, by) => {
        fc.pre(positive(numbers) < 0.5);
        expect(positive(numbers.map((x, i) => (i === k % numbers.length ? x + by + 0.5 : x)))).toBeLessThanOrEqual(
          positive(numbers) + 1e-12,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('which dropping the zeros would not keep: raised from -1 to 0, the sample looks less positive', () => {
    const same = [2, 3, 4, 5, -6];
    expect([positive([-1, ...same]), positive([0, ...same]), positive(same)]).toEqual([18 / 64, 8 / 32, 10 / 32]);
  });

  it('refuses NaN', () => {
    expect(() => wilcoxon([1, NaN])).toThrow('difference 1 is NaN; a run that failed needs a value, perhaps Infinity');
  });
});

describe('Holm', () => {
  it('is the closure of Bonferroni over all subsets', () => {
    always(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 }), (probabilities) => {
      expect(holm(probabilities)).toEqual(closureOfBonferroni(probabilities));
    });
  });

  it('of nothing is nothing; what is no probability is refused', () => {
    expect(holm([])).toEqual([]);
    expect(() => holm([0.5, NaN])).toThrow('a probability is a number in [0, 1], found NaN');
    expect(() => holm([1.2])).toThrow('found 1.2');
  });
});

describe('Kaplan-Meier', () => {
  const run = fc.record<Observation>({ at: fc.integer({ min: 0, max: 9 }), outcome: fc.constantFrom('reached', 'censored') });

  it('hands the share of censored runs to those that went further (Efron 1967)', () => {
    always(fc.array(run, { minLength: 1, maxLength: 12 }), (runs) => {
      const short = redistributed(runs);
      for (const step of kaplanMeier(runs)) expect(step.short).toBeCloseTo(short(step.at), 12);
    });
  });

  it('without censoring: the shares counted, the binomial standard error, the ordinary median', () => {
    always(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 25 }), (places) => {
      const runs = places.map((at): Observation => ({ at, outcome: 'reached' }));
      for (const { at, short, standardError } of kaplanMeier(runs)) {
        const share = places.filter((place) => place > at).length / places.length;
        expect(short).toBeCloseTo(share, 12);
        expect(standardError).toBeCloseTo(Math.sqrt((share * (1 - share)) / places.length), 12);
      }
      expect(medianToReach(runs, 0.95).value).toBe(median(places));
    });
  });

  it('its interval holds its median', () => {
    const confidences = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    always(fc.array(run, { minLength: 1, maxLength: 30 }), confidences, (runs, confidence) => {
      const { value, low, high } = medianToReach(runs, confidence);
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    });
  });

  // 1500 samples: 4 standard errors are 2.3 points; another program (NumPy, 6000 samples) finds 94.6%. Taking censored runs as
  // having reached the goal where they ended covers 26%, dropping them 51%.
  it('covers as promised: 95% of samples of 40 exponential times, 40% of them censored', () => {
    const random = randomStream(1, 'coverage of Kaplan-Meier');
    const drawn = (): Observation => {
      const [time, end] = [-Math.log(1 - random.next()), -1.5 * Math.log(1 - random.next())];
      return time <= end ? { at: time, outcome: 'reached' } : { at: end, outcome: 'censored' };
    };
    const covered = coverage(1500, () => medianToReach(Array.from({ length: 40 }, drawn), 0.95), Math.LN2);
    expect(Math.abs(covered - 0.946)).toBeLessThan(0.023);
  });

  it('a goal that fewer than half reach has no median, and five runs no upper end', () => {
    const runs = [10, 20, 30].map((at, k): Observation => ({ at, outcome: k === 0 ? 'reached' : 'censored' }));
    expect(medianToReach(runs, 0.95)).toMatchObject({ value: Infinity, high: Infinity });
    const five = [1, 2, 3, 4, 5].map((at): Observation => ({ at, outcome: 'reached' }));
    expect(medianToReach(five, 0.95)).toMatchObject({ value: 3, high: Infinity });
    expect(medianToReach([], 0.95)).toEqual({ value: NaN, low: NaN, high: NaN });
  });

  it('refuses a run without an end', () => {
    const endless: Observation = { at: Infinity, outcome: 'reached' };
    expect(() => kaplanMeier([endless])).toThrow('a run ends at a finite number >= 0, found Infinity');
    expect(() => medianToReach([{ at: 1, outcome: 'reached' }], 0)).toThrow('confidence must be a number in (0, 1), found 0');
  });
});

describe('curves of error over labels', () => {
  const curve = (errors: readonly number[], step = 2): LabelPoint[] => errors.map((error, k) => ({ labels: step ** k, error }));

  it('labelsToReach: the first point at or below the target, else censored at the last', () => {
    const falling = curve([0.5, 0.3, 0.2, 0.25]);
    expect(labelsToReach(falling, 0.3)).toEqual({ at: 2, outcome: 'reached' });
    expect(labelsToReach(falling, 0.1)).toEqual({ at: 8, outcome: 'censored' });
    expect(() => labelsToReach([], 0.1)).toThrow('a curve needs at least one point');
  });

  it('AUC-GAIN is the gain of the integrals over log2(labels), found by adding up 20,000 thin slices', () => {
    const at = (points: readonly LabelPoint[], x: number): number => {
      const k = points.findIndex(({ labels }) => Math.log2(labels) > x);
      const [a, b] = [points[k - 1], points[k]];
      const share = (x - Math.log2(a.labels)) / Math.log2(b.labels / a.labels);
      return a.error + share * (b.error - a.error);
    };
    const passive = curve([0.5, 0.4, 0.28, 0.2, 0.18, 0.17]);
    const active = [3, 5, 11, 24].map((labels, k) => ({ labels, error: [0.4, 0.25, 0.17, 0.16][k] }));
    const slices = Array.from({ length: 20_000 }, (_, k) => Math.log2(3) + ((k + 0.5) / 20_000) * Math.log2(24 / 3));
    const area = (points: readonly LabelPoint[]): number => mean(slices.map((x) => at(points, x)));
    expect(aucGain(passive, active)).toBeCloseTo((area(passive) - area(active)) / area(passive), 6);
  });

  it('is 0 against itself, does not see the unit of the labels, and knows a curve that is twice as bad', () => {
    const errors = [0.5, 0.4, 0.3, 0.1];
    expect(aucGain(curve(errors), curve(errors))).toBe(0);
    expect(aucGain(curve(errors), curve(errors.map((error) => 2 * error)))).toBeCloseTo(-1, 12);
    const [far, near] = [10, 2].map((step) => aucGain(curve(errors, step), curve([0.4, 0.4, 0.2, 0.1], step)));
    expect(far).toBeCloseTo(near, 12);
  });
});

function normals(n: number, random: RandomStream): number[] {
  return Array.from({ length: n }, () => random.normal());
}

/** The share of intervals that hold the truth. */
function coverage(runs: number, interval: () => Estimate, truth: number): number {
  const found = Array.from({ length: runs }, interval);
  return found.filter(({ low, high }) => low <= truth && truth <= high).length / runs;
}
