// @ts-check
import { learnerRecipe } from 'iwal/learners';
import { Kept, randomStream, sigmoid } from 'iwal/numerics';
import { addScaled, dot } from 'iwal/rows';

/** @typedef {import('iwal/rows').SparseRows} SparseRows */

/** A network with one hidden layer: score = sum over units of v_k max(0, w_k . x). */
class Network extends Kept {
  #units;
  #v;
  #step;

  /** @param {number} columns @param {{ units: number, step: number }} parameters */
  constructor(columns, { units, step }) {
    super();
    const random = randomStream(1, 'network');
    const draw = () => random.normal() / Math.sqrt(units);
    this.#units = Array.from({ length: units }, () => Float64Array.from({ length: columns }, draw));
    this.#v = Float64Array.from({ length: units }, draw);
    this.#step = step;
    // What it has learned: its state, which models and ledgers keep.
    this.keep({ v: this.#v, w: this.#units });
  }

  /** @param {SparseRows} rows @param {number} i */
  score(rows, i) {
    return this.#units.reduce((sum, w, k) => sum + this.#v[k] * Math.max(0, dot(rows, i, w)), 0);
  }

  /**
   * A weight of h is h steps, the last one a part of one: each is a step down the logistic loss.
   *
   * @param {SparseRows} rows @param {number} i @param {number} y @param {number} h
   */
  learn(rows, i, y, h) {
    for (let left = h; left > 0; left--) this.#descend(rows, i, y, this.#step * Math.min(1, left));
  }

  /** @param {SparseRows} rows @param {number} i @param {number} y @param {number} step */
  #descend(rows, i, y, step) {
    const down = step * y * sigmoid(-y * this.score(rows, i));
    this.#units.forEach((w, k) => {
      const out = dot(rows, i, w);
      if (out <= 0) return;
      const v = this.#v[k];
      this.#v[k] += down * out;
      addScaled(rows, i, w, down * v);
    });
  }
}

const parameters = /** @type {const} */ ({
  units: { from: 1, whole: true, default: 16, meaning: 'units of the hidden layer' },
  step: { above: 0, default: 0.1, meaning: 'step size' },
});

/** A learner of one's own: a small neural network, which no weights of the features say. */
export const network = learnerRecipe('network', parameters, (values, columns) => new Network(columns, values));

/** @type {import('iwal/specs').OwnParts} */
const parts = { optimizers: { network } };
export default parts;
