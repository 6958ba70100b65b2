// @ts-check
import { copyFrom } from 'iwal/numerics';
import { PlainOptimizer, optimizerRecipe } from 'iwal/optimizers';
import { addScaled, dot } from 'iwal/rows';

/** @typedef {import('iwal/rows').SparseRows} SparseRows */

/** w += eta u x / (1 + x.x), so that q = eta x.x / (1 + x.x) is never above eta. State per feature: w. */
class Nlms extends PlainOptimizer {
  #w;
  #eta;

  /** @param {number} columns @param {number} eta */
  constructor(columns, eta) {
    super();
    this.#w = new Float64Array(columns);
    this.#eta = eta;
  }

  /** @param {SparseRows} rows @param {number} i */
  margin(rows, i) {
    return dot(rows, i, this.#w);
  }

  /** @param {SparseRows} rows @param {number} i */
  sensitivity(rows, i) {
    return this.#step(rows, i) * rows.squaredNorms[i];
  }

  /** @param {SparseRows} rows @param {number} i */
  prepare(rows, i) {
    return this.sensitivity(rows, i);
  }

  /** @param {SparseRows} rows @param {number} i @param {number} u */
  push(rows, i, u) {
    if (u !== 0) addScaled(rows, i, this.#w, this.#step(rows, i) * u);
  }

  weights() {
    return this.#w.slice();
  }

  state() {
    return { w: this.#w.slice() };
  }

  /** @param {import('iwal/numerics').State} state */
  restore(state) {
    copyFrom(state, 'w', this.#w);
  }

  /** @param {SparseRows} rows @param {number} i */
  #step(rows, i) {
    return this.#eta / (1 + rows.squaredNorms[i]);
  }
}

const eta0 = /** @type {const} */ ({ above: 0, meaning: 'step size' });

/** An optimizer of one's own: normalized least mean squares, whose step is divided by the size of its row. */
export const nlms = optimizerRecipe(
  'nlms',
  () => ({ averagable: false }),
  { eta0 },
  ({ eta0: eta }, columns) => new Nlms(columns, eta),
);

/** @type {import('iwal/specs').OwnParts} */
const parts = { optimizers: { nlms } };
export default parts;
