import { describe, expect, it } from 'vitest';
import { choose, type ModelChoice } from '../../../src/fits/choose.ts';
import { columnUnits, columnUnitsAhead, type Sample } from '../../../src/fits/fit.ts';
import { losses } from '../../../src/losses/index.ts';
import type { Loss } from '../../../src/losses/loss.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { finished } from '../../../src/numerics/work.ts';
import { everyLoss } from '../../support/laws/learner-laws.ts';
import { labelsOf, plainSample, rowsOf } from '../../support/fits/samples.ts';

/** Laws of fits on extreme inputs: importances, means and values at the ends of the range of numbers, for every loss that is fitted. */

const random = randomStream(1, 'extremes');
const features = Array.from({ length: 80 }, () => [random.normal(), 50 + 3 * random.normal(), random.normal()]);
const weights = Float64Array.from(features, (_, n) => 1 + (n % 3));

function chosen(sample: Sample, loss: Loss = losses.logistic, classes?: number): ModelChoice {
  const nothing = (_: number, out: Float64Array): Float64Array => out.fill(0);
  const several = classes === undefined ? undefined : true;
  const contest = { loss, classes, joint: several, seed: 1, replay: () => nothing, among: 'all' } as const;
  return finished(choose(sample, contest));
}

const labels = labelsOf('sign', features, randomStream(2, 'extremes'));
const plain = plainSample(features, [...labels]);

describe('importances', () => {
  const whole = chosen({ ...plain, importances: weights });

  it.each([2 ** 1021, 2 ** 600, 2 ** -600, 2 ** -1060])('times %d change no bit of the fit and of the comparison', (unit) => {
    const { fit, candidates } = chosen({ ...plain, importances: weights.map((each) => each * unit) });
    expect(fit).toBeDefined();
    expect(fit!.members).toEqual(whole.fit!.members);
    expect(candidates).toEqual(whole.candidates);
  });

  it('of 1e308 beside 1 make a model of finite weights, or none', () => {
    const { fit } = chosen({ ...plain, importances: weights.map((each, n) => (n % 20 === 3 ? 1e307 : each)) });
    expect(fit?.members.every((member) => member.every(Number.isFinite)) ?? true).toBe(true);
  });
});

it('means of millions of deviations cost digits of the features alone', () => {
  // The numbers of a file have 24 bits: of a mean of 2^21 deviations three are left.
  const far = features.map(([a, b, c]) => [Math.fround(2 ** 21 + a), b, c]);
  const near = far.map(([a, b, c]) => [a - 2 ** 21, b, c]);
  const [there, here] = [far, near].map((each) => chosen(plainSample(each, [...labels])));
  expect(there.candidates).toHaveLength(here.candidates.length);
  there.candidates.forEach(({ loss }, n) => expect(loss).toBeCloseTo(here.candidates[n].loss, 6));
});

describe.each([
  ...everyLoss.filter((loss) => loss.fittable !== undefined).map((loss) => ({ name: loss.name, loss, classes: undefined })),
  { name: 'four classes at once, of which one has no label', loss: losses.logistic, classes: 4 },
])('$name', ({ loss, classes }) => {
  const signs = labelsOf(loss.labels, features, randomStream(3, loss.name));
  const own = classes === undefined ? signs : signs.map((sign, n) => (sign > 0 ? 3 : 1 + (n % 2)));

  it.each([
    ['values of 3e38', features.map(([a], n) => [n % 2 === 0 ? 3e38 : -3e38, a, 1e-38 * n])],
    ['one constant feature and one empty one', features.map(() => [3, 0])],
    ['more features than rows', features.map((_, n) => Array.from({ length: 120 }, (__, j) => Math.sin(n * j + j)))],
    ['separable labels', features.map((_, n) => [signs[n] > 0 ? 1 : -1])],
    ['subnormal values', features.map(([a]) => [1e-44 * Math.round(a), a])],
  ])('%s: a model of finite weights, and a comparison in numbers', (_, matrix) => {
    const { fit, candidates } = chosen(plainSample(matrix, [...own]), loss, classes);
    expect(fit?.members.every((member) => member.every(Number.isFinite)) ?? true).toBe(true);
    expect(candidates.some(({ loss: each }) => Number.isNaN(each))).toBe(false);
  });
});

it('units of columns are the same in pieces', () => {
  const wide = Array.from({ length: 3000 }, (_, n) => Array.from({ length: 400 }, (__, j) => ((n * 7 + j * 13) % 11) - 5));
  const work = columnUnitsAhead({ rows: rowsOf(wide) });
  let pieces = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) pieces++;
  expect(pieces).toBeGreaterThan(2);
  expect(step.value).toEqual(columnUnits({ rows: rowsOf(wide) }));
});
