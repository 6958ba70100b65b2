import type { Dataset } from '../../src/rows/dataset.ts';
import { SparseRows } from '../../src/rows/sparse-rows.ts';
import { cutInThree } from '../../src/studies/data/data-source.ts';
import { twoClassSet } from '../../src/studies/data/datasets.ts';
import type { StudyDataset } from '../../src/studies/study.ts';
import { log1p } from '../../src/numerics/elementary.ts';

/**
 * Counts and percentages with long tails, which no single step size suits as they stand: ln(1 + x), as Hastie, Tibshirani &
 * Friedman (The elements of statistical learning, section 9.1.2) take them for this set.
 */
const LONG_TAILED = new Set(['spambase']);

/**
 * Real sets of two classes, cut in three where they have no test part of their own, for every study that reads them.
 *
 * The sets of these names, where the machine has them.
 */
export function realSets(names: readonly string[]): StudyDataset[] {
  return names.map((name) => twoClassSet(name, (dataset) => cutInThree(LONG_TAILED.has(name) ? logarithmic(dataset) : dataset)));
}

function logarithmic(dataset: Dataset): Dataset {
  const { offsets, indices, values, columns } = dataset.rows;
  return { ...dataset, rows: new SparseRows(offsets, indices, values.map(log1p), columns) };
}
