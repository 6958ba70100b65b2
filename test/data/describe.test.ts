import { expect, it } from 'vitest';
import { describe as describeDataset, featuresMet } from '../../src/rows/describe.ts';
import { withConstant } from '../../src/rows/dataset.ts';
import { randomStream } from '../../src/numerics/random.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import { toyTask } from '../support/toy.ts';
import { readDataset } from '../../src/data/index.ts';
import { temporaryFolder } from '../support/processes/temporary.ts';

/** describe (reference): a table small enough to be counted by hand. */

const { write } = temporaryFolder();
const SHARES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];
const quantiles = (...values: number[]): number[][] => values.map((value, n) => [SHARES[n], value]);

it('costs: how many a row lists, and their sizes; labels of one class that is the negative one', () => {
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < 3; i++) builder.endRow();
  const costs = {
    offsets: Uint32Array.of(0, 3, 4, 6),
    classes: Uint32Array.of(1, 2, 3, 2, 1, 2),
    costs: Float64Array.of(4, 1, 3, 0.5, 2, 1.5),
    lines: Uint32Array.of(1, 2, 3),
  };
  const found = describeDataset({ name: 'costs', rows: builder.build(1), labels: new Float64Array(3).fill(-1), costs });
  expect([found.costs, found.labels.positiveRate]).toEqual([{ listed: [1, 3], least: 0.5, greatest: 4, mean: 2 }, 0]);
});

it('counts rows, features, lengths, values, frequencies and labels without the constant', async () => {
  const file = write('hand.svm', '1 qid:1 1:4 2:-1\n-1 qid:1 1:2\n1 qid:5\n1 qid:5 1:1 9:0.5\n');
  expect(describeDataset(await readDataset(file))).toEqual({
    name: 'hand',
    rows: {
      rows: 4,
      features: 3,
      nonZeros: 5,
      meanLength: 1.25,
      lengths: quantiles(0, 0, 0, 1, 2, 2, 2),
      values: quantiles(-1, -1, 0.5, 1, 2, 4, 4),
      documentFrequency: [
        [1, 0.75],
        [2, 0.25],
      ],
      vocabulary: [],
    },
    labels: {
      counts: [
        [-1, 1],
        [1, 3],
      ],
      least: -1,
      greatest: 1,
      mean: 0.5,
      positiveRate: 0.75,
      unlabelled: 0,
    },
    groups: 2,
  });
});

it('features that rows have are counted alone as in the table, by whatever option the constant came', async () => {
  const { rows } = await readDataset(write('few.svm', '1 3:4 2000:-1\n-1 7:2\n1\n'));
  expect([rows.columns, featuresMet(rows), featuresMet(rows)]).toEqual([2002, 3, 3]);
  const without = withConstant({ rows }, 'none').rows;
  expect(featuresMet(without)).toBe(3);
  const toy = toyTask({ rows: 40, columns: 9, seed: 1 }).rows;
  expect(featuresMet(toy)).toBe(describeDataset({ name: 'toy', rows: toy, labels: new Float64Array(40) }).rows.features);
});

it('lists no labels where there are many, and finds the vocabulary after 100 rows', async () => {
  const file = write('many.svm', Array.from({ length: 150 }, (_, i) => `${i / 2} ${i % 120}:1`).join('\n'));
  const { rows, labels, groups } = describeDataset(await readDataset(file));
  expect(labels).toEqual({ counts: undefined, least: 0, greatest: 74.5, mean: 37.25, positiveRate: undefined, unlabelled: 0 });
  expect(rows.vocabulary).toEqual([[100, 100]]);
  expect(groups).toBeUndefined();
});

it('says of random rows what counting them one by one says', () => {
  const random = randomStream(1, 'described');
  for (let run = 0; run < 30; run++) {
    const builder = new SparseRowsBuilder();
    const length = 1 + random.below(120);
    const columns = 2 + random.below(12);
    const entries: [row: number, column: number, value: number][] = [];
    for (let i = 0; i < length; i++) {
      builder.add(0, 1);
      for (let j = 1; j < columns; j++) {
        if (random.below(columns) >= j) continue;
        entries.push([i, j, Math.fround(random.normal())]);
        builder.add(j, entries.at(-1)![2]);
      }
      builder.endRow();
    }
    const labels = Float64Array.from({ length }, () => [NaN, 0, 1, 2][random.below(4)]);
    const found = describeDataset({ name: 'random', rows: builder.build(columns), labels });
    const shares = Array.from({ length: columns }, (_, j) => entries.filter(([, column]) => column === j).length / length);
    const sorted = shares.filter((share) => share > 0).sort((a, b) => b - a);
    expect(found.rows.documentFrequency).toEqual([1, 2, 5, 10].filter((r) => r <= sorted.length).map((r) => [r, sorted[r - 1]]));
    expect(found.rows).toMatchObject({ rows: length, features: sorted.length, nonZeros: entries.length });
    const early = new Set(entries.filter(([row]) => row < 100).map(([, column]) => column)).size;
    expect(found.rows.vocabulary).toEqual(length < 100 ? [] : [[100, early]]);
    const lengths = Array.from({ length }, (_, i) => entries.filter(([row]) => row === i).length).sort((a, b) => a - b);
    for (const [share, at] of found.rows.lengths) {
      const below = lengths.filter((each) => each <= at).length / length;
      expect(below).toBeGreaterThanOrEqual(share);
      expect(lengths.filter((each) => each < at).length / length).toBeLessThan(Math.max(share, 5e-324));
    }
    const given = [...labels].filter((y) => !Number.isNaN(y));
    expect(found.labels.unlabelled).toBe(length - given.length);
    expect(found.labels.counts).toEqual(
      [0, 1, 2].flatMap((y) => (given.includes(y) ? [[y, given.filter((each) => each === y).length]] : [])),
    );
  }
});

it.each([30, 31])('%i different labels, each of them once or twice', (distinct) => {
  const rows = toyTask({ rows: 2 * distinct, columns: 2, seed: 1 }).rows;
  const labels = Float64Array.from({ length: 2 * distinct }, (_, i) => Math.max(0, i - distinct));
  const { counts } = describeDataset({ name: 'labels', rows, labels }).labels;
  expect(counts?.length).toBe(distinct === 30 ? 30 : undefined);
});

it('pays for the features that occur, not for the largest id', async () => {
  const file = write('far.svm', '1 1:1 1000000000:1\n-1 1:1\n');
  const { rows } = describeDataset(await readDataset(file));
  expect(rows).toMatchObject({
    features: 2,
    documentFrequency: [
      [1, 1],
      [2, 0.5],
    ],
  });
});

it('frequencies are told at ranks, and features met after so many rows', () => {
  const ranks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
  // The feature of rank r stands in as many rows as there are ranks from r on.
  const rowsOf = ranks.map((most) => Array.from({ length: most }, (_, n) => n + 1));
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < 1200; i++) {
    for (const feature of rowsOf.at(i) ?? [1]) builder.add(feature, 1);
    builder.endRow();
  }
  const rows = builder.build();
  const { documentFrequency, vocabulary } = describeDataset({ name: 'ranks', rows, labels: new Float64Array(1200) }).rows;
  expect(documentFrequency).toEqual(ranks.map((rank, n) => [rank, (n === 0 ? 1200 : ranks.length - n) / 1200]));
  expect(vocabulary).toEqual([
    [100, 5000],
    [1000, 5000],
  ]);
});

it('quantiles of values are those of the sorted values, of either sign, from the smallest to the largest floats', () => {
  const random = randomStream(1, 'values');
  const kinds = [
    () => random.next() - 0.5,
    () => Math.fround(2 ** (250 * random.next() - 125)) * (random.next() < 0.5 ? -1 : 1),
    () => 1 + random.below(3),
    () => -1.5,
    () => 1 + 2 ** -23 * random.below(5),
  ];
  for (const kind of kinds)
    for (const count of [1, 2, 19, 1000]) {
      const values = Array.from({ length: count }, kind).map(Math.fround);
      const builder = new SparseRowsBuilder();
      for (const value of values) {
        builder.add(1, value);
        builder.endRow();
      }
      const data = { name: 'values', rows: builder.build(2), labels: new Float64Array(count).fill(1) };
      const sorted = Float32Array.from(values).sort();
      const { values: found } = describeDataset(withConstant(data, 7)).rows;
      expect(found).toEqual(SHARES.map((p) => [p, sorted[Math.max(0, Math.ceil(p * count) - 1)]]));
    }
});
