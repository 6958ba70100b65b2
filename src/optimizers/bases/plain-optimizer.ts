import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { State } from '../../numerics/state.ts';
import type { Coordinates } from '../optimizer.ts';
import type { OptimizerActions } from '../optimizer-recipe.ts';

/**
 * What most optimizers answer alike: they show the training weights, need no look at a row before its margin, move no other row's
 * margin in `prepare`, and know no passes. What is true of them whatever they have learned is declared on their recipe
 * (optimizer-recipe.ts).
 */
export abstract class PlainOptimizer implements OptimizerActions {
  readonly coordinates?: Coordinates;

  abstract margin(rows: SparseRows, i: number): number;
  abstract sensitivity(rows: SparseRows, i: number, slope: number): number;
  abstract prepare(rows: SparseRows, i: number, h: number, slope: number): number;
  abstract push(rows: SparseRows, i: number, u: number): void;
  abstract weights(): Float64Array;
  abstract state(): State;
  abstract restore(state: State): void;

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
