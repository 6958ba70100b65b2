import { Matrix, solve } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { choose, fitted, heldOutMistakes, type Contest, type Scores } from '../../../src/fits/choose.ts';
import { columnUnits, EXACT, fitLossOf, fitPath, STRENGTHS, columnsOf, type Sample } from '../../../src/fits/fit.ts';
import { lossesOf, Problem, softmaxLosses } from '../../../src/fits/problem.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { finished } from '../../../src/numerics/work.ts';
import { dot, SparseRows } from '../../../src/rows/sparse-rows.ts';
import { softmax } from '../../../src/statistics/probability-calibration.ts';
import { objectiveOf, plainSample, rowsOf } from '../../support/fits/samples.ts';
import { everyLoss } from '../../support/laws/learner-laws.ts';

/** Laws of fits: what they minimise, where they end, and which model is chosen. */

const fittable = everyLoss.filter((loss) => loss.fittable === true);

/** A sample of n rows with d features, labels as the loss reads them, with noise. */
function sampleOf(loss: Pick<Loss, 'labels'>, n: number, d: number): Sample {
  const random = randomStream(1, 'fits');
  const features = Array.from({ length: n }, () =>
    Array.from({ length: d }, (_, j) => Math.fround(3 * j + (j + 1) * random.normal())),
  );
  const rows = rowsOf(features);
  const labels = Float64Array.from(features, (x) => {
    const score = x.reduce((sum, each, j) => sum + ((each - 3 * j) / (j + 1)) * (j % 2 === 0 ? 1 : -0.5), 0) + random.normal();
    if (loss.labels === 'sign') return score > 0 ? 1 : -1;
    if (loss.labels === 'count') return random.poisson(Math.exp(Math.min(2, score / 3)));
    return loss.labels === 'unit' ? 1 / (1 + Math.exp(-score)) : score;
  });
  return { rows, picked: Uint32Array.from({ length: n }, (_, i) => i), labels, importances: new Float64Array(n).fill(1) };
}

/** A contest without an online learner. */
function contest(loss: Loss, more: Partial<Contest> = {}): Contest {
  const nobody: Scores = () => undefined;
  return { loss, classes: undefined, seed: 1, replay: () => nobody, among: 'fit', ...more };
}

describe('the traits of losses', () => {
  it.each(everyLoss)('$name: what is fittable is convex, without a jump in its slope', (loss) => {
    const minimised = fitLossOf(loss);
    if (minimised === undefined) return;
    const y = 1;
    for (let p = -4; p < 4; p += 1 / 64) {
      expect(minimised.curvature(p, y)).toBeGreaterThanOrEqual(0);
      const jump = Math.abs(minimised.slope(p + 2 ** -30, y) - minimised.slope(p, y));
      expect(jump).toBeLessThan(2 ** -20);
    }
  });

  it('those that are, and what hinge is fitted as', () => {
    const names = ['huber', 'logistic', 'poisson', 'smoothed-hinge', 'squared', 'squared-hinge'];
    expect(fittable.map(({ name }) => name).sort()).toEqual(names);
    expect(fitLossOf(losses.hinge)?.name).toBe('squared-hinge');
  });
});

const three = sampleOf(losses.logistic, 60, 4);
const inTurn = three.labels.map((_, i) => 1 + (i % 3));
/** Losses of rows, of one member and of three. */
const problems: readonly (readonly [name: string, problem: Problem])[] = [
  ...fittable
    .map((loss) => [loss, sampleOf(loss, 60, 4)] as const)
    .map(
      ([loss, sample]) =>
        [
          loss.name,
          new Problem(columnsOf(sample, columnUnits(sample)), lossesOf(loss, sample.labels), sample.importances),
        ] as const,
    ),
  [
    'softmax of three classes',
    new Problem(
      columnsOf(three, columnUnits(three)),
      softmaxLosses(inTurn, 3),
      three.importances.map((_, i) => (i % 4) / 2),
    ),
  ],
];

describe.each(problems)('the objective of %s', (_name, problem) => {
  const at = (point: Float64Array): { value: number; gradient: Float64Array } => {
    const value = finished(problem.value(point));
    const gradient = new Float64Array(problem.size);
    finished(problem.gradient(point, gradient));
    return { value, gradient };
  };
  const point = Float64Array.from({ length: problem.size }, (_, j) => 0.3 * Math.sin(j + 1));

  it('has this gradient, and the Hessian of its gradient', () => {
    const { gradient } = at(point);
    const direction = Float64Array.from(point, (_, j) => Math.cos(3 * j));
    const product = new Float64Array(problem.size);
    finished(problem.product(direction, product));
    const step = 1e-5;
    const moved = (by: number): ReturnType<typeof at> => at(point.map((w, j) => w + by * direction[j]));
    const [ahead, behind] = [moved(step), moved(-step)];
    const along = gradient.reduce((sum, g, j) => sum + g * direction[j], 0);
    expect((ahead.value - behind.value) / (2 * step)).toBeCloseTo(along, 7);
    // Kinks of the slope lie between the two points with a chance of some 1e-5 a row.
    product.forEach((each, j) => expect((ahead.gradient[j] - behind.gradient[j]) / (2 * step)).toBeCloseTo(each, 4));
  });
});

describe.each(fittable)('a fit of $name loss', (loss) => {
  const sample = sampleOf(loss, 60, 4);

  it('ends where the objective in the features as they came has no smaller neighbour', () => {
    const fit = finished(fitted(sample, { loss, classes: undefined, strength: 0.01 }));
    const [weights] = fit.members;
    const least = objectiveOf(sample, loss, 0.01, weights);
    weights.forEach((_, j) => {
      for (const by of [1e-3, -1e-3]) {
        const other = weights.slice();
        other[j] += by;
        expect(objectiveOf(sample, loss, 0.01, other)).toBeGreaterThan(least);
      }
    });
  });

  it('is the same bit for bit in units that are powers of two, up to the units', () => {
    const scaled: Sample = { ...sample, rows: scaledRows(sample.rows, (j) => (j === 0 ? 1 : 2 ** (3 * j - 5))) };
    const [plain] = finished(fitted(sample, { loss, classes: undefined, strength: 0.01 })).members;
    const [other] = finished(fitted(scaled, { loss, classes: undefined, strength: 0.01 })).members;
    expect(Array.from(other, (w, j) => (j === 0 ? w : w * 2 ** (3 * j - 5)))).toEqual(Array.from(plain));
  });

  it('does not depend on where it started', () => {
    const cold = finished(fitted(sample, { loss, classes: undefined, strength: 0.01 }));
    const start = finished(fitted(sample, { loss, classes: undefined, strength: 1e-4 }));
    const warm = finished(fitted(sample, { loss, classes: undefined, strength: 0.01, start }));
    const [a, b] = [cold, warm].map(({ members }) => objectiveOf(sample, loss, 0.01, members[0]));
    expect(Math.abs(a - b)).toBeLessThan(1e-10 * Math.abs(a) + 1e-12);
  });

  it('counts a row of importance 3 as three rows', () => {
    const [first] = sample.picked;
    const thrice = { ...sample, importances: sample.importances.map((each, n) => (n === 0 ? 3 : each)) };
    const copies: Sample = {
      ...sample,
      picked: Uint32Array.of(first, first, ...sample.picked),
      labels: Float64Array.of(sample.labels[0], sample.labels[0], ...sample.labels),
      importances: new Float64Array(sample.picked.length + 2).fill(1),
    };
    const [a] = finished(fitted(thrice, { loss, classes: undefined, strength: 0.01 })).members;
    const [b] = finished(fitted(copies, { loss, classes: undefined, strength: 0.01 })).members;
    a.forEach((w, j) => expect(w).toBeCloseTo(b[j], 6));
  });
});

function scaledRows(rows: SparseRows, scale: (j: number) => number): SparseRows {
  const values = rows.values.map((x, k) => x * scale(rows.indices[k]));
  return new SparseRows(rows.offsets, rows.indices, values, rows.columns);
}

describe('logistic fits', () => {
  it('end where Newton with ml-matrix ends on 50 x 5, to 1e-10', () => {
    const sample = sampleOf(losses.logistic, 50, 5);
    const tau = 0.02;
    const path = fitPath(sample, columnUnits(sample), { loss: losses.logistic, classes: undefined });
    finished(path.at(0.2, EXACT));
    const [weights] = finished(path.at(tau, { gradient: 1e-13 })).members;
    const expected = newton(sample, tau);
    expected.forEach((w, j) => expect(Math.abs(weights[j] - w)).toBeLessThan(1e-10 * (1 + Math.abs(w))));
  });

  it('of several classes are one fit a class', () => {
    const sample = sampleOf(losses.logistic, 90, 3);
    const labels = sample.labels.map((_, n) => (n % 3) + 1);
    const several = finished(fitted({ ...sample, labels }, { loss: losses.logistic, classes: 3, strength: 0.01 }));
    several.members.forEach((member, k) => {
      const alone = labels.map((label) => (label === k + 1 ? 1 : -1));
      const settings = { loss: losses.logistic, classes: undefined, strength: 0.01 };
      const [one] = finished(fitted({ ...sample, labels: alone }, settings)).members;
      expect(Array.from(member)).toEqual(Array.from(one));
    });
  });

  it('of several classes at once: of two they are twice the half of the fit of two, and probabilities sum to the labels of a class', () => {
    const sample = sampleOf(losses.logistic, 90, 3);
    const strength = 0.01;
    // |w|^2 + |w|^2 of two members, +w and -w, is half the square of their difference, 2 w.
    const [two] = finished(fitted(sample, { loss: losses.logistic, classes: undefined, strength: strength / 2 })).members;
    const labels = sample.labels.map((label) => (label > 0 ? 2 : 1));
    const joint = { loss: losses.logistic, joint: true } as const;
    const exact = (labels: Float64Array, classes: number): readonly Float64Array[] =>
      finished(fitPath({ ...sample, labels }, columnUnits(sample), { ...joint, classes }).at(strength, EXACT)).members;
    const [no, yes] = exact(labels, 2);
    two.forEach((w, j) => {
      expect(yes[j] - no[j]).toBeCloseTo(w, 5);
    });
    const of = sample.labels.map((_, n) => 1 + (n % 3));
    const members = exact(of, 3);
    const sums = [0, 0, 0];
    sample.picked.forEach((i) => {
      const scores = members.map((member) => dot(sample.rows, i, member));
      softmax({ slope: 1 }, scores).forEach((p, k) => (sums[k] += p));
    });
    // The slope by each free constant is 0.
    for (const sum of sums) expect(sum).toBeCloseTo(30, 3);
  });
});

/** Newton's method on standardised columns with a solver of another library. */
function newton({ rows, labels }: Sample, tau: number): Float64Array {
  const d = rows.columns - 1;
  const n = rows.length;
  const x = Array.from({ length: n }, (_, i) => Array.from(rows.values.subarray(rows.offsets[i] + 1, rows.offsets[i + 1])));
  const means = Array.from({ length: d }, (_, j) => x.reduce((sum, row) => sum + row[j], 0) / n);
  const deviations = means.map((mean, j) => Math.sqrt(x.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0) / n));
  const s = x.map((row) => [...row.map((each, j) => (each - means[j]) / deviations[j]), 1]);
  let w = new Array<number>(d + 1).fill(0);
  for (let step = 0; step < 50; step++) {
    const gradient = w.map((each, j) => (j < d ? tau * each : 0));
    const hessian = w.map((_, j) => w.map((__, k) => (j === k && j < d ? tau : 0)));
    s.forEach((row, i) => {
      const p = 1 / (1 + Math.exp(labels[i] * row.reduce((sum, each, j) => sum + each * w[j], 0)));
      row.forEach((a, j) => {
        gradient[j] -= (labels[i] * p * a) / n;
        row.forEach((b, k) => {
          hessian[j][k] += (p * (1 - p) * a * b) / n;
        });
      });
    });
    const move = solve(new Matrix(hessian), Matrix.columnVector(gradient)).to1DArray();
    w = w.map((each, j) => each - move[j]);
  }
  const plain = w.slice(0, d).map((each, j) => each / deviations[j]);
  return Float64Array.of(w[d] - plain.reduce((sum, each, j) => sum + each * means[j], 0), ...plain);
}

describe('columns', () => {
  it('keep their deviation where the mean is a million of them', () => {
    const random = randomStream(1, 'columns');
    const features = Array.from({ length: 500 }, () => [Math.fround(4096 + random.normal() / 256)]);
    const rows = rowsOf(features);
    const mean = features.reduce((sum, [x]) => sum + x, 0) / 500;
    const deviation = Math.sqrt(features.reduce((sum, [x]) => sum + (x - mean) ** 2, 0) / 500);
    const { centres, units, constant } = columnUnits({ rows });
    expect(constant).toEqual({ column: 0, value: 1 });
    expect(centres[1]).toBeCloseTo(mean, 9);
    expect(units[1] / deviation).toBeCloseTo(1, 9);
  });

  it('of unit rows of text stay as they are, and nothing is centred without a constant', () => {
    const text = rowsOf([0.6, 0.8, 1, 0.6].map((x, j) => [0, 0, 0, 0].with(j, x)));
    expect(Array.from(columnUnits({ rows: text }).units)).toEqual([0, 1, 1, 1, 1]);
    // A word of all documents, one of a few, and a number behind the words.
    const rows = rowsOf([0.6, 0.8, 1, 0.6].map((x, j) => [0, x, j === 1 ? 0.6 : 0, 5 * x]));
    const [all, some] = [{ rows }, { rows, words: 2 }].map(columnUnits);
    expect([...some.units]).toEqual([0, 0, 1, 1, all.units[4]]);
    expect([...some.centres]).toEqual([0, 0, 0, 0, 3.75]);
    const two = [1, 3].map((x) => [x, 1.5 * x + 0.5]);
    const { centres, constant } = columnUnits({ rows: rowsOf(two, 0) });
    expect([Array.from(centres), constant]).toEqual([[0, 0, 0], undefined]);
  });
});

const isEven = (i: number): boolean => i % 2 === 0;

describe('the choice', () => {
  const loss = losses.logistic;
  const sample = sampleOf(loss, 120, 4);

  it('takes the strongest fit within .1% of the least loss, and tells all of them', () => {
    const { candidates, chosen, fit } = finished(choose(sample, contest(loss)));
    const least = Math.min(...candidates.map((each) => each.loss));
    const good = candidates.filter((each) => each.loss <= 1.001 * least);
    expect(chosen).toEqual(good[0]);
    expect(candidates.map((each) => each.strength)).toEqual(STRENGTHS.slice(0, candidates.length));
    expect(fit?.labels).toBe(120);
  });

  it('of many labels: the fit starts at that of the labels compared, and its objective is within 1e-6 of the least', () => {
    const { logistic: loss } = losses;
    const sample = sampleOf(loss, 9000, 4);
    const { chosen, fit } = finished(choose(sample, contest(loss)));
    expect(chosen!.name).toBe('fit');
    const units = columnUnits(sample);
    const exact = finished(fitPath(sample, units, { loss, classes: undefined }).at(fit!.strength, EXACT));
    const [found, least] = [fit!, exact].map(({ members }) => objectiveOf(sample, loss, fit!.strength, members[0]));
    expect(found - least).toBeGreaterThan(-1e-12);
    expect(found / least - 1).toBeLessThan(1e-6);
  });

  it('of a glance sees about the share of mistakes that the choice sees, and fits nothing to all labels', () => {
    const [whole, glance] = [false, true].map((isGlance) => finished(choose(sample, contest(loss, { isGlance }))));
    expect(glance.fit).toBeUndefined();
    for (const { strength, error } of glance.candidates.filter(({ name }) => name === 'fit'))
      expect(error).toBeCloseTo(whole.candidates.find((each) => each.strength === strength)!.error, 1);
  });

  it('takes what learned online where that knows more', () => {
    const knowing: Scores = (i, out) => {
      out[0] = 9 * sample.labels[i];
    };
    const { chosen, fit } = finished(choose(sample, contest(loss, { replay: () => knowing, among: 'all' })));
    expect([chosen?.name, chosen?.passes, fit]).toEqual(['online', 1, undefined]);
  });

  it('is judged by labels that it did not learn, nor those of rows that are the same', () => {
    // Two rows each, which nothing else tells of.
    const indicators = (i: number): number[] => Array.from({ length: 20 }, (_, j) => (i >> 1 === j ? 1 : 0));
    const pairs = sampleFrom(indicators, (i) => i % 4 < 2);
    const choice = finished(choose(pairs, contest(loss)));
    const { places, wrong, coarse } = finished(heldOutMistakes(pairs, contest(loss), choice));
    expect(Array.from(places).sort((a, b) => a - b)).toEqual(Array.from(pairs.labels.keys()));
    const count = (mistakes: Uint8Array): number => mistakes.reduce((sum, each) => sum + each, 0);
    expect(count(wrong)).toBeGreaterThanOrEqual(20);
    expect(count(coarse)).toBeLessThan(20);
  });

  it.each([
    ['labels of one class', { ...sample, labels: new Float64Array(120).fill(1) }],
    ['one label of the other class', { ...sample, labels: new Float64Array(120).fill(1).with(7, -1) }],
    ['no label', { ...sample, picked: new Uint32Array(), labels: new Float64Array(), importances: new Float64Array() }],
    ['rows of importance 0', { ...sample, importances: new Float64Array(120) }],
  ])('is nobody for %s', (_, given) => expect(finished(choose(given, contest(loss))).chosen).toBeUndefined());

  it.each<[string, (i: number) => number[], (i: number) => boolean]>([
    ['separable labels', (i) => [i < 20 ? -1 : 1], (i) => i >= 20],
    ['constant features', () => [3, 0], (i) => i % 3 === 0],
    ['more features than rows', (i) => Array.from({ length: 90 }, (_, j) => Math.sin(i * j + j)), isEven],
    ['the largest numbers', (i) => [isEven(i) ? 3e38 : -3e38, 1e-38 * i], isEven],
  ])('is a fit of finite weights for %s', (_, features, isPositive) => {
    const { fit } = finished(choose(sampleFrom(features, isPositive), contest(loss)));
    expect(fit?.members[0].every(Number.isFinite)).toBe(true);
  });

  it('has no constant where the rows have none', () => {
    const features = Array.from({ length: 40 }, (_, i) => [i - 20, (i * 7) % 11]);
    const constant = (): number[] => [0];
    const given = { ...sampleFrom(constant, (i) => i >= 20), rows: rowsOf(features, 0) };
    const { fit } = finished(choose(given, contest(loss)));
    expect(fit?.members[0][0]).toBe(0);
  });
});

function sampleFrom(features: (i: number) => number[], isPositive: (i: number) => boolean): Sample {
  const places = Array.from({ length: 40 }, (_, i) => i);
  return plainSample(
    places.map(features),
    places.map((i) => (isPositive(i) ? 1 : -1)),
  );
}
