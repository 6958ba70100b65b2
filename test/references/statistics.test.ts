import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from '../../experiments/budget/bootstrap-interval.ts';
import { differences, holm } from '../../src/statistics/paired-difference.ts';
import { kaplanMeier, medianToReach, type Observation } from '../../experiments/label-complexity/kaplan-meier.ts';
import { meanInterval } from '../../src/statistics/estimate.ts';
import { normalProbability, normalQuantile } from '../../src/statistics/normal.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { wilcoxon } from '../../experiments/label-complexity/wilcoxon.ts';

/** REFERENCES of the statistics: published examples, and numbers that SciPy 1.17 gave. */

describe('the normal distribution (scipy.special.ndtr and ndtri)', () => {
  it.each([
    [0, 0.5],
    [-0.5, 0.3085375387259869],
    [-1, 0.15865525393145707],
    [-2, 0.022750131948179195],
    [-2.9, 0.0018658133003840375],
    [-3, 0.0013498980316300933],
    [-3.5, 0.00023262907903552502],
    [-5, 2.866515718791933e-7],
    [-10, 7.61985302416047e-24],
    [-37, 5.7255712225239266e-300],
  ])('P(Z <= %d)', (z, wanted) => {
    expect(Math.abs(normalProbability(z) / wanted - 1)).toBeLessThan(2e-13);
    expect(normalProbability(-z)).toBeCloseTo(1 - wanted, 15);
  });

  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798409],
    [0.001, -3.090232306167813],
    [0.3, -0.5244005127080409],
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.9999999, 5.199337582290661],
  ])('quantile %d', (p, wanted) => expect(Math.abs(normalQuantile(p) - wanted)).toBeLessThan(1e-9));

  it('of certainties', () => expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]));
});

it('paired t interval (scipy.stats.ttest_rel): of six pairs', () => {
  const { value, low, high } = meanInterval(differences([1, 2, 3, 5, 8, 13], [2, 2, 4, 4, 10, 11]), 0.95);
  expect(value).toBeCloseTo(-1 / 6, 12);
  expect(low).toBeCloseTo(-1.7113941026938462, 10);
  expect(high).toBeCloseTo(1.3780607693605127, 10);
});

describe('bootstrap interval (scipy.stats.bootstrap, BCa, 400,000 resamples: 0.670 to 2.680)', () => {
  const sample = [0.3, 1.2, 0.1, 2.5, 0.7, 0.4, 5.1, 0.9, 0.2, 1.6];

  // An end of 20,000 resamples lies within 0.05 of it: four standard errors of the quantile where the tail is thinnest.
  it('of a skewed sample; the percentiles would be 0.55 to 2.30', () => {
    const { low, high } = bootstrapInterval(sample, mean, {
      confidence: 0.95,
      resamples: 20_000,
      random: randomStream(1, 'bootstrap'),
    });
    expect(Math.abs(low - 0.67)).toBeLessThan(0.02);
    expect(Math.abs(high - 2.68)).toBeLessThan(0.05);
  });
});

describe('Wilcoxon', () => {
  // Darwin's maize, heights of cross- and self-fertilised plants in eighths of an inch: the example of scipy.stats.wilcoxon.
  it('Darwin: W = 24, p = 0.041259765625', () => {
    const { negative, p } = wilcoxon([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]);
    expect({ negative, p }).toEqual({ negative: 24, p: 0.041259765625 });
  });

  it('twelve pairs (SciPy, exact)', () => {
    const { negative, p } = wilcoxon([1.047, -1.592, -0.063, 0.303, 1.657, 1.089, 0.073, 0.031, 0.15, 1.924, -0.028, 0.096]);
    expect({ negative, p }).toEqual({ negative: 14, p: 0.05224609375 });
  });

  it("70 pairs with ties and zeros (SciPy, zero_method='pratt', correction=True, method='approx')", () => {
    const { negative, positive, pairs, p } = wilcoxon(SEVENTY);
    expect(Math.min(negative, positive)).toBe(1216.5);
    expect(pairs).toBe(67);
    expect(p).toBeCloseTo(0.895180255698505, 12);
  });

  // Wilcoxon & Wilcox (1964), table of the largest W that is significant at 5%, two-sided; reprinted in most textbooks.
  it.each([
    [6, 0],
    [7, 2],
    [8, 3],
    [9, 5],
    [10, 8],
    [12, 13],
    [15, 25],
    [20, 52],
    [25, 89],
  ])('%d pairs: W = %d is significant at 5%, and one more is not', (n, critical) => {
    expect(wilcoxon(negativeRanksSumTo(critical, n)).p).toBeLessThanOrEqual(0.05);
    expect(wilcoxon(negativeRanksSumTo(critical + 1, n)).p).toBeGreaterThan(0.05);
  });
});

it('Holm: four tests', () => {
  const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
  [0.03, 0.06, 0.06, 0.02].forEach((wanted, i) => expect(adjusted[i]).toBeCloseTo(wanted, 12));
});

describe('Kaplan-Meier: weeks of remission (Freireich et al. 1963)', () => {
  const treated = runs('6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+');
  const placebo = runs('1 1 2 2 3 4 4 5 5 8 8 8 8 11 11 12 12 15 17 22 23');

  it('6-MP: curve and standard errors (Klein & Moeschberger, Survival analysis, table 4.1a)', () => {
    const found = kaplanMeier(treated).map(({ at, atRisk, reached, short, standardError }) => [
      at,
      atRisk,
      reached,
      rounded(short),
      rounded(standardError),
    ]);
    expect(found).toEqual([
      [6, 21, 3, 0.857, 0.076],
      [7, 17, 1, 0.807, 0.087],
      [10, 15, 1, 0.753, 0.096],
      [13, 12, 1, 0.69, 0.107],
      [16, 11, 1, 0.627, 0.114],
      [22, 7, 1, 0.538, 0.128],
      [23, 6, 1, 0.448, 0.135],
    ]);
  });

  // The ends are where the log-log bands of scipy.stats.ecdf(...).sf cross 1/2: at 13 the lower one falls to 0.432 (0.503
  // before), the upper one never does; in the other group 0.425 at 4 weeks (0.519 before) and 0.482 at 11 (0.578 before).
  it('medians: 23 (13 to infinity) and 8 (4 to 11) weeks', () => {
    expect(medianToReach(treated, 0.95)).toEqual({ value: 23, low: 13, high: Infinity });
    expect(medianToReach(placebo, 0.95)).toEqual({ value: 8, low: 4, high: 11 });
  });
});

/** Runs in the notation of the field: 10 reached its end, 10+ was censored. */
function runs(text: string): Observation[] {
  return text.split(' ').map((each) => ({ at: parseFloat(each), outcome: each.endsWith('+') ? 'censored' : 'reached' }));
}

/** The differences 1 … n, the largest of them negative as long as their ranks fit into the sum. */
function negativeRanksSumTo(sum: number, n: number): number[] {
  let left = sum;
  return Array.from({ length: n }, (_, k) => n - k).map((rank) => {
    if (rank > left) return rank;
    left -= rank;
    return -rank;
  });
}

function rounded(x: number): number {
  return Math.round(1000 * x) / 1000;
}

/** numpy.random.default_rng(7).normal(0.3, 1.5, 70), rounded to one decimal. */
const SEVENTY = [
  0.3, 0.7, -0.1, -1.0, -0.4, -1.2, 0.4, 2.3, -0.4, -0.6, 1.0, 0.8, 0.5, -1.1, 0.3, 1.3, -1.7, -0.4, -2.6, -1.6, -2.5, -0.1, -1.6,
  0.7, 0.5, 0.0, -3.5, -0.5, 0.2, 0.5, -2.0, -0.4, -1.2, -0.9, 1.9, -0.9, 0.3, 1.6, -0.6, 0.1, 0.5, 0.4, -1.5, 0.4, 2.3, -2.0,
  1.6, 0.5, -0.7, 3.3, 1.4, -1.5, 0.4, 1.2, 0.0, 1.3, 0.2, 1.3, 2.5, -0.7, 0.6, -0.4, 0.5, -1.5, -0.6, 0.0, 1.6, 2.0, -1.7, -0.9,
];
