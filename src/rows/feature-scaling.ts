import type { SparseRows } from './sparse-rows.ts';

/** The largest |x| of every column in these rows; 0 for columns that do not occur. `before`: those of rows before, which count as well. */
export function largestValues(
  { offsets, indices, values, columns, length }: SparseRows,
  before: Float64Array = NONE,
  from = 0,
  to = length,
): Float64Array {
  const largest = before.length < columns ? new Float64Array(columns) : before;
  if (largest !== before) largest.set(before);
  for (let k = offsets[from]; k < offsets[to]; k++) {
    const size = Math.abs(values[k]);
    if (size > largest[indices[k]]) largest[indices[k]] = size; // rarely: a store for every value takes twice as long
  }
  return largest;
}

const NONE = new Float64Array(0);
