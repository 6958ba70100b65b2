import type { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { Coordinates } from '../optimizer.ts';

/** Weights as coordinates of the factor 1, wherever they stand. */
export function coordinatesOf(weights: KernelNumbers): Coordinates {
  return {
    get values() {
      return weights.values;
    },
    factor: 1,
  };
}
