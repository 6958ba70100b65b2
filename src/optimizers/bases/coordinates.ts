import type { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { Coordinates } from '../optimizer.ts';

/** Numbers as coordinates of the weights, wherever they stand; the weights are these numbers times a factor that may change. */
export function coordinatesOf(numbers: KernelNumbers, factor = (): number => 1): Coordinates {
  return {
    get values() {
      return numbers.values;
    },
    get factor() {
      return factor();
    },
  };
}
