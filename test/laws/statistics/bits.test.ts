import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { randomStream, type RandomStream } from '../../../src/numerics/random.ts';
import { Certificate, plusOnes, smallestCertifiable } from '../../../src/statistics/certificates/certificate.ts';
import { CertifiedCount } from '../../../src/statistics/certificates/certified-count.ts';
import { holm, pairedDifference } from '../../../src/statistics/paired-difference.ts';
import { wilcoxon } from '../../../experiments/label-complexity/wilcoxon.ts';
import { areaUnderCurve } from '../../../src/statistics/curves/auc.ts';
import { ndcg } from '../../../src/statistics/curves/discounted-gain.ts';
import { kaplanMeier, medianToReach, type Observation } from '../../../experiments/label-complexity/kaplan-meier.ts';
import { aucGain, labelsToReach } from '../../../experiments/label-complexity/label-curves.ts';
import { savingFactor } from '../../../experiments/support/saving.ts';
import { ErrorTally } from '../../../src/statistics/error-tally.ts';
import { bootstrapInterval } from '../../../experiments/budget/bootstrap-interval.ts';
import { meanInterval, criticalT } from '../../../src/statistics/estimate.ts';
import { deviationsFrom, scoreInterval, type SeenMistakes } from '../../../src/statistics/intervals/score-interval.ts';
import { signedRankInterval } from '../../../experiments/label-complexity/signed-rank-interval.ts';
import { wilsonInterval } from '../../../src/statistics/intervals/wilson-interval.ts';
import { nonIncreasing } from '../../../src/statistics/isotonic.ts';
import { normalProbability, normalQuantile } from '../../../src/statistics/normal.ts';
import { calibratedClasses, type JudgedMargin } from '../../../src/statistics/probability-calibration.ts';
import { fittedCalibration } from '../../../src/fits/calibration.ts';
import { effectiveSampleSize, median, quantile, standardError } from '../../../src/statistics/small-samples.ts';

/**
 * UNCHANGED: what statistics come to, to the last digit, at corners and at ordinary points, as a checksum of many: reports and audits
 * that stand were made of them. Laws say what is right; between two formulas that are right to a few roundings, or two borders that
 * are a matter of taste, they cannot choose.
 */

const CONFIDENCES = [0.5, 0.8, 0.95, 0.999];

/** Numbers among which there are ties, zeros and both signs. */
function someNumbers(random: RandomStream, length: number): number[] {
  return Array.from({ length }, () => (random.next() < 0.4 ? random.below(5) - 2 : random.normal()));
}

function seenMistakes(random: RandomStream): SeenMistakes {
  const clock = 1 + random.below(2000);
  const wrong = random.below(4) === 0 ? 0 : random.next() * 40;
  const largest = [0, 1, 3, 30, 400][random.below(5)];
  return { clock, weighted: wrong * (1 + random.next()), variance: largest * wrong, largest, wrong, right: random.next() * 100 };
}

/** What a run of bought labels says at every tenth row, begun anew from its state now and then. */
function* tallied(random: RandomStream, floor: number | undefined): Generator {
  let tally = new ErrorTally();
  const sides = [['positive', 'negative'] as const, ['positive', 'positive'] as const, [undefined] as const][random.below(3)];
  const stop = random.below(120);
  for (let row = 0; row < 80; row++) {
    const i = random.below(3) === 0 ? random.below(3) : 1;
    const p = random.below(4) === 0 ? 1 : Math.max(floor ?? 0, random.next());
    if (row === stop) tally.stop();
    tally.consider(i, p);
    if (random.next() < p && i > 0) {
      tally.buy(row);
      const z = [0, 1, random.next()][random.below(3)];
      if (random.below(9) > 0) tally.measure(row, z, sides[random.below(sides.length)]);
    }
    if (random.below(20) === 0) tally.passOver(2, 3);
    if (row % 10 > 0) continue;
    for (const course of ['over', 'under way'] as const) {
      yield [tally.estimate(course, floor), tally.share(course, floor), tally.classes(course, floor), tally.seen(course, floor)];
      yield [tally.plain(course), tally.shape(course), tally.deviationsFrom(0.2, course, floor), tally.rows(course)];
    }
    const state = tally.state();
    yield state;
    const other = new ErrorTally();
    other.restore(state);
    tally = other;
  }
}

function* certified(random: RandomStream): Generator {
  const floor = [0.02, 0.3, 1][random.below(3)];
  const counts = new Certificate(floor);
  const differences = new Certificate(floor, 'differences');
  const account = new CertifiedCount(floor);
  for (let row = 0; row < 40; row++) {
    const size = [1, 0.5, 2][random.below(3)];
    const p = random.below(9) === 0 ? floor / 2 : floor + random.next() * (1 - floor);
    yield [counts.consider(p, size), differences.consider(p, size)];
    account.consider(p, size);
    if (random.below(10) === 0) for (const each of [counts, account]) each.passOver(3);
    if (random.next() < p) {
      const z = random.below(3) === 0 ? size : 0;
      counts.see(p, z, size);
      differences.see(p, random.below(2) === 0 ? z : -z, size);
      account.buy(row);
      if (random.below(5) > 0) account.answer(row, z > 0);
    }
    if (row % 8 > 0) continue;
    const open = [{ probability: 0.5, size: 1 }];
    yield [counts.bounds(0.9), counts.bounds(0.9, open), differences.bounds(0.9), differences.upper(0.1, open)];
    yield [account.bounds(0.95), account.rows, account.seen];
  }
}

function judged(random: RandomStream): JudgedMargin[] {
  return Array.from({ length: 5 + random.below(60) }, () => {
    const margin = 3 * random.normal();
    const side = random.normal() + margin > 0 ? 'positive' : 'negative';
    return { margin, side, importance: 1 + random.below(4) };
  });
}

function observed(random: RandomStream): Observation[] {
  return Array.from({ length: 1 + random.below(30) }, () => ({
    at: random.below(12),
    outcome: random.below(3) === 0 ? 'censored' : 'reached',
  }));
}

const curve = (random: RandomStream, length: number) =>
  Array.from({ length }, (_, k) => ({ labels: 2 + 3 * k + random.below(3), error: random.next() / (k + 1) }));

/** By name, what the n-th draw comes to. */
const statistics = {
  normal: (random) => [
    normalProbability(40 * (random.next() - 0.5)),
    normalQuantile(random.next() / 1e6),
    normalQuantile(random.next()),
  ],
  'Student t': (random) => criticalT(0.01 + 0.98 * random.next(), 1 + random.below(40)),
  'small samples': (random) => {
    const numbers = someNumbers(random, 2 + random.below(9));
    const weights = numbers.map((x) => x * x);
    return [median(numbers), quantile(numbers, random.next()), standardError(numbers), effectiveSampleSize([1, ...weights])];
  },
  'intervals of shares': (random, n) => {
    const trials = 1 + random.below(40);
    const seen = seenMistakes(random);
    const wilson = wilsonInterval(random.below(trials + 1), trials, CONFIDENCES[n % 4]);
    return [wilson, scoreInterval(seen), scoreInterval(seen, 3), deviationsFrom(random.next(), seen)];
  },
  'intervals of numbers': (random, n) => {
    const numbers = someNumbers(random, 1 + random.below(12));
    return [meanInterval(numbers, CONFIDENCES[n % 4]), signedRankInterval(numbers, CONFIDENCES[n % 4])];
  },
  bootstrap: (random, n) =>
    bootstrapInterval(someNumbers(random, 1 + random.below(9)), median, {
      confidence: CONFIDENCES[n % 4],
      resamples: 50,
      random,
    }),
  comparisons: (random) => {
    const one = someNumbers(random, 9);
    const differences = someNumbers(random, 1 + random.below(30));
    return [wilcoxon(differences), holm(one.map((x) => Math.abs(x) / 9))];
  },
  'paired differences': (random) => {
    const [one, other] = [seenMistakes(random), seenMistakes(random)];
    const clock = one.clock;
    const doubted = { ...one, weighted: one.weighted + random.below(3) };
    return pairedDifference({ answered: one, doubted }, { answered: { ...other, clock }, doubted: { ...other, clock } });
  },
  ranks: (random) => {
    const scores = someNumbers(random, 12);
    const relevances = scores.map(() => random.below(4));
    const sides = [true, false, ...scores.slice(2).map(() => random.below(2) === 0)];
    const weights = relevances.map((r) => r + 1);
    return [areaUnderCurve(scores, sides), areaUnderCurve(scores, sides, weights), ndcg(scores, relevances, 5)];
  },
  'labels to a goal': (random, n) => {
    const runs = observed(random);
    return [kaplanMeier(runs), medianToReach(runs, CONFIDENCES[n % 4]), labelsToReach(curve(random, 5), random.next() / 3)];
  },
  'gains of curves': (random, n) => {
    const passive = Array.from({ length: 1 + random.below(20) }, (_, k) => ({
      labels: 10 * 2 ** k,
      errors: Array.from({ length: 4 }, () => 0.5 / (k + 1) + 0.1 * random.next()),
    }));
    const active = Array.from({ length: 4 }, () => ({ labels: 50 + random.below(50), error: 0.3 * random.next() }));
    return [
      savingFactor(passive, active, CONFIDENCES[n % 4]),
      aucGain(curve(random, 8), curve(random, 6)),
      nonIncreasing(someNumbers(random, 9)),
    ];
  },
  calibrations: (random) => {
    const fitted = fittedCalibration(judged(random));
    return [fitted, fitted && calibratedClasses([fitted, fitted, fitted], someNumbers(random, 3))];
  },
  // A run says many things: few are enough.
  'accounts of mistakes': (random, n) => (n < 6 ? [...tallied(random, n % 2 === 0 ? undefined : 0.05)] : []),
  certificates: (random, n) => [
    ...(n < 12 ? certified(random) : []),
    smallestCertifiable(random.next(), 0.05),
    plusOnes(random.next(), 3),
  ],
} satisfies Readonly<Record<string, (random: RandomStream, n: number) => unknown>>;

const BITS: Readonly<Record<keyof typeof statistics, string>> = {
  normal: '24fd009e',
  'Student t': '8803bc3b',
  'small samples': 'e2071965',
  'intervals of shares': 'a1273078',
  'intervals of numbers': '28307c0c',
  bootstrap: '14b6de2c',
  comparisons: '40be7053',
  'paired differences': 'f2acdeb5',
  ranks: '3e35181b',
  'labels to a goal': '43cc761b',
  'gains of curves': '9f20e258',
  calibrations: '55857516',
  'accounts of mistakes': '1786f1af',
  certificates: '6ac71e6',
};

it.each(Object.entries(statistics))('%s', (name, of) => {
  const random = randomStream(1, name);
  const results = Array.from({ length: 60 }, (_, n) => of(random, n));
  const text = JSON.stringify(results, (_, x: unknown) => (typeof x === 'number' ? String(x) : x));
  expect(crc32(text).toString(16)).toBe(BITS[name as keyof typeof statistics]);
});
