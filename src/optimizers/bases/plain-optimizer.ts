import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { State } from '../../numerics/state.ts';
import type { Coordinates, Optimizer } from '../optimizer.ts';

/**
 * What most optimizers answer alike: they show the training weights, need no look at a row before its margin, read no slope,
 * move no other row's margin in `prepare`, and know no passes.
 */
export abstract class PlainOptimizer implements Optimizer {
  abstract readonly name: string;
  readonly linear: boolean = true;
  readonly adaptive: boolean = false;
  readonly suitsAnyUnits?: true;
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
