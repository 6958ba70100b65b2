import { addScaledAll, dots } from './interleaved.ts';
import type { SparseRows } from '../sparse-rows.ts';

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
    dots: (rows, i, out) => {
      dots(rows, i, values, size, out);
    },
    addScaled: (rows, i, scales) => {
      addScaledAll(rows, i, values, size, scales);
    },
  };
};
