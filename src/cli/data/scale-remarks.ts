import { count, rounded } from '../../numerics/display.ts';
import { CONSTANT } from '../../rows/dataset.ts';
import { largestValues } from '../../rows/feature-scaling.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { optimizerTraits } from '../../specs/traits/optimizer-traits.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';

/** A feature so many times as large as the one in the middle decides alone what a step does. */
export const FAR = 100;

/**
 * What a person should know who has features of very different sizes learned by a method whose steps suit one size: a line, or none.
 * Sizes are the largest values of the features; the largest of them is held against their median.
 */
export function scaleRemarks(spec: LearnerSpec, rows: SparseRows): string[] {
  return !readsScale(spec) || areAlike(rows) ? [] : sizeRemarks(spec, largestValues(rows));
}

/**
 * Whether the first rows show that there is nothing to say: no value is larger than the root b of the largest squared norm, and
 * where half of all columns have a value above b / FAR, so has the feature in the middle. Mostly few rows are enough, and to look at
 * every entry costs as much as to learn it.
 */
function areAlike({ indices, values, columns, squaredNorms }: SparseRows): boolean {
  // One less: roots and squares are rounded.
  const enough = Math.sqrt(squaredNorms.reduce((most, norm) => Math.max(most, norm), 0)) / (FAR - 1);
  const isMet = new Uint8Array(columns);
  let missing = Math.ceil((columns + 1) / 2);
  for (let k = 0; k < values.length; k++) {
    const j = indices[k];
    if (isMet[j] === 1 || j === CONSTANT || Math.abs(values[k]) <= enough) continue;
    isMet[j] = 1;
    if (--missing === 0) return true;
  }
  return false;
}

/** Whether the sizes of features matter to what learns. */
export function readsScale(spec: LearnerSpec): boolean {
  return spec.scale === undefined && optimizerTraits(spec).suitsAnyUnits !== true;
}

/** The same from the largest values of the features, one a column. */
export function sizeRemarks(spec: LearnerSpec, largest: Float64Array): string[] {
  const sizes = largest.filter((size, j) => size > 0 && j !== CONSTANT).sort();
  if (sizes.length === 0) return [];
  const large = sizes.at(-1)!;
  const middle = sizes[Math.floor((sizes.length - 1) / 2)];
  if (large < FAR * middle) return [];
  const [most, usual] = [large, middle].map((size) => count(rounded(size, 2)));
  return [
    `features are of very different sizes (values up to ${most}, most of them up to ${usual}), and ` +
      `steps of ${spec.optimizer.name} suit one: --scale max learns each in its own unit, and the default --optimizer needs ` +
      'none',
  ];
}
