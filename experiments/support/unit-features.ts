import { sharedFloat64 } from '../../src/rows/building/growing.ts';
import { SparseRowsBuilder } from '../../src/rows/building/sparse-rows-builder.ts';
import type { Dataset, Split } from '../../src/rows/dataset.ts';
import { largestValues } from '../../src/rows/feature-scaling.ts';
import { cutInThree } from '../../src/studies/data/data-source.ts';

/**
 * The dataset with every feature divided by its unit, one unit a column; by default by its largest value here.
 *
 * Features in units of their own: x_j / s_j with s_j the largest |x_j| of column j, so that every value lies in [-1, 1].
 *
 * A division moves no zero, so sparse rows stay sparse; the constant is 1 in every row and stays 1. Where there are parts that
 * judge, the units are those of the training part: `withUnitFeatures(test, largestValues(train.rows))`. Columns that the units
 * do not know (s_j = 0) stay as they are. Quotients are rounded to single precision; what rounds to zero is dropped.
 *
 * @throws RangeError: a quotient beyond single precision, which only units of another part can bring about.
 */
export function withUnitFeatures(dataset: Dataset, units = largestValues(dataset.rows)): Dataset {
  const { offsets, indices, values, columns, length } = dataset.rows;
  const builder = new SparseRowsBuilder();
  for (let i = 0; i < length; i++) {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) builder.add(indices[k], values[k] / (units[indices[k]] || 1));
    builder.endRow();
  }
  return { ...dataset, rows: builder.build(columns) };
}

/** The dataset with its labels divided by the largest |y|: numbers in [-1, 1]; classes -1 and +1 stay as they are. */
export function withUnitLabels(dataset: Dataset): Dataset {
  const unit = dataset.labels.reduce((largest, y) => Math.max(largest, Math.abs(y)), 0) || 1;
  return { ...dataset, labels: sharedFloat64(dataset.labels.map((y) => y / unit)) };
}

/** Cut in three, every feature in units of its largest absolute value in the training part. */
export function inUnits(dataset: Dataset): Split {
  const { train, validation, test } = cutInThree(dataset);
  const units = largestValues(train.rows);
  return {
    train: withUnitFeatures(train, units),
    validation: withUnitFeatures(validation!, units),
    test: withUnitFeatures(test!, units),
  };
}
