/** LAW of guesses by cells: they are the shares of earlier labels, drawn towards those of larger groups; and of the rule that reads them. */
import { expect, it } from 'vitest';
import { judgeOfClasses } from '../../../src/streams/judge.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { queries } from '../../../src/queries/index.ts';
import { CellMeans, CONFIDENCES, confidenceOf } from '../../../src/statistics/cell-means.ts';
import { buildLearner } from '../../../src/specs/build-learner.ts';
import { SparseRows } from '../../../src/rows/sparse-rows.ts';
import { parseRunSpec } from '../../../src/specs/run-spec.ts';

interface Label {
  readonly cell: number;
  readonly outcome: number;
  readonly importance: number;
}

/** g by the formula, from the labels themselves. */
function guess(labels: readonly Label[], cell: number, outcome: number, outcomes: number, size: number): number {
  if (labels.length === 0) return 1 / outcomes;
  const mass = (some: readonly Label[]): number => some.reduce((sum, { importance }) => sum + importance, 0);
  const of = (some: readonly Label[]): number => mass(some.filter((label) => label.outcome === outcome));
  const prior = (2 * mass(labels)) / labels.length;
  const drawn = (some: readonly Label[], to: number): number => (of(some) + prior * to) / (mass(some) + prior);
  const group = labels.filter((label) => Math.floor(label.cell / size) === Math.floor(cell / size));
  const ofGroup = drawn(group, of(labels) / mass(labels));
  return size === 1
    ? ofGroup
    : drawn(
        labels.filter((label) => label.cell === cell),
        ofGroup,
      );
}

it.each([
  [2, 1],
  [2, 7],
  [4, 1],
  [4, 7],
])('%i outcomes, %i cells a group', (outcomes, size) => {
  const random = randomStream(outcomes * size, 'cells');
  const means = new CellMeans(outcomes, size);
  const labels: Label[] = [];
  for (let n = 0; n < 60; n++) {
    for (const cell of [random.below(3 * size), 5 * size]) {
      const found = means.guesses(cell);
      expect(found.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
      for (let k = 0; k < outcomes; k++) expect(found[k]).toBeCloseTo(guess(labels, cell, k, outcomes, size), 12);
    }
    const label = { cell: random.below(3 * size), outcome: random.below(outcomes), importance: 1 / (0.05 + random.next()) };
    labels.push(label);
    means.add(label.cell, label.outcome, label.importance);
    const again = new CellMeans(outcomes, size);
    again.restore(means.state());
    expect(again.guesses(0)).toEqual(means.guesses(0));
  }
});

it('confidences are in the order of distances', () => {
  const found = Array.from({ length: 600 }, (_, n) => confidenceOf(n / 100));
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect([found[0], new Set(found).size, confidenceOf(Infinity)]).toEqual([0, CONFIDENCES, CONFIDENCES - 1]);
});

const RUN = { loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } };
const newLearner = () => buildLearner(parseRunSpec({ ...RUN, query: { name: 'passive' }, seed: 1 }), 1);
const rows = new SparseRows(new Uint32Array(2), new Uint32Array(), new Float32Array(), 1);
const counts = { time: 5, rowImportance: 1, errorRate: 0, queries: 0, labelsLeft: 9, sensitivity: 0, weightToFlip: 0 };

it.each([
  ['margins', undefined, [-1, 1], (k: number) => (2 * k - 1) * 3],
  ['classes', judgeOfClasses(3), [1, 2, 3], (k: number) => k + 1],
] as const)(
  'mistake, predictions are %s: p is the deviation of a mistake in rows of the same guess and confidence',
  (_, judge, labels, of) => {
    const random = randomStream(7, 'mistake');
    const rule = queries.mistake({ factor: 0.8 }, { newLearner, random, ...(judge && { judge }) });
    const seen: Label[] = [];
    for (let n = 0; n < 200; n++) {
      const k = random.below(labels.length);
      const distance = judge === undefined ? Math.abs(of(k)) : 6 * random.next();
      const situation = { ...counts, prediction: of(k), distance };
      const cell = k * CONFIDENCES + confidenceOf(distance);
      const m = (seen.length * guess(seen, cell, 1, 2, CONFIDENCES) + 0.5) / (seen.length + 1);
      expect(rule.probability(situation, rows, 0)).toBeCloseTo(0.8 * Math.sqrt(m * (1 - m)), 12);
      const label = random.next() < 0.7 ? k : random.below(labels.length);
      const h = 1 + random.next();
      rule.settle(situation, rows, 0, undefined, 0, 0);
      rule.settle(situation, rows, 0, labels[label], h, h);
      seen.push({ cell, outcome: label === k ? 0 : 1, importance: h });
    }
  },
);
