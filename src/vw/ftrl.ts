import type { SparseRows } from '../rows/sparse-rows.ts';
import type { State } from '../numerics/state.ts';
import { optimizers } from '../optimizers/index.ts';
import type { Optimizer } from '../optimizers/optimizer.ts';
import type { FtrlSettings } from './settings.ts';

/**
 * Our FTRL-Proximal as Vowpal Wabbit runs it: the importance multiplies the gradient, h l' x, before it is squared, where our
 * learner counts h (l' x)^2, as h copies would.
 */
export class VwFtrl {
  readonly #ftrl: Optimizer;

  constructor(columns: number, { alpha, beta, l1, l2 }: FtrlSettings) {
    this.#ftrl = optimizers['ftrl-proximal']({ alpha, beta, l1, l2 })(columns);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#ftrl.margin(rows, i);
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    return this.#ftrl.prepare(rows, i, 1, h * slope);
  }

  push(rows: SparseRows, i: number, u: number): void {
    this.#ftrl.push(rows, i, u);
  }

  weights(): Float64Array {
    return this.#ftrl.weights();
  }

  state(): State {
    return this.#ftrl.state();
  }

  restore(state: State): void {
    this.#ftrl.restore(state);
  }
}
