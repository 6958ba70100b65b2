/** describe (reference): a table small enough to be counted by hand. */
import { expect, it } from 'vitest';
import { describe as describeDataset } from '../../src/rows/describe.ts';
import { readDataset } from '../../src/data/index.ts';
import { temporaryFolder } from '../support/temporary.ts';

const { write } = temporaryFolder();

it('counts rows, features, lengths, values, frequencies and labels without the constant', async () => {
  const file = write('hand.svm', '1 qid:1 1:4 2:-1\n-1 qid:1 1:2\n1 qid:5\n1 qid:5 1:1 9:0.5\n');
  expect(describeDataset(await readDataset(file))).toEqual({
    name: 'hand',
    rows: {
      rows: 4,
      features: 3,
      nonZeros: 5,
      meanLength: 1.25,
      lengths: [
        [0, 0],
        [0.05, 0],
        [0.25, 0],
        [0.5, 1],
        [0.75, 2],
        [0.95, 2],
        [1, 2],
      ],
      values: [
        [0, -1],
        [0.05, -1],
        [0.25, 0.5],
        [0.5, 1],
        [0.75, 2],
        [0.95, 4],
        [1, 4],
      ],
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

it('lists no labels where there are many, and finds the vocabulary after 100 rows', async () => {
  const file = write('many.svm', Array.from({ length: 150 }, (_, i) => `${i / 2} ${i % 120}:1`).join('\n'));
  const { rows, labels, groups } = describeDataset(await readDataset(file));
  expect(labels).toEqual({ counts: undefined, least: 0, greatest: 74.5, mean: 37.25, positiveRate: undefined, unlabelled: 0 });
  expect(rows.vocabulary).toEqual([[100, 100]]);
  expect(groups).toBeUndefined();
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
