import { dot, type SparseRows } from '../rows/sparse-rows.ts';
import type { OptimizerFactory } from './optimizer.ts';
import { PlainOptimizer } from './bases/descent.ts';

class Given extends PlainOptimizer {
  readonly name = 'given';
  readonly linear = true;
  readonly adaptive = false;
  readonly #weights: Float64Array;

  constructor(weights: Float64Array) {
    super();
    this.#weights = weights;
  }

  margin(rows: SparseRows, i: number): number {
    return dot(rows, i, this.#weights);
  }

  sensitivity(): number {
    return 0;
  }

  prepare(): number {
    return 0;
  }

  push(): void {
    // No label moves it.
  }

  weights(): Float64Array {
    return this.#weights.slice();
  }
}

/**
 * Weights that no label moves, one a column: what predicts where somebody has predicted already, and the labels are to tell how well.
 *
 * @example
 * Array.from(given([0, 1])(2).weights()) // => [0, 1]
 */
export function given(weights: readonly number[]): OptimizerFactory {
  return (columns) => new Given(Float64Array.from({ length: columns }, (_, column) => weights[column] ?? 0));
}
