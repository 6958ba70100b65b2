import { expect, it } from 'vitest';
import { log } from '../../../src/numerics/elementary.ts';
import { type RandomStream, randomStream } from '../../../src/numerics/random.ts';
import { criticalT, studentTail } from '../../../src/statistics/estimate.ts';
import { meanDifference, meanOver, rangeOver } from '../../../src/studies/results/claim.ts';
import type { Claim, Criterion, Unit } from '../../../src/studies/results/claim.ts';
import { reportOf } from '../../../src/studies/report-of.ts';
import type { Findings, Study } from '../../../src/studies/study.ts';
import { isOpen, verdict, whatItTakes } from '../../../src/studies/results/claims.ts';
import { continued } from '../../../src/studies/results/looks.ts';
import { expectedWrong, kept, probabilityOf } from '../../../experiments/sources/chance.ts';

/** LAW of new seeds: whatever the truth, a verdict of theirs is wrong in at most 5% of the claims on a side. */

const [D, CLAIMS] = [0.005, 2000];
const claimOf = (
  numbers: readonly number[],
  criterion: Criterion = { above: 0 },
  of = 'seeds',
  unit: Unit = 'points',
): Claim => ({
  claim: 'better',
  cases: [{ what: '', ...meanOver(numbers, of), unit, criterion }],
});
const open = claimOf([-0.01, 0.01]);
const decided = (numbers: readonly number[]): Claim =>
  continued([open], (seeds) => (seeds > numbers.length ? undefined : [claimOf(numbers.slice(0, seeds))]), isOpen)[0];

/**
 * Of mean 0 and standard deviation 1, with the share that a side may be wrong in. t tests of few skewed numbers err more often on the side
 * of the short tail: 5% is kept up to a skewness of 0.3 (5.0% of 200,000 there, 4.1% of normal ones), and at a skewness of 1 it is 8.3%.
 */
const NOISES = {
  normal: { of: (random: RandomStream) => random.normal(), most: 0.05 },
  'slightly skewed': { of: (random: RandomStream) => gamma(random, 50), most: 0.05 },
  skewed: { of: (random: RandomStream) => gamma(random, 4), most: 0.083 },
};

/** A sum of k exponential numbers, of skewness 2 / sqrt(k), in standard units. */
function gamma(random: RandomStream, k: number): number {
  return (Array.from({ length: k }, () => -log(1 - random.next())).reduce((sum, x) => sum + x, 0) - k) / Math.sqrt(k);
}

const names = Object.keys(NOISES) as (keyof typeof NOISES)[];

it.each(names.flatMap((noise) => [0, 0.5, 1, 2, -0.5, -1].map((effect) => [noise, effect] as const)))(
  '%s noise, effect of %d d: no side is wrong in more than it may be',
  { timeout: 60_000 },
  (noise, effect) => {
    const random = randomStream(7, `${noise} ${effect}`);
    const { of: draw, most } = NOISES[noise];
    // Three standard errors of the simulation.
    const allowed = CLAIMS * most + 3 * Math.sqrt(CLAIMS * most * (1 - most));
    const found = Array.from({ length: CLAIMS }, () =>
      // d is 0.75 standard deviations, the least that 40 seeds decide.
      verdict(decided(Array.from({ length: 40 }, () => D * (effect + draw(random) / 0.75)))),
    );
    const of = (...wrong: string[]): number => found.filter((each) => wrong.includes(each)).length;
    if (effect <= 0) expect(of('holds', 'holds, smaller than d')).toBeLessThan(allowed);
    if (effect >= 0) expect(of('does not hold')).toBeLessThan(allowed);
    if (Math.abs(effect) >= 1) expect(of('no difference larger than d', 'holds, smaller than d')).toBeLessThan(allowed);
    // What is so small a spread is decided.
    if (noise === 'normal' && [0, 2].includes(effect)) expect(of('undecided', 'undecided by design')).toBeLessThan(0.03 * CLAIMS);
    if (effect === 2) expect(of('holds')).toBeGreaterThan(0.95 * CLAIMS);
  },
);

it('what the pilot decided stays, and what is not about seeds is not looked at', () => {
  const holds = claimOf([0.01, 0.011]);
  const later = (numbers: readonly number[], of: string) => (seeds: number) => [
    claimOf(numbers.slice(0, seeds), { above: 0 }, of),
  ];
  const worse = [-1, -1.1, -1.2, -1.3, -1.4];
  expect(continued([holds], later(worse, 'seeds'), isOpen)).toEqual([holds]);
  expect(continued([open], later(worse, 'sets'), isOpen)).toEqual([open]);
  expect(verdict(continued([open], later(worse, 'seeds'), isOpen)[0])).toBe('does not hold');
  const range: Claim = { claim: 'better', cases: [{ ...open.cases[0], ...rangeOver(worse, 'seeds') }] };
  expect(continued([open], () => [range], isOpen)).toEqual([open]);
});

it('an interval at a look is that of its level, of ratios on the logarithmic scale', () => {
  const logs = [0.1, 0.2, 0.3, 0.4, 0.6];
  const ends = ({ value, low, high }: { value: number; low: number; high: number }) => [value, low, high];
  const half = (level: number) => criticalT(1 - 2 * level, 4) / criticalT(0.95, 4);
  const { value, low, high } = meanOver(logs, 'seeds');
  const wide = [value, value - half(0.005) * (value - low), value + half(0.005) * (high - value)];
  const of = (claim: Claim) => ends(continued([open], (n) => (n > 5 ? undefined : [claim]), isOpen)[0].cases[0]);
  expect(of(claimOf(logs))).toEqual(wide);
  const [first] = claimOf(logs, { above: 1 }, 'seeds', 'times').cases;
  const ratio = { ...first, value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
  of({ claim: 'better', cases: [ratio] }).forEach((x, n) => expect(log(x)).toBeCloseTo(wide[n], 12));
});

it('undecided by design: sets, and seeds where d is less than 0.75 standard deviations, with what it would take', () => {
  // A deviation of the square root of 2 points.
  const wide = claimOf([-0.00999999, 0.01]);
  expect([verdict(wide), whatItTakes(wide)]).toEqual(['undecided by design', `about ${Math.ceil(40 * 0.75 ** 2 * 8)} seeds`]);
  const narrow = claimOf([-0.003, 0.004]);
  expect([verdict(narrow), whatItTakes(narrow)]).toEqual(['undecided', 'up to 40 new seeds']);
  expect(whatItTakes(claimOf([-0.001, 0.002], { above: 0 }, 'sets'))).toBe('about 5 sets');
  // Of several, so many as are missing, those that take the fewest; what is no mean over seeds is not looked at again.
  const both = [...wide.cases, ...narrow.cases, ...claimOf([0.01, 0.011]).cases];
  const taken = [1, 2, 3].map((more) => whatItTakes({ claim: 'better', cases: both, atLeast: more }));
  expect(taken.slice(1)).toEqual(['up to 40 new seeds', whatItTakes(wide)]);
  const range: Claim = { claim: 'better', cases: [{ ...narrow.cases[0], ...rangeOver([-1, 1], 'seeds') }] };
  expect([verdict(range), whatItTakes(range)]).toEqual(['undecided', 'more runs']);
});

it('probabilities are those of the t test, and Benjamini and Hochberg keep what is at most 5% k / m', () => {
  expect(studentTail(criticalT(0.95, 7), 7)).toBeCloseTo(0.025, 12);
  const numbers = [1, 2, 3, 5, 8];
  const { value, low } = meanOver(numbers, 'seeds');
  expect(probabilityOf(claimOf(numbers))).toBeCloseTo(2 * studentTail((criticalT(0.95, 4) * value) / (value - low), 4), 12);
  expect(probabilityOf(claimOf(numbers, { above: low }))).toBeCloseTo(0.05, 9);
  const { value: mean, low: least, high: most } = meanDifference([1, 2, 4], [0, 0, 0], 'seeds');
  const at = (p: number): Claim => ({
    claim: `${p}`,
    cases: [
      {
        what: '',
        value: mean,
        low: least,
        high: most,
        basis: '95% interval over 3 seeds',
        unit: 'points',
        criterion: { above: mean - tOf(p) },
      },
    ],
  });
  const tOf = (p: number): number => (criticalT(1 - p, 2) * (mean - least)) / criticalT(0.95, 2);
  const some = [0.001, 0.02, 0.03, 0.9].map(at);
  expect(some.map((claim) => kept(some).has(claim))).toEqual([true, true, true, false]);
  const weak = [0.04, 0.03, 0.9].map(at);
  expect(kept(weak).size).toBe(0);
  expect(expectedWrong([...some, { ...at(0.1), look: 5 }])).toBeCloseTo(0.175, 12);
});

it('a report says what its pilot decides and, of what is left, what the seeds after it do, with the d of its study', () => {
  const results = Array.from({ length: 7 }, (_, s) => ({
    cell: { kind: 'online', run: { seed: s + 1 } },
    outcome: { measurement: s < 2 ? [0.01, -0.01][s] : 0.001 * s },
  })) as unknown as Findings['results'];
  const report = (findings: Findings) => {
    const errors = findings.results.map(({ outcome }) => (outcome as unknown as { measurement: number }).measurement);
    return { title: 'T', protocol: [], figures: [], tables: [], notes: [], command: '', claims: [claimOf(errors)] };
  };
  const parts = { pilot: { default: 2 }, matters: { points: 0.1 }, report, datasets: () => [], question: '', source: '' };
  const claimWith = (seeds: number): Claim => {
    const splits = new Map();
    const findings = { size: 'default', seeds, splits, missing: [], results: results.slice(0, seeds), races: [] } as const;
    return reportOf(parts as unknown as Study, findings).claims[0];
  };
  expect([2, 6].map((seeds) => claimWith(seeds).cases[0].basis)).toEqual(Array(2).fill('95% interval over 2 seeds'));
  const { cases, look } = claimWith(7);
  expect([look, cases[0].basis, cases[0].matters]).toEqual([5, '99% interval over 5 new seeds', 0.1]);
  expect(verdict(claimWith(7))).toBe('holds, smaller than d');
});
