import { addScaledAll, dots } from './interleaved.ts';
import type { SparseRows } from './sparse-rows.ts';

/** The weight vectors of several members side by side (interleaved.ts), and the loops over a row that need no more than them. */
export interface InterleavedWeights {
  /** Weight of feature j and member m at j * size + m. */
  readonly values: Float64Array;
  /** out[m] = w_m.x for row i and every member. */
  dots(rows: SparseRows, i: number, out: Float64Array): void;
  /** w_m += scales[m] x for row i and every member; those whose scale is 0 keep their weights bit for bit. */
  addScaled(rows: SparseRows, i: number, scales: Float64Array): void;
}

/** Weights of 0 for this many features and members. */
export type WeightsFactory = (columns: number, size: number) => InterleavedWeights;

/** Weights on the heap, with the loops in TypeScript. */
export const plainWeights: WeightsFactory = (columns, size) => {
  const values = new Float64Array(columns * size);
  return {
    values,
    dots: (rows, i, out) => {
      dots(rows, i, values, size, out);
    },
    addScaled: (rows, i, scales) => {
      addScaledAll(rows, i, values, size, scales);
    },
  };
};
