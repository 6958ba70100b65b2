import type { Loss } from '../losses/loss.ts';
import { Kept } from '../numerics/state.ts';
import { SparseRows } from '../rows/sparse-rows.ts';
import type { FeatureUnits } from './feature-units.ts';
import type { MarginLearner } from './margin-learner.ts';

/**
 * A learner that is shown every row in units that are learned on the way (FeatureUnits): for methods whose steps do not suit raw
 * features of very different sizes. Causal: what a row looks like depends on the rows learned before it and on itself.
 *
 * Weights are those of the raw features, w_j / s_j; they predict what `predict` does for rows that change no unit. The normalized
 * optimizers need none of this.
 */
export class ScaledLearner extends Kept implements MarginLearner {
  readonly loss: Loss;
  readonly #inner: MarginLearner;
  readonly #units: FeatureUnits;
  /** The row that is shown. */
  #shown: SparseRows;
  readonly #count = { learned: 0 };

  constructor(inner: MarginLearner, units: FeatureUnits) {
    super();
    this.loss = inner.loss;
    this.#inner = inner;
    this.#units = units;
    this.#shown = rowFor(64, 0);
    this.keep(this.#count, { units, learner: inner });
  }

  predict(rows: SparseRows, i: number): number {
    return this.#inner.predict(this.#show(rows, i), 0);
  }

  margin(rows: SparseRows, i: number): number {
    return this.#inner.margin(this.#show(rows, i), 0);
  }

  /** Asks the margin anew: the row that is shown is one object, whatever it holds, and learners may remember what they were asked. */
  learn(rows: SparseRows, i: number, y: number, h: number): number {
    const p = this.#inner.learn(this.#show(rows, i), 0, y, h);
    if (h > 0) this.#units.see(rows, i);
    this.#count.learned++;
    return p;
  }

  beginPass(): void {
    this.#inner.beginPass();
  }

  side(p: number): number {
    return this.#inner.side(p);
  }

  otherSide(p: number): number {
    return this.#inner.otherSide(p);
  }

  sensitivity(rows: SparseRows, i: number, p: number): number {
    return this.#inner.sensitivity(this.#show(rows, i), 0, p);
  }

  timeToFlip(p: number): number {
    return this.#inner.timeToFlip(p);
  }

  weightToFlip(p: number, q: number): number {
    return this.#inner.weightToFlip(p, q);
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
