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

/** g by the formula, from the labels themselves; v is what so many of them weigh, `trust` in the predicted class. */
function guess(
  labels: readonly Label[],
  cell: number,
  k: number,
  [outcomes, size]: readonly number[],
  v: number,
  trust?: number,
) {
  const group = Math.floor(cell / size);
  const presumed = trust === undefined ? 1 / outcomes : k === group ? trust : (1 - trust) / (outcomes - 1);
  if (labels.length === 0) return presumed;
  const mass = (some: readonly Label[]): number => some.reduce((sum, { importance }) => sum + importance, 0);
  const one = mass(labels) / labels.length;
  const drawn = (isIn: (cell: number) => boolean, to: number, by: number): number => {
    const some = labels.filter((label) => isIn(label.cell));
    return (mass(some.filter(({ outcome }) => outcome === k)) + by * one * to) / (mass(some) + by * one);
  };
  const ofAll = drawn(() => true, presumed, trust === undefined ? 0 : 2);
  const ofGroup = drawn((each) => Math.floor(each / size) === group, ofAll, v);
  return size === 1 ? ofGroup : drawn((each) => each === cell, ofGroup, v);
}

it.each([
  [2, 1],
  [2, 7],
  [4, 1],
  [4, 7],
])('%i outcomes, %i cells a group', (...shape) => {
  const [outcomes, size] = shape;
  const random = randomStream(outcomes * size, 'cells');
  const classes = Array.from({ length: outcomes }, (_, k) => k);
  const [fixed, learned] = [new CellMeans(...shape), new CellMeans(...shape, true)];
  const losses = new Map([4, 16, 64].map((v) => [v, 0]));
  const chosen = new Set<number>();
  const labels: Label[] = [];
  for (let n = 0; n < 200; n++) {
    const best = [...losses].reduce((least, each) => (each[1] <= least[1] ? each : least))[0];
    chosen.add(best);
    for (const cell of [random.below(outcomes * size), outcomes * size - 1]) {
      for (const [means, v, trust] of [[fixed, 2] as const, [learned, best, 0.75] as const]) {
        const found = means.guesses(cell);
        expect(found.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
        for (const k of classes) expect(found[k]).toBeCloseTo(guess(labels, cell, k, shape, v, trust), 12);
      }
    }
    // The first labels are of anything, later ones of their cells.
    const cell = random.below(outcomes * size);
    const label = { cell, outcome: n < 40 ? random.below(outcomes) : cell % outcomes, importance: 1 / (0.05 + random.next()) };
    const squared = n < 10 ? 0 : random.next();
    for (const [v, loss] of losses) {
      const off = classes.map((k) => Number(k === label.outcome) - guess(labels, cell, k, shape, v, 0.75));
      losses.set(v, loss + squared * off.reduce((sum, each) => sum + each * each, 0));
    }
    labels.push(label);
    for (const means of [fixed, learned]) {
      means.add(label.cell, label.outcome, label.importance, squared);
      const again = new CellMeans(...shape, means === learned);
      again.restore(means.state());
      expect(again.guesses(0)).toEqual(means.guesses(0));
    }
  }
  expect(chosen.size).toBeGreaterThan(1);
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
      const m = (seen.length * guess(seen, cell, 1, [2, CONFIDENCES], 2) + 0.5) / (seen.length + 1);
      expect(rule.probability(situation, rows, 0)).toBeCloseTo(0.8 * Math.sqrt(m * (1 - m)), 12);
      const label = random.next() < 0.7 ? k : random.below(labels.length);
      const h = 1 + random.next();
      rule.settle(situation, rows, 0, undefined, 0, 0);
      rule.settle(situation, rows, 0, labels[label], h, h);
      seen.push({ cell, outcome: label === k ? 0 : 1, importance: h });
    }
  },
);
