import type { SparseRows } from '../sparse-rows.ts';

/** Four sums a member: entry k of a row goes into sum k mod 4, what is left over into the first. Grows, never shrinks. */
let sums = new Float64Array(4 * 64);

/**
 * out[m] = w_m.x for row i and each of `size` members, bit for bit as `dot` (sparse-rows.ts) sums it.
 *
 * Loops over one sparse row for several weight vectors at once, interleaved: the weights of a feature stand side by side, that of
 * feature j and member m at j * size + m. One visit to a feature then serves all members.
 */
export function dots(
  { offsets, indices, values }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  out: Float64Array,
): void {
  if (4 * size > sums.length) sums = new Float64Array(8 * size);
  const all = sums.fill(0, 0, 4 * size);
  const start = offsets[i];
  const end = offsets[i + 1];
  const whole = end - ((end - start) & 3);
  for (let k = start; k < end; k++) {
    const x = values[k];
    const at = indices[k] * size;
    const to = k < whole ? ((k - start) & 3) * size : 0;
    for (let m = 0; m < size; m++) all[to + m] += w[at + m] * x;
  }
  for (let m = 0; m < size; m++) out[m] = all[m] + all[size + m] + (all[2 * size + m] + all[3 * size + m]);
}

/** w_m += scales[m] x for row i and every member; those whose scale is 0 keep their weights bit for bit. */
export function addScaledAll(
  { offsets, indices, values }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  scales: Float64Array,
): void {
  const end = offsets[i + 1];
  for (let k = offsets[i]; k < end; k++) {
    const x = values[k];
    const at = indices[k] * size;
    for (let m = 0; m < size; m++) if (scales[m] !== 0) w[at + m] += scales[m] * x;
  }
}

/** The same along directions of their own, one a member, that `directions` holds interleaved, entry by entry of the row. */
export function addDirections(
  { offsets, indices }: SparseRows,
  i: number,
  w: Float64Array,
  size: number,
  scales: Float64Array,
  directions: Float64Array,
): void {
  const end = offsets[i + 1];
  for (let k = offsets[i], from = 0; k < end; k++, from += size) {
    const at = indices[k] * size;
    for (let m = 0; m < size; m++) if (scales[m] !== 0) w[at + m] += scales[m] * directions[from + m];
  }
}

/** The weight vectors of several members side by side (interleaved.ts), and the loops over a row that need no more than them. */
export interface InterleavedWeights {
  /** Weight of feature j and member m at j * stride + m. */
  readonly values: Float64Array;
  /** Numbers a feature: one a member, and those that loops need besides, which stay 0. */
  readonly stride: number;
  /** out[m] = w_m.x for row i and every member. */
  dots(rows: SparseRows, i: number, out: Float64Array): void;
  /**
   * w_m += scales[m] x for row i and every member; those whose scale is 0 keep their weights bit for bit. `scales`: one a number of
   * `stride`.
   */
  addScaled(rows: SparseRows, i: number, scales: Float64Array): void;
  /** Loops of AdaGrad and normalized AdaGrad; absent where their own do the work. */
  readonly rates?: InterleavedRates;
}

/**
 * Loops of AdaGrad and normalized AdaGrad with the exponent 1/2 (optimizers/blocks), for rows that they take. Calls come in the order
 * of Block.
 */
export interface InterleavedRates {
  /** G and s of every feature and member, 0 at first; they lie as the weights do. */
  readonly g: Float64Array;
  readonly s: Float64Array;
  /** What a row that was prepared has for each member with an importance: the sums of x along and of G, and normalized, of (x / s)^2. */
  readonly sums: Float64Array;
  readonly totals: Float64Array;
  readonly squares: Float64Array;
  /** Whether row i is short enough. */
  takes(rows: SparseRows, i: number): boolean;
  /** The first entry of row i, from `from` on, that is larger than the scale of a member with an importance; its end where none is. */
  raised(rows: SparseRows, i: number, from: number, importances: Float64Array): number;
  /** Counts the row into G and keeps the directions x / sqrt(G) / s. */
  prepareNormalized(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array): void;
  /** The same with the directions x / sqrt(G). */
  prepareAdaptive(rows: SparseRows, i: number, importances: Float64Array, slopes: Float64Array): void;
  /** w_m += scales[m] (direction of member m); those whose scale is 0 keep their weights bit for bit. `scales` as in `addScaled`. */
  addDirections(rows: SparseRows, i: number, scales: Float64Array): void;
}

/** Weights of 0 for this many features and members. */
export type WeightsFactory = (columns: number, size: number) => InterleavedWeights;

/** Weights on the heap, with the loops in TypeScript. */
export const plainWeights: WeightsFactory = (columns, size) => {
  const values = new Float64Array(columns * size);
  return {
    values,
    stride: size,
    dots: (rows, i, out) => dots(rows, i, values, size, out),
    addScaled: (rows, i, scales) => addScaledAll(rows, i, values, size, scales),
  };
};
