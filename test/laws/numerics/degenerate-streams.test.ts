/** LAW: on streams that teach little or nothing every rule stays within its promises, and nothing leaves the numbers. */
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../src/rows/dataset.ts';
import { randomStream } from '../../../src/numerics/random.ts';
import { deviations, run } from '../../support/active-runs.ts';
import { ruleNames, type RuleName } from '../../support/rules.ts';
import { toyTask } from '../../support/toy.ts';
import { rowsOf } from '../../support/rows/rows.ts';

const N = 200;

function dataset(name: string, entries: (i: number) => readonly [number, number][], label: (i: number) => number): Dataset {
  const rows = rowsOf(
    Array.from({ length: N }, (_, i) => entries(i)),
    5,
  );
  return { name, rows, labels: Float64Array.from({ length: N }, (_, i) => label(i)) };
}

const toy = toyTask({ rows: N, columns: 5, seed: 4 });
const random = randomStream(1, 'degenerate');
const same: readonly [number, number][] = [
  [0, 1],
  [2, 0.5],
];

const streams: readonly Dataset[] = [
  dataset(
    'all examples and labels identical',
    () => same,
    () => 1,
  ),
  dataset(
    'all examples identical, label noise 50%',
    () => same,
    () => (random.next() < 0.5 ? -1 : 1),
  ),
  { ...toy, name: 'all labels positive', labels: toy.labels.map(() => 1) },
  { ...toy, name: 'all labels negative', labels: toy.labels.map(() => -1) },
  { ...toy, name: 'label noise 50%', labels: toy.labels.map(() => (random.next() < 0.5 ? -1 : 1)) },
  dataset(
    'all rows empty',
    () => [],
    (i) => (i % 2 === 0 ? 1 : -1),
  ),
  dataset(
    'every other row empty',
    (i) =>
      i % 2 === 0
        ? []
        : [
            [0, 1],
            [1 + (i % 4), 1],
          ],
    (i) => (i % 4 === 1 ? 1 : -1),
  ),
  dataset(
    'the largest and the smallest values',
    (i) => [
      [0, i % 2 === 0 ? 3e38 : 1e-45],
      [1, i % 3 === 0 ? 1e-38 : 1],
    ],
    (i) => (i % 5 === 0 ? 1 : -1),
  ),
  dataset(
    'every feature seen once',
    (i) => [[i % 5, 1 + i]],
    (i) => (i % 2 === 0 ? 1 : -1),
  ),
];

describe.each(streams.map((data) => [data.name, data] as const))('%s', (_, data) => {
  it.each(ruleNames)('%s', (rule) => {
    for (const budget of [0, 1, 50, N, 10 * N]) {
      const decided: string[] = [];
      const numbers: number[] = [];
      const { active, oracle, evaluator, weights } = run({
        rule,
        data,
        budget,
        observer: {
          considered: ({ decision: { probability, importance, outcome } }) => {
            decided.push(outcome);
            numbers.push(importance, probability >= 0 && probability <= 1 ? probability : NaN);
          },
          answered: () => undefined,
        },
      });
      const count = (outcome: string): number => decided.filter((each) => each === outcome).length;
      expect(decided.length).toBe(N);
      expect(count('asked')).toBe(oracle.sold);
      expect(oracle.sold).toBeLessThanOrEqual(budget);
      expect(active.implied).toBe(count('implied'));
      numbers.push(active.importanceSum, active.errorEstimate, active.refusedImportance, evaluator.loss, ...weights);
      expect(numbers.every(Number.isFinite)).toBe(true);
      if (budget === 0) expect(weights.every((w) => w === 0) || active.query.whenImplied === 'learn-prediction').toBe(true);
      if (budget >= N) expect(count('refused')).toBe(0);
    }
  });
});

it('rows without features are left out by rules that read the flip, and by no others that claim to be unbiased', () => {
  const empty = streams.find(({ name }) => name === 'all rows empty')!;
  const implied = (rule: RuleName): number => run({ rule, data: empty }).active.implied;
  const flips: RuleName[] = ['slides', 'iwal-cal', 'iwal-cal-without-log', 'variance-aware'];
  expect(flips.map(implied)).toEqual(flips.map(() => N - 2));
  expect((['passive', 'random', 'bootstrap', 'committee'] as const).map(implied)).toEqual([0, 0, 0, 0]);
});

it('where all labels agree, unbiased rules still see n examples on average', () => {
  const one = streams.find(({ name }) => name === 'all labels negative')!;
  for (const rule of ['random', 'iwal-cal', 'variance-aware', 'committee', 'bootstrap'] as const) {
    const ends = Array.from({ length: 200 }, (_, seed) => run({ rule, data: one, seed }).active);
    const sums = ends.map(({ importanceSum, implied }) => importanceSum + implied);
    expect(deviations(sums, N), rule).toBeLessThan(4);
  }
});
