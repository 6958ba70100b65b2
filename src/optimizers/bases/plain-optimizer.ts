import type { KernelNumbers } from '../../rows/kernels/numbers.ts';
import type { SparseRows } from '../../rows/sparse-rows.ts';
import { Kept } from '../../numerics/state.ts';
import type { Coordinates } from '../optimizer.ts';
import type { OptimizerActions } from '../optimizer-recipe.ts';

/**
 * What most optimizers answer alike: they show the training weights, need no look at a row before its margin, move no other row's
 * margin in `prepare`, and know no passes. What is true of them whatever they have learned is declared on their recipe
 * (optimizer-recipe.ts), and what they keep is declared once (`keep`).
 */
export abstract class PlainOptimizer extends Kept implements OptimizerActions {
  coordinates?: Coordinates | undefined;

  abstract margin(rows: SparseRows, i: number): number;
  abstract sensitivity(rows: SparseRows, i: number, slope: number): number;
  abstract prepare(rows: SparseRows, i: number, h: number, slope: number): number;
  abstract push(rows: SparseRows, i: number, u: number): void;
  abstract weights(): Float64Array;

  predict(rows: SparseRows, i: number): number {
    return this.margin(rows, i);
  }

  admit(_rows: SparseRows, _i: number): boolean {
    return false;
  }

  base(_rows: SparseRows, _i: number, p: number): number {
    return p;
  }

  beginPass(): void {
    // No pass counts.
  }
}

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
