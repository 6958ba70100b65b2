/** REFERENCES of fits: objectives of the minima that scikit-learn finds (scikit-learn/fits.py; its version stands in fits.json). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fitted } from '../../src/fits/choose.ts';
import { columnUnits } from '../../src/fits/fit.ts';
import { losses } from '../../src/losses/index.ts';
import { finished } from '../../src/numerics/work.ts';
import { dot } from '../../src/rows/sparse-rows.ts';
import { softmax } from '../../src/statistics/probability-calibration.ts';
import { objectiveOf, only, pathOf, plainSample } from '../support/fits/samples.ts';

const file = new URL('scikit-learn/fits.json', import.meta.url);
const { objectives } = JSON.parse(readFileSync(file, 'utf8')) as { readonly objectives: Readonly<Record<string, number>> };

const hashed = (i: number, j: number): number => ((i * 7919 + j * 10473 + i * j * 31 + (i + j) * (i + 3 * j)) % 1009) / 1009;
const matrix = (rows: number, columns: number, entry: (i: number, j: number) => number): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => Math.fround(entry(i, j))));
const dense = matrix(300, 8, (i, j) => (1 + j) * (2 * hashed(i, j) - 1) + 10 * j);
const sparse = matrix(200, 400, (i, j) => (hashed(j, i) < 0.05 ? hashed(i, j) : 0));

/** What labels come from: three features in standard units, and noise. */
function scoresOf(rows: readonly (readonly number[])[]): number[] {
  const standard = [0, 1, 2].map((j) => {
    const mean = rows.reduce((sum, row) => sum + row[j], 0) / rows.length;
    const deviation = Math.sqrt(rows.reduce((sum, row) => sum + (row[j] - mean) ** 2, 0) / rows.length);
    return rows.map((row) => (row[j] - mean) / Math.max(deviation, 1e-9));
  });
  return rows.map((_, i) => standard[0][i] + standard[1][i] - standard[2][i] + 2 * (2 * hashed(5 * i, 3) - 1));
}

const scores = scoresOf(dense);
const classes = (of: readonly number[]): number[] => of.map((score) => (score > 0 ? 1 : -1));
const counts = scores.map((score) => Math.floor(Math.exp(Math.min(3, Math.max(-3, score / 2)))));
const plain = plainSample(dense, classes(scores));
const weights = plain.importances.map((_, i) => 1 + (i % 3));
const bare = plainSample(dense, classes(scores), 0);

describe.each([
  ['logistic', losses.logistic, plain],
  ['logistic, importances', losses.logistic, { ...plain, importances: weights }],
  ['logistic, sparse', losses.logistic, plainSample(sparse, classes(scoresOf(sparse)))],
  ['logistic, no constant', losses.logistic, bare],
  ['squared-hinge, no constant', losses['squared-hinge'], { ...bare, importances: weights }],
  ['squared', losses.squared, { ...plainSample(dense, scores), importances: weights }],
  ['poisson', losses.poisson, plainSample(dense, counts)],
])('%s', (name, loss, sample) => {
  it.each(['1', '0.01', '0.0001'])('tau = %s', (strength) => {
    const [fit] = pathOf(sample, loss, [Number(strength)]);
    const wanted = objectives[`${name} ${strength}`];
    expect(Math.abs(objectiveOf(sample, loss, Number(strength), only(fit)) - wanted)).toBeLessThan(1e-6 * Math.abs(wanted));
  });
});

it.each(['1', '0.01', '0.0001'])('multinomial: tau = %s', (strength) => {
  const labels = Float64Array.from(scores, (score) => 1 + [-1, 1].filter((bound) => score > bound).length);
  const sample = { ...plain, labels, importances: weights };
  const tau = Number(strength);
  const { members } = finished(fitted(sample, { loss: losses.logistic, classes: 3, joint: true, strength: tau }));
  const { units, constant } = columnUnits(sample);
  const whole = weights.reduce((sum, v) => sum + v, 0);
  const missed = labels.reduce((sum, label, i) => {
    const own = softmax(
      { slope: 1 },
      members.map((member) => dot(sample.rows, i, member)),
    );
    return sum - weights[i] * Math.log(own[label - 1]);
  }, 0);
  const squares = members.flatMap((member) => Array.from(member, (w, j) => (j === constant?.column ? 0 : (w * units[j]) ** 2)));
  const found = missed / whole + (tau / 2) * squares.reduce((sum, each) => sum + each, 0);
  const wanted = objectives[`multinomial ${strength}`];
  expect(Math.abs(found - wanted)).toBeLessThan(1e-6 * wanted);
});
