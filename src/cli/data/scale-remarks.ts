import { CONSTANT } from '../../rows/dataset.ts';
import { largestValues } from '../../rows/feature-scaling.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { optimizerTraits } from '../../specs/optimizer-traits.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';

/** A feature so many times as large as the one in the middle decides alone what a step does. */
const FAR = 100;

/**
 * What a person should know who has features of very different sizes learned by a method whose steps suit one size: a line, or none.
 * Sizes are the largest values of the features; the largest of them is held against their median.
 */
export function scaleRemarks(spec: LearnerSpec, rows: SparseRows): string[] {
  return readsScale(spec) ? sizeRemarks(spec, largestValues(rows)) : [];
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
  return [
    `features are of very different sizes (values up to ${rounded(large)}, most of them up to ${rounded(middle)}), and steps of ${spec.optimizer.name} suit one: --scale max learns each in its own unit, and the default --optimizer needs none`,
  ];
}

function rounded(size: number): string {
  return Number(size.toPrecision(2)).toLocaleString('en-US', { maximumSignificantDigits: 2 });
}
