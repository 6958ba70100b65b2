import { CompositionError } from '../numerics/iwal-error.ts';
import { Kept } from '../numerics/state.ts';
import { dot, type SparseRows } from '../rows/sparse-rows.ts';
import { Direction } from './bases/descent.ts';
import type { Coordinates, Optimizer, OptimizerFactory } from './optimizer.ts';

/** By what the factor may have changed before the sums are folded: what they lose to cancellation is so many roundings. */
const LARGEST_CHANGE = 16;

/**
 * Averages the weights of any optimizer: trains as it does, predicts with the mean of its weights,
 *
 *   mean = sum_t a_t w_t / A,   a_t = h_t after `start` examples, 0 before,   A the sum of a_t;   before that the mean is w.
 *
 * Kept lazily, at the cost of the row's features. With w_t = c_t v_t (Coordinates) and S_t = sum_{s <= t} a_s c_s, a change d of
 * v_j by example t is missing from the first S_{t-1} units of the sum, so
 *
 *   sum_t a_t w_t = S v - drift,   drift_j += S_{t-1} d.
 *
 * Where c goes to 0 the difference cancels: when c has changed 16-fold, S v moves into drift and S begins at 0, in one pass over
 * the features. The mean equals the mean of stored weights to 1e-12 of the largest weight (test/laws/vector/averaged-weights.test.ts).
 * State per feature beside the optimizer's: drift.
 *
 * The optimizer `averaged` is gradient descent with its mean, told how much importance to leave out instead of how many examples.
 *
 * @throws CompositionError, the constructor, for an optimizer that declares no coordinates.
 *
 * Source: Polyak & Juditsky (1992); the lazy form as in Daume, Practical structured learning techniques (2006), figure 2.3.
 */
export class AveragedWeights extends Kept implements Optimizer {
  readonly name: string;
  readonly linear: boolean;
  readonly adaptive: boolean;
  readonly #inner: Optimizer;
  readonly #coordinates: Coordinates;
  readonly #drift: Float64Array;
  /** Coordinates of the row as they were. */
  readonly #before = new Direction();
  /**
   * `start`: examples before the averaging begins, which is the state's: a share of a stream is one of the stream it began with;
   * `mass`: A; `sum`: S since it was folded last, when c was `foldedAt`.
   */
  readonly #now: { start: number; examples: number; mass: number; sum: number; foldedAt: number };
  /** a of the prepared example. */
  #share = 0;

  constructor(inner: Optimizer, start: number) {
    super();
    if (inner.coordinates === undefined) refuseAverage(inner.name);
    this.name = inner.name;
    this.linear = inner.linear;
    this.adaptive = inner.adaptive;
    this.#inner = inner;
    this.#coordinates = inner.coordinates;
    this.#drift = new Float64Array(inner.coordinates.values.length);
    this.#now = { start, examples: 0, mass: 0, sum: 0, foldedAt: 0 };
    this.keep({ averaged: inner, drift: this.#drift }, this.#now);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#inner.margin(rows, i);
  }

  predict(rows: SparseRows, i: number): number {
    if (this.#now.mass === 0) return this.#inner.predict(rows, i);
    return (this.#now.sum * dot(rows, i, this.#coordinates.values) - dot(rows, i, this.#drift)) / this.#now.mass;
  }

  sensitivity(rows: SparseRows, i: number, slope: number): number {
    return this.#inner.sensitivity(rows, i, slope);
  }

  admit(rows: SparseRows, i: number): boolean {
    if (this.#now.sum === 0) return this.#inner.admit(rows, i);
    this.#remember(rows, i);
    const moved = this.#inner.admit(rows, i);
    if (moved) this.#miss(rows, i);
    return moved;
  }

  prepare(rows: SparseRows, i: number, h: number, slope: number): number {
    this.#now.examples++;
    this.#share = this.#now.examples > this.#now.start ? h : 0;
    return this.#inner.prepare(rows, i, h, slope);
  }

  base(rows: SparseRows, i: number, p: number): number {
    return this.#inner.base(rows, i, p);
  }

  push(rows: SparseRows, i: number, u: number): void {
    if (this.#now.foldedAt === 0) this.#now.foldedAt = this.#coordinates.factor;
    if (this.#now.sum !== 0) this.#remember(rows, i);
    this.#inner.push(rows, i, u);
    if (this.#now.sum !== 0) this.#miss(rows, i);
    if (this.#share === 0) return;
    this.#now.mass += this.#share;
    this.#now.sum += this.#share * this.#coordinates.factor;
    this.#foldIfChanged();
  }

  beginPass(): void {
    this.#inner.beginPass();
  }

  weights(): Float64Array {
    const mass = this.#now.mass;
    if (mass === 0) return this.#inner.weights();
    const { values } = this.#coordinates;
    return this.#drift.map((missing, j) => (this.#now.sum * values[j] - missing) / mass);
  }

  coordinateMass(): Float64Array | undefined {
    return this.#inner.coordinateMass?.();
  }

  #remember(rows: SparseRows, i: number): void {
    const { offsets, indices } = rows;
    const before = this.#before.reserve(rows, i);
    const { values } = this.#coordinates;
    const start = offsets[i];
    const end = offsets[i + 1];
    for (let k = start; k < end; k++) before[k - start] = values[indices[k]];
  }

  /** drift += S (v - v before) on the features of row i. */
  #miss(rows: SparseRows, i: number): void {
    const { offsets, indices } = rows;
    const before = this.#before.values;
    const { values } = this.#coordinates;
    const drift = this.#drift;
    const sum = this.#now.sum;
    const start = offsets[i];
    const end = offsets[i + 1];
    for (let k = start; k < end; k++) {
      const j = indices[k];
      drift[j] += sum * (values[j] - before[k - start]);
    }
  }

  /** Moves S v into drift where the factor is far from what it was at the last time. */
  #foldIfChanged(): void {
    const coordinates = this.#coordinates;
    const { factor, values } = coordinates;
    if (this.#now.foldedAt === 0) return;
    const change = factor / this.#now.foldedAt;
    if (change * LARGEST_CHANGE > 1 && change < LARGEST_CHANGE) return;
    const drift = this.#drift;
    for (let j = 0; j < drift.length; j++) drift[j] -= this.#now.sum * values[j];
    this.#now.sum = 0;
    coordinates.fold?.();
    this.#now.foldedAt = coordinates.factor;
  }
}

/** Throws a CompositionError: the weights of the optimizer of this name cannot be averaged. */
export function refuseAverage(name: string): never {
  throw new CompositionError(
    `the weights of '${name}' cannot be averaged as the rows come: an example moves those of features it does not have, each ` +
      'by an amount of its own (l1, gravity), or it averages already; expected an optimizer without such a pull, ' +
      'normalized-adaptive for one',
  );
}

/**
 * Weights that no label moves, one a column: what predicts where somebody has predicted already, and the labels are to tell how well.
 *
 * @example
 * Array.from(given([0, 1])(2).weights()) // => [0, 1]
 */
export function given(weights: readonly number[]): OptimizerFactory {
  return (columns): Optimizer => {
    const w = Float64Array.from({ length: columns }, (_, column) => weights[column] ?? 0);
    const margin = (rows: SparseRows, i: number): number => dot(rows, i, w);
    return {
      ...{ name: 'given', linear: true, adaptive: false },
      ...{ margin, predict: margin, base: (_rows, _i, p) => p, weights: () => w.slice() },
      ...{ sensitivity: () => 0, admit: () => false, prepare: () => 0, push: () => undefined },
      ...{ beginPass: () => undefined, state: () => ({}), restore: () => undefined },
    };
  };
}
