/** Laws of calibration: the fit is the most probable one, it stands for the pool and not for what was bought, and intervals are honest. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../src/numerics/random.ts';
import { probabilitiesOf } from '../../../src/cli/models/model.ts';
import { calibrationOf, fittedCalibration, fittedSoftmax } from '../../../src/fits/calibration.ts';
import { wilsonInterval } from '../../../src/statistics/intervals/wilson-interval.ts';
import { calibrated, calibratedClasses, reliabilityOf, softmax } from '../../../src/statistics/probability-calibration.ts';
import type { JudgedMargin } from '../../../src/statistics/probability-calibration.ts';
import { effectiveSampleSize } from '../../../src/statistics/small-samples.ts';
import { always } from './always.ts';

const judged = fc.record({
  margin: fc.double({ min: -20, max: 20, noNaN: true }),
  side: fc.constantFrom('positive' as const, 'negative' as const),
  importance: fc.double({ min: 1, max: 50, noNaN: true }),
});
const samples = fc.array(judged, { minLength: 2, maxLength: 40 });
const hasBoth = (sample: readonly JudgedMargin[]): boolean => new Set(sample.map(({ side }) => side)).size === 2;

describe('the fit', () => {
  it('is where both derivatives of the objective vanish (property)', () => {
    always(samples.filter(hasBoth), (sample) => {
      const { slope, intercept } = calibrationOf(sample)!;
      const h = sample.map(({ importance }) => importance);
      const unit = effectiveSampleSize(h) / h.reduce((sum, each) => sum + each, 0);
      let [ds, di, scale] = [slope - 1, intercept, 1];
      for (const { margin, side, importance } of sample) {
        const missed = unit * importance * (1 / (1 + Math.exp(-(slope * margin + intercept))) - (side === 'positive' ? 1 : 0));
        ds += missed * margin;
        di += missed;
        scale += unit * importance * (1 + Math.abs(margin));
      }
      expect(Math.abs(ds) / scale).toBeLessThan(1e-7);
      expect(Math.abs(di) / scale).toBeLessThan(1e-7);
    });
  });

  it('is there in a few steps where slope and intercept all but mean the same', () => {
    // Margins of one size: a step along another curvature than that of both together falls short of it a hundredfold.
    for (const margin of [5, -5, 20]) {
      const sample = Array.from({ length: 400 }, (_, n): JudgedMargin => ({
        margin,
        side: n % 4 === 0 ? 'positive' : 'negative',
        importance: 1,
      }));
      const { slope, intercept } = calibrationOf(sample)!;
      const missed = 400 / (1 + Math.exp(-(slope * margin + intercept))) - 100;
      expect(Math.abs(slope - 1 + missed * margin)).toBeLessThan(4e-5 * Math.abs(margin));
      expect(Math.abs(intercept + missed)).toBeLessThan(4e-5);
    }
  });

  it('does not depend on the unit of importance, and mirrors with the classes (property)', () => {
    always(samples.filter(hasBoth), (sample) => {
      const { slope, intercept } = calibrationOf(sample)!;
      const other = calibrationOf(sample.map((each) => ({ ...each, importance: 8 * each.importance })))!;
      expect(other.slope).toBeCloseTo(slope, 6);
      expect(other.intercept).toBeCloseTo(intercept, 6);
      const mirrored = calibrationOf(
        sample.map(({ margin, side, importance }) => ({
          margin: -margin,
          side: side === 'positive' ? ('negative' as const) : ('positive' as const),
          importance,
        })),
      )!;
      expect(mirrored.slope).toBeCloseTo(slope, 6);
      expect(mirrored.intercept).toBeCloseTo(-intercept, 6);
    });
  });

  it('is none with one class or fewer than ten labels, and finite where margins separate the classes', () => {
    const at = (margin: number): JudgedMargin => ({ margin, side: margin > 0 ? 'positive' : 'negative', importance: 1 });
    expect(calibrationOf([at(1), at(2)])).toBeUndefined();
    expect(fittedCalibration(Array.from({ length: 9 }, (_, n) => at(n - 4)))).toBeUndefined();
    const { slope, labels, reliability } = fittedCalibration(Array.from({ length: 10 }, (_, n) => at(n - 4.5)))!;
    expect(reliability.reduce((sum, bin) => sum + bin.labels, 0)).toBe(labels);
    expect(labels).toBe(10);
    expect(slope).toBeGreaterThan(1);
    expect(slope).toBeLessThan(5);
  });
});

describe('several classes', () => {
  const threeOf = (n: number, seed = 3, scale = 1): JudgedMargin[][] => {
    const random = randomStream(seed, 'scores');
    const rows = Array.from({ length: n }, (_, i) => {
      const scores = Array.from({ length: 3 }, (_k, k) => random.normal() + (k === i % 3 ? 1 : 0));
      return { scores, own: i % 3, importance: 1 / (0.05 + random.next()) };
    });
    return [0, 1, 2].map((k) =>
      rows.map(({ scores, own, importance }) => ({
        ...{ margin: scale * scores[k], importance },
        side: k === own ? 'positive' : 'negative',
      })),
    );
  };

  it('have the most probable slope, whatever the size of scores; none without ten labels of all of them', () => {
    for (const scale of [1e-8, 1, 1e8]) {
      const samples = threeOf(60, 3, scale);
      const { slope, labels } = fittedSoftmax(samples)!;
      expect(labels).toBe(60);
      const h = samples[0].map(({ importance }) => importance ** 0.25);
      const unit = effectiveSampleSize(h) / h.reduce((sum, each) => sum + each, 0);
      const objective = (at: number): number =>
        h.reduce(
          (sum, weight, i) => {
            const scores = samples.map((sample) => sample[i].margin);
            const own = samples.findIndex((sample) => sample[i].side === 'positive');
            return sum - unit * weight * Math.log(softmax({ slope: Math.exp(at) }, scores)[own]);
          },
          at ** 2 / 2,
        );
      const at = Math.log(slope);
      for (const step of [-1e-3, 1e-3, -0.5, 0.5, -5, 5]) expect(objective(at + step)).toBeGreaterThan(objective(at));
    }
    expect(fittedSoftmax(threeOf(9))).toBeUndefined();
    expect(fittedSoftmax(threeOf(30).map((sample) => sample.filter((_, i) => i % 3 !== 1)))).toBeUndefined();
    expect(fittedSoftmax([])).toBeUndefined();
  });

  it('find the slope that their labels were drawn with', () => {
    const random = randomStream(5, 'labels');
    const rows = Array.from({ length: 3000 }, () => {
      const scores = Array.from({ length: 4 }, () => 3 * random.normal());
      let left = random.next();
      const own = softmax({ slope: 0.4 }, scores).findIndex((p) => (left -= p) < 0);
      return { scores, own: own < 0 ? 3 : own };
    });
    const samples = [0, 1, 2, 3].map((k) =>
      rows.map(({ scores, own }): JudgedMargin => ({
        ...{ margin: scores[k], importance: 1 },
        side: k === own ? 'positive' : 'negative',
      })),
    );
    expect(fittedSoftmax(samples)!.slope).toBeCloseTo(0.4, 1);
  });

  it('are most probable where their score is largest, whatever its size', () => {
    for (const scores of [
      [-1e300, 1e300, 0],
      [-1e-300, 1e-300, 0],
      [700, 800, -900],
    ]) {
      const shares = softmax({ slope: 1e10 }, scores);
      expect(shares.indexOf(Math.max(...shares)) === 1 || new Set(shares).size === 1).toBe(true);
      expect(shares.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
    }
    expect(softmax({ slope: 2 }, [0.5, 0])[0]).toBeCloseTo(1 / (1 + Math.exp(-1)), 15);
  });

  it('of models of earlier versions have a calibration each, of others one slope, or none', () => {
    const calibrations = [1, 2].map((slope) => ({ slope, intercept: -1, labels: 9, reliability: [] }));
    expect(probabilitiesOf({ calibrations })!([0.5, 1])).toEqual(calibratedClasses(calibrations, [0.5, 1]));
    expect(probabilitiesOf({ softmax: { slope: 2, labels: 9 } })!([0.5, 1])).toEqual(softmax({ slope: 2 }, [0.5, 1]));
    expect(probabilitiesOf({})).toBeUndefined();
  });

  it('share one among them as their own probabilities are to each other, far from 0 too', () => {
    const own = [
      { slope: 2, intercept: 0.5 },
      { slope: 0.7, intercept: -1 },
      { slope: 1, intercept: 0 },
    ];
    for (const scores of [
      [0.3, -2, 1],
      [-3, 4, 0.1],
    ]) {
      const apart = own.map((calibration, k) => calibrated(calibration, scores[k]));
      const whole = apart.reduce((sum, each) => sum + each, 0);
      calibratedClasses(own, scores).forEach((share, k) => expect(share).toBeCloseTo(apart[k] / whole, 12));
    }
    const [first, second] = calibratedClasses([own[2], own[2]], [-1000, -1001]);
    expect(second / first).toBeCloseTo(Math.exp(-1), 12);
    expect(first + second).toBeCloseTo(1, 12);
  });
});

it('reliability is told of tenths, their ends included, and of none without a label', () => {
  const plain = { slope: 1, intercept: 0 };
  const logit = (p: number): number => Math.log(p / (1 - p));
  const at = (place: number): JudgedMargin[] =>
    Array.from({ length: 10 }, (_, n) => ({ margin: logit((n + place) / 10), side: 'positive', importance: 1 }));
  const all = at(0.7);
  const bins = reliabilityOf([...at(0.05), ...at(0.95)], plain);
  expect(bins.map(({ labels }) => labels)).toEqual(new Array(10).fill(2));
  for (const [n, { predicted }] of bins.entries()) expect(predicted).toBeCloseTo(n / 10 + 0.05, 12);
  expect(reliabilityOf([...all, { ...all[9], margin: 900 }], plain).map(({ labels }) => labels)).toEqual([
    ...new Array<number>(9).fill(1),
    2,
  ]);
  expect(reliabilityOf([all[2], all[2], all[7]], plain).map(({ labels }) => labels)).toEqual([2, 1]);
});

it('reliability is as sure as the spread of its labels, where that is less than their importances alone say (by hand)', () => {
  const heavy = { margin: 0, side: 'positive' as const, importance: 10 };
  const light = Array.from({ length: 30 }, () => ({ margin: 0, side: 'negative' as const, importance: 1 }));
  const [{ positive, low, high }] = reliabilityOf([heavy, ...light], { slope: 1, intercept: 0 });
  // f = 10 / 40, and sum of (i (z - f))^2 = (10 * 0.75)^2 + 30 * 0.25^2.
  const size = (0.25 * 0.75 * 40 * 40) / (56.25 + 1.875);
  const expected = wilsonInterval(0.25 * size, size, 0.95);
  expect(positive).toBe(0.25);
  expect(low).toBeCloseTo(expected.low, 12);
  expect(high).toBeCloseTo(expected.high, 12);
});

describe('a sample that was bought with probabilities of its own', () => {
  const random = randomStream(7, 'rows');
  const truth = { slope: 0.4, intercept: -1 };
  const pool: JudgedMargin[] = [];
  const sample: JudgedMargin[] = [];
  const unweighted: JudgedMargin[] = [];
  for (let n = 0; n < 40_000; n++) {
    const margin = 12 * (random.next() - 0.5);
    const q = calibrated(truth, margin);
    // Something that the margin does not know and the rule does: rows that it makes likelier positive are bought more often.
    const isMarked = random.next() < 0.5;
    const side = random.next() < q + (isMarked ? 1 : -1) * 0.8 * Math.min(q, 1 - q) ? 'positive' : 'negative';
    pool.push({ margin, side, importance: 1 });
    const p = isMarked ? 0.9 : 0.15;
    if (random.next() >= p) continue;
    sample.push({ margin, side, importance: 1 / p });
    unweighted.push({ margin, side, importance: 1 });
  }

  it('says what is true of the rows it stands for', () => {
    const found = calibrationOf(sample)!;
    expect(found.slope).toBeCloseTo(truth.slope, 1);
    expect(Math.abs(found.intercept - truth.intercept)).toBeLessThan(0.08);
    expect(calibrationOf(unweighted)!.intercept - truth.intercept).toBeGreaterThan(0.3);
  });

  it('is there in a few steps where rounding hides the descent of the last', () => {
    let reads = 0;
    const counted = unweighted.map((each) => ({
      ...each,
      get margin() {
        reads++;
        return each.margin;
      },
    }));
    expect(calibrationOf(counted)).toEqual(calibrationOf(unweighted));
    expect(reads / unweighted.length).toBeLessThan(120);
  });

  it('is held against its labels: the pool is inside of the intervals, what was bought is not', () => {
    const bins = reliabilityOf(sample, truth);
    expect(bins.reduce((sum, { labels }) => sum + labels, 0)).toBe(sample.length);
    const shares = reliabilityOf(pool, truth).map(({ positive }) => positive);
    const holds = (of: typeof bins): number => of.filter(({ low, high }, k) => low <= shares[k] && shares[k] <= high).length;
    expect(bins.length).toBe(shares.length);
    expect(holds(bins)).toBeGreaterThanOrEqual(bins.length - 1);
    expect(holds(reliabilityOf(unweighted, truth))).toBeLessThan(3);
  });
});
