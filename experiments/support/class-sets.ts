import { largestValues, withUnitFeatures } from '../../src/rows/feature-scaling.ts';
import type { Dataset, Split } from '../../src/rows/dataset.ts';
import { cutInThree } from '../../src/studies/data/data-source.ts';

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
