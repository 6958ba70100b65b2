import { Kept, type Stateful } from '../numerics/state.ts';
import { CONSTANT } from '../rows/dataset.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import type { Optimizer } from '../optimizers/optimizer.ts';

/** What a feature is measured in, by the names of `--scale`. */
export const SCALINGS = { unit: 'its root mean square in the rows that have it', max: 'its largest absolute value' } as const;

/** The name of such a measure. */
export type Scaling = keyof typeof SCALINGS;

/**
 * The units of features, learned from the rows that were learned: x_j / s_j is what a method sees that suits features of one size.
 *
 *   max   s_j = max |x_j|                      values in [-1, 1]
 *   unit  s_j = sqrt(sum of x_j^2 / n_j)       n_j rows have the feature; their scaled values have the mean square 1
 *
 * The row that is asked about is seen as if it were learned, so that a feature never seen before has a size too. Zeros are in no
 * unit: rare features are not blown up, and sparse rows stay sparse. The constant (column 0) stays as it is.
 */
export interface FeatureUnits extends Stateful {
  /** Writes x_j / s_j for the entries of row i, in entry order; returns their sum of squares. */
  scaled(rows: SparseRows, i: number, out: Float32Array): number;
  /** Learns the units of row i. */
  see(rows: SparseRows, i: number): void;
  /** s_j; 1 for features not seen. */
  of(j: number): number;
}

abstract class Units extends Kept {
  /** s_j as if x were learned. */
  protected abstract unit(j: number, x: number): number;

  scaled({ offsets, indices, values }: SparseRows, i: number, out: Float32Array): number {
    const start = offsets[i];
    let squares = 0;
    for (let k = start; k < offsets[i + 1]; k++) {
      const x = values[k];
      const j = indices[k];
      const z = j === CONSTANT ? x : Math.fround(x / this.unit(j, x));
      out[k - start] = z;
      squares += z * z;
    }
    return squares;
  }
}

class LargestValues extends Units implements FeatureUnits {
  readonly #s: Float64Array;

  constructor(columns: number) {
    super();
    this.#s = new Float64Array(columns);
    this.keep({ s: this.#s });
  }

  protected unit(j: number, x: number): number {
    return Math.max(this.#s[j], Math.abs(x));
  }

  see({ offsets, indices, values }: SparseRows, i: number): void {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const j = indices[k];
      this.#s[j] = Math.max(this.#s[j], Math.abs(values[k]));
    }
  }

  of(j: number): number {
    return j === CONSTANT || this.#s[j] === 0 ? 1 : this.#s[j];
  }
}

class RootMeanSquares extends Units implements FeatureUnits {
  readonly #squares: Float64Array;
  readonly #counts: Float64Array;

  constructor(columns: number) {
    super();
    this.#squares = new Float64Array(columns);
    this.#counts = new Float64Array(columns);
    this.keep({ squares: this.#squares, counts: this.#counts });
  }

  protected unit(j: number, x: number): number {
    return Math.sqrt((this.#squares[j] + x * x) / (this.#counts[j] + 1));
  }

  see({ offsets, indices, values }: SparseRows, i: number): void {
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const j = indices[k];
      this.#squares[j] += values[k] * values[k];
      this.#counts[j]++;
    }
  }

  of(j: number): number {
    return j === CONSTANT || this.#counts[j] === 0 ? 1 : Math.sqrt(this.#squares[j] / this.#counts[j]);
  }
}

const MADE: Readonly<Record<Scaling, new (columns: number) => FeatureUnits>> = { unit: RootMeanSquares, max: LargestValues };

/** Units of this many features that have seen nothing. */
export function featureUnits(scaling: Scaling, columns: number): FeatureUnits {
  return new MADE[scaling](columns);
}

/**
 * An optimizer that is shown every row in units that are learned on the way (FeatureUnits): for methods whose steps do not suit raw
 * features of very different sizes. Causal: what a row looks like depends on the rows learned before it and on itself.
 *
 * Weights are those of the raw features, w_j / s_j; they predict what `predict` does for rows that change no unit. The normalized
 * optimizers need none of this.
 */
export class ScaledFeatures extends Kept implements Optimizer {
  readonly name: string;
  readonly linear: boolean;
  readonly adaptive: boolean;
  readonly followsLeader: boolean;
  readonly #inner: Optimizer;
  readonly #units: FeatureUnits;
  /** The row that is shown. */
  #shown = rowFor(64, 0);

  constructor(inner: Optimizer, units: FeatureUnits) {
    super();
    ({ name: this.name, linear: this.linear, adaptive: this.adaptive, followsLeader: this.followsLeader = false } = inner);
    this.#inner = inner;
    this.#units = units;
    this.keep({ units, scaled: inner });
  }

  predict(rows: SparseRows, i: number): number {
    return this.#inner.predict(this.#show(rows, i), 0);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#inner.margin(this.#show(rows, i), 0);
  }

  sensitivity(rows: SparseRows, i: number, slope: number): number {
    return this.#inner.sensitivity(this.#show(rows, i), 0, slope);
  }

  admit(rows: SparseRows, i: number): boolean {
    return this.#inner.admit(this.#show(rows, i), 0);
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    return this.#inner.prepare(this.#show(rows, i), 0, h, slope);
  }

  base(rows: SparseRows, i: number, p: number): number {
    return this.#inner.base(this.#show(rows, i), 0, p);
  }

  push(rows: SparseRows, i: number, u: number): void {
    this.#inner.push(this.#show(rows, i), 0, u);
    this.#units.see(rows, i);
  }

  beginPass(): void {
    this.#inner.beginPass();
  }

  weights(): Float64Array {
    return this.#inner.weights().map((w, j) => w / this.#units.of(j));
  }

  coordinateMass(): Float64Array | undefined {
    return this.#inner.coordinateMass?.();
  }

  #show(rows: SparseRows, i: number): SparseRows {
    const { offsets, indices } = rows;
    const start = offsets[i];
    const entries = offsets[i + 1] - start;
    if (entries > this.#shown.values.length) this.#shown = rowFor(2 * entries, rows.columns);
    const shown = this.#shown;
    shown.offsets[1] = entries;
    for (let k = 0; k < entries; k++) shown.indices[k] = indices[start + k];
    shown.squaredNorms[0] = this.#units.scaled(rows, i, shown.values);
    return shown;
  }
}

/** One row with room for so many entries. */
function rowFor(entries: number, columns: number): SparseRows {
  return new SparseRows(new Uint32Array(2), new Uint32Array(entries), new Float32Array(entries), columns, new Float64Array(1));
}
