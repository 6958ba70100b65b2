/** Laws of features and labels in units of their own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONSTANT, type Dataset } from '../../../../src/rows/dataset.ts';
import { largestValues } from '../../../../src/rows/feature-scaling.ts';
import { withUnitFeatures, withUnitLabels } from '../../../../experiments/support/unit-features.ts';
import { entriesOf, inText, rowOf, rowsOf } from '../../../support/rows/rows.ts';
import { forAll } from '../../../support/for-all.ts';

const COLUMNS = 6;
const LARGEST_SINGLE = (2 - 2 ** -23) * 2 ** 127;

/** Singles of every size, subnormal ones and the largest included. */
const value = fc.oneof(
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1, -1, 2 ** -149, -LARGEST_SINGLE, LARGEST_SINGLE),
);
const table = fc.array(fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: COLUMNS - 1 }), value), { selector: ([j]) => j }), {
  minLength: 1,
  maxLength: 8,
});
const labelled = fc.tuple(table, fc.infiniteStream(fc.double({ noNaN: true, noDefaultInfinity: true })));

function datasetOf(rows: readonly (readonly (readonly [number, number])[])[], labels: Iterable<number>): Dataset {
  const stream = labels[Symbol.iterator]();
  const withConstant = rowsOf(
    rows.map((row) => [[CONSTANT, 1] as const, ...row]),
    COLUMNS,
  );
  return { name: 'given', rows: withConstant, labels: Float64Array.from(rows, () => stream.next().value as number) };
}

it('labels that are all 0 stay what they are', () => {
  expect([...withUnitLabels(datasetOf([[[1, 2]], [[1, 3]]], [0, 0])).labels]).toEqual([0, 0]);
});

describe('withUnitFeatures (law)', () => {
  it('brings the largest |x| of every column that occurs to 1, keeps signs, and drops only what rounds to zero', () => {
    forAll([labelled], ([rows, labels]) => {
      const dataset = datasetOf(rows, labels);
      const scaled = withUnitFeatures(dataset);
      const units = largestValues(dataset.rows);
      expect([...largestValues(scaled.rows)]).toEqual([...units].map((unit) => (unit > 0 ? 1 : 0)));
      const expected = entriesOf(dataset.rows).map((row) =>
        row.map(([j, x]) => [j, Math.fround(x / units[j])] as const).filter(([, x]) => x !== 0),
      );
      expect(entriesOf(scaled.rows)).toEqual(expected);
      expect(scaled.labels).toBe(dataset.labels);
    });
  });

  it('leaves the constant alone, and does nothing the second time', () => {
    forAll([labelled], ([rows, labels]) => {
      const once = withUnitFeatures(datasetOf(rows, labels));
      for (const row of entriesOf(once.rows)) expect(row[0]).toEqual([CONSTANT, 1]);
      expect(entriesOf(withUnitFeatures(once).rows)).toEqual(entriesOf(once.rows));
    });
  });

  it('another part is measured in the units it is given; columns without a unit stay as they are', () => {
    const train = datasetOf([[[1, 4]], [[1, -2]]], [0, 0]);
    const test = datasetOf([rowOf(3, (j) => [undefined, 8, 3][j])], [0]);
    expect(inText(entriesOf(withUnitFeatures(test, largestValues(train.rows)).rows))).toEqual([`${CONSTANT}:1 1:2 2:3`]);
  });

  it('refuses quotients that are no singles', () => {
    const [train, test] = [2 ** -149, LARGEST_SINGLE].map((x) => datasetOf([[[1, x]]], [0]));
    expect(() => withUnitFeatures(test, largestValues(train.rows))).toThrow(/column 1: .* is not finite in single precision/);
  });
});

describe('withUnitLabels (law)', () => {
  it('brings the largest |y| to 1 and keeps proportions; labels that are all 0 stay 0', () => {
    forAll([labelled], ([rows, labels]) => {
      const dataset = datasetOf(rows, labels);
      const scaled = withUnitLabels(dataset).labels;
      const unit = Math.max(...dataset.labels.map(Math.abs));
      expect([...scaled]).toEqual([...dataset.labels].map((y) => (unit === 0 ? y : y / unit)));
    });
  });

  it('classes stay as they are', () => expect([...withUnitLabels(datasetOf([[], []], [-1, 1])).labels]).toEqual([-1, 1]));
});
