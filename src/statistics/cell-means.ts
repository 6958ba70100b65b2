import { sumOf } from './small-samples.ts';
import { arrayIn, numberIn, type State, type Stateful } from '../numerics/state.ts';

/** Mean labels that the share of a larger group counts as. */
const PRIOR = 2;
/** The same, where the labels that come tell which of them guesses best. */
const PRIORS = [4, 16, 64];
/** How often predictions are presumed to be right, before labels tell. */
const TRUST = 0.75;

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

/** What two labels weigh in the mean, and the weight and the shares of all. */
interface All {
  readonly two: number;
  readonly weight: number;
  readonly shares: Float64Array;
}

/**
 * Shares of outcomes 0 … K - 1 in cells of rows, from labels that came before: a guess of every row whose label is not known.
 *
 *   g(k, cell)  = (H(k, cell) + v g(k, group)) / (H(cell) + v)       H: sum of the importances i/p of labels, of outcome k where it says so
 *   g(k, group) = (H(k, group) + v m(k)) / (H(group) + v)            m: share of all labels; 1/K before the first
 *
 * v is what two labels weigh in the mean. A group is so many cells that follow each other; where it is one cell, its guess is g(k, group).
 *
 * Learned: group j is of rows predicted as class j, and outcomes are classes. v is what 4, 16 or 64 labels weigh: of these the one whose guesses were
 * best so far, by the sum of (i/p)^2 (1 - p) (z - g)^2 over the labels and classes, each g before its label came; the largest of equal ones. m(k)
 * begins as t(k), .75 for the predicted class and equal parts for the others, which counts as two labels: (H(k) + w t(k)) / (H + w). Estimates stay
 * unbiased whatever v is: it is fixed before the coin of the next row.
 *
 * The three v, two labels and .75 are what took the fewest random labels for the same interval, of five candidates, on five sets that the study
 * `assisted` does not have (cadata, abalone, space_ga, rcv1_ccat, higgs7k; useless guesses and those right in 70 to 90%, 100 to 1,000 labels). The
 * study says what they bring on others.
 *
 * @example
 * const means = new CellMeans(2, 1);
 * means.add(0, 1, 5); // in cell 0 the outcome 1, of importance 5
 * [means.guesses(0)[1], new CellMeans(2, 1).guesses(0)[1], new CellMeans(2, 1, true).guesses(0)[1]] // => [1, 0.5, 0.25]
 */
export class CellMeans implements Stateful {
  readonly #outcomes: number;
  readonly #size: number;
  readonly #isLearned: boolean;
  readonly #priors: readonly number[];
  #labels = 0;
  /** Undefined after a label came. */
  #all: All | undefined;
  /** H by cell, and by outcome in every cell. */
  #weights = new Float64Array();
  #sums = new Float64Array();
  /** What guesses by each of the priors were off. */
  #losses: Float64Array;

  /** `outcomes`: K; `size`: cells of a group; `isLearned`: groups are of predicted classes, and the labels tell how much a cell tells. */
  constructor(outcomes: number, size: number, isLearned = false) {
    this.#outcomes = outcomes;
    this.#size = size;
    this.#isLearned = isLearned;
    this.#priors = isLearned ? PRIORS : [PRIOR];
    this.#losses = new Float64Array(this.#priors.length);
  }

  /** How many came. */
  get labels(): number {
    return this.#labels;
  }

  /** A label of this importance came for a row of this cell; `squared`: (i/p)^2 (1 - p). */
  add(cell: number, outcome: number, importance: number, squared = 0): void {
    // Labels that were sure tell no variance.
    for (const [at, prior] of squared > 0 ? this.#priors.entries() : []) {
      const off = this.#guesses(cell, prior).map((guess, k) => (Number(k === outcome) - guess) ** 2);
      this.#losses[at] += squared * sumOf(off);
    }
    const groups = Math.floor(cell / this.#size) + 1;
    if (groups * this.#size > this.#weights.length) this.#grow(groups * this.#size);
    this.#weights[cell] += importance;
    this.#sums[cell * this.#outcomes + outcome] += importance;
    this.#labels++;
    this.#all = undefined;
  }

  /** g of every outcome for a row of this cell, as a fresh array. */
  guesses(cell: number): Float64Array {
    return this.#guesses(cell, this.#priors[this.#losses.lastIndexOf(Math.min(...this.#losses))]);
  }

  state(): State {
    const sums = { labels: this.#labels, weights: this.#weights.slice(), sums: this.#sums.slice() };
    return this.#isLearned ? { ...sums, losses: this.#losses.slice() } : sums;
  }

  restore(state: State): void {
    this.#labels = numberIn(state, 'labels');
    this.#weights = arrayIn(state, 'weights').slice();
    this.#sums = arrayIn(state, 'sums').slice();
    if (this.#isLearned) this.#losses = arrayIn(state, 'losses').slice();
    this.#all = undefined;
  }

  #guesses(cell: number, prior: number): Float64Array {
    const [K, size] = [this.#outcomes, this.#size];
    const first = cell - (cell % size);
    const before = this.#presumed(first / size);
    if (this.#labels === 0) return before;
    const { two, weight, shares } = (this.#all ??= this.#ofAll());
    const v = (prior / 2) * two;
    const guesses = new Float64Array(K);
    for (let k = 0; k < K; k++) {
      const mean = this.#isLearned ? (weight * shares[k] + two * before[k]) / (weight + two) : shares[k];
      const group = this.#shrunk(k, first, size, mean, v);
      guesses[k] = size === 1 ? group : this.#shrunk(k, cell, 1, group, v);
    }
    return guesses;
  }

  /** t of rows predicted as class j. */
  #presumed(j: number): Float64Array {
    const K = this.#outcomes;
    const others = this.#isLearned ? (1 - TRUST) / (K - 1) : 1 / K;
    return new Float64Array(K).map((_, k) => (this.#isLearned && k === j ? TRUST : others));
  }

  #ofAll(): All {
    const weight = sumOf(this.#weights);
    const shareOf = (_: number, k: number): number => this.#sumOf(k, 0, this.#weights.length) / weight;
    return { two: (2 * weight) / this.#labels, weight, shares: new Float64Array(this.#outcomes).map(shareOf) };
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
