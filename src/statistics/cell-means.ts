import { arrayIn, numberIn, type State, type Stateful } from '../numerics/state.ts';

/** Mean labels that the share of a larger group counts as. */
const PRIOR = 2;

/** Distances from the next class at which the rows of a predicted class are told apart: log-odds of 60, 70, 80, 90, 95 and 99%. */
const CUTS = [0.405, 0.847, 1.386, 2.197, 2.944, 4.595];

/** Parts that they make of a predicted class. */
export const CONFIDENCES = CUTS.length + 1;

/** Which of these parts a row is in whose prediction is this far from the next class. */
export function confidenceOf(distance: number): number {
  let part = 0;
  while (part < CUTS.length && distance >= CUTS[part]) part++;
  return part;
}

/**
 * Shares of outcomes 0 … K - 1 in cells of rows, from labels that came before: a guess of every row whose label is not known.
 *
 *   g(k, cell)  = (H(k, cell) + v g(k, group)) / (H(cell) + v)       H: sum of the importances i/p of labels, of outcome k where it says so
 *   g(k, group) = (H(k, group) + v m(k)) / (H(group) + v)            m: share of all labels; 1/K before the first
 *
 * v is what two labels weigh in the mean. A group is so many cells that follow each other; where it is one cell, its guess is g(k, group).
 *
 * @example
 * const means = new CellMeans(2, 1);
 * means.add(0, 1, 5); // in cell 0 the outcome 1, of importance 5
 * [means.guesses(0)[1], new CellMeans(2, 1).guesses(0)[1]] // => [1, 0.5]
 */
export class CellMeans implements Stateful {
  readonly #outcomes: number;
  readonly #size: number;
  #labels = 0;
  /** What a label weighs in the mean, and m(k); undefined after a label came. */
  #all: { readonly prior: number; readonly shares: Float64Array } | undefined;
  /** H by cell, and by outcome in every cell. */
  #weights = new Float64Array();
  #sums = new Float64Array();

  /** `outcomes`: K; `size`: cells of a group. */
  constructor(outcomes: number, size: number) {
    this.#outcomes = outcomes;
    this.#size = size;
  }

  /** How many came. */
  get labels(): number {
    return this.#labels;
  }

  /** A label of this importance came for a row of this cell. */
  add(cell: number, outcome: number, importance: number): void {
    const groups = Math.floor(cell / this.#size) + 1;
    if (groups * this.#size > this.#weights.length) this.#grow(groups * this.#size);
    this.#weights[cell] += importance;
    this.#sums[cell * this.#outcomes + outcome] += importance;
    this.#labels++;
    this.#all = undefined;
  }

  /** g of every outcome for a row of this cell, as a fresh array. */
  guesses(cell: number): Float64Array {
    const [K, size] = [this.#outcomes, this.#size];
    if (this.#labels === 0) return new Float64Array(K).fill(1 / K);
    const { prior, shares } = (this.#all ??= this.#ofAll());
    const first = cell - (cell % size);
    const guesses = new Float64Array(K);
    for (let k = 0; k < K; k++) {
      const group = this.#shrunk(k, first, size, shares[k], prior);
      guesses[k] = size === 1 ? group : this.#shrunk(k, cell, 1, group, prior);
    }
    return guesses;
  }

  state(): State {
    return { labels: this.#labels, weights: this.#weights.slice(), sums: this.#sums.slice() };
  }

  restore(state: State): void {
    this.#labels = numberIn(state, 'labels');
    this.#weights = arrayIn(state, 'weights').slice();
    this.#sums = arrayIn(state, 'sums').slice();
    this.#all = undefined;
  }

  #ofAll(): { readonly prior: number; readonly shares: Float64Array } {
    const all = this.#weights.reduce((sum, each) => sum + each, 0);
    const shareOf = (_: number, k: number): number => this.#sumOf(k, 0, this.#weights.length) / all;
    return { prior: (PRIOR * all) / this.#labels, shares: new Float64Array(this.#outcomes).map(shareOf) };
  }

  /** The share of outcome k in these cells, drawn towards `share`. */
  #shrunk(k: number, from: number, cells: number, share: number, prior: number): number {
    let weight = 0;
    for (let cell = from; cell < from + cells; cell++) weight += this.#weights[cell] ?? 0;
    return (this.#sumOf(k, from, from + cells) + prior * share) / (weight + prior);
  }

  #sumOf(k: number, from: number, to: number): number {
    let sum = 0;
    for (let cell = from; cell < to; cell++) sum += this.#sums[cell * this.#outcomes + k] ?? 0;
    return sum;
  }

  #grow(cells: number): void {
    const [weights, sums] = [new Float64Array(cells), new Float64Array(cells * this.#outcomes)];
    weights.set(this.#weights);
    sums.set(this.#sums);
    [this.#weights, this.#sums] = [weights, sums];
  }
}
