import type { State, Stateful } from '../numerics/state.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { BlockLearner } from './block-learner.ts';
import type { Reduction, Target } from './reduction.ts';

/** What learns by a learner whose state is all there is. */
export abstract class ByLearner<L extends Stateful & { beginPass(): void }> implements Stateful {
  readonly learner: L;

  constructor(learner: L) {
    this.learner = learner;
  }

  /** A new pass over the data begins. */
  beginPass(): void {
    this.learner.beginPass();
  }

  state(): State {
    return this.learner.state();
  }

  restore(state: State): void {
    this.learner.restore(state);
  }
}

/** What all reductions share. */
export abstract class BlockReduction extends ByLearner<BlockLearner> implements Reduction {
  readonly classes: number;
  /** One number a member. */
  protected readonly scores: Float64Array;
  protected readonly importances: Float64Array;
  /** Of the row that is learned, from before the block has seen it: what `predict` knows of it. */
  protected readonly margins: Float64Array;

  constructor(learner: BlockLearner, classes: number) {
    super(learner);
    this.classes = classes;
    this.scores = new Float64Array(learner.size);
    this.importances = new Float64Array(learner.size);
    this.margins = new Float64Array(learner.size);
  }

  predict(rows: SparseRows, i: number): number {
    this.learner.predictions(rows, i, this.scores);
    return this.choose();
  }

  abstract learn(rows: SparseRows, i: number, target: Target, h: number): number;

  /** Begins to learn a row with importance h in every member; returns the class that was predicted before. */
  protected begin(rows: SparseRows, i: number, h: number): number {
    const { learner, scores, importances, margins } = this;
    learner.block.margins(rows, i, margins);
    scores.set(margins);
    const predicted = this.choose();
    importances.fill(h);
    learner.begin(rows, i, importances, scores, margins);
    return predicted;
  }

  /** Learns a row with a label and an importance in each member alone; fills in `scores` as they were before. */
  protected learnEach(rows: SparseRows, i: number, labels: Float64Array): void {
    const { learner, scores, importances, margins } = this;
    learner.block.margins(rows, i, margins);
    learner.learn(rows, i, labels, importances, scores, margins);
  }

  /** The class that `scores` speak for. */
  protected abstract choose(): number;
}

/** Position of the largest number, the first of several. */
export function argmax(numbers: Float64Array): number {
  let best = 0;
  for (let k = 1; k < numbers.length; k++) if (numbers[k] > numbers[best]) best = k;
  return best;
}

/** Position of the smallest number, the first of several. */
export function argmin(numbers: Float64Array): number {
  let best = 0;
  for (let k = 1; k < numbers.length; k++) if (numbers[k] < numbers[best]) best = k;
  return best;
}

/**
 * A single-elimination tournament: neighbours of a level meet, an odd one out passes to the next level. One instance, begun anew for
 * every example.
 */
export class Bracket {
  /** Those still in, in their order; the first `count` count. */
  readonly entrants: Uint32Array;
  count = 0;
  /** Nodes below this level: the n-th pair of it meets at node `nodes + n`. */
  nodes = 0;

  constructor(classes: number) {
    this.entrants = new Uint32Array(classes);
  }

  /** All are in. */
  begin(): void {
    this.count = this.entrants.length;
    this.nodes = 0;
    for (let k = 0; k < this.count; k++) this.entrants[k] = k;
  }

  /** Pairs of this level. */
  get pairs(): number {
    return this.count >> 1;
  }

  left(pair: number): number {
    return this.entrants[2 * pair];
  }

  right(pair: number): number {
    return this.entrants[2 * pair + 1];
  }

  /** Records who won a pair of this level; pairs in their order. */
  win(pair: number, winner: number): void {
    this.entrants[pair] = winner;
  }

  /** The level is over: winners go up, and the odd one out. */
  rise(): void {
    const { pairs, count } = this;
    if (count & 1) this.entrants[pairs] = this.entrants[count - 1];
    this.count = count - pairs;
    this.nodes += pairs;
  }

  /** Whether nothing is left to play for: all who are in cost the same. */
  isSettled(costs: Float64Array): boolean {
    for (let k = 1; k < this.count; k++) if (costs[this.entrants[k]] !== costs[this.entrants[0]]) return false;
    return true;
  }
}
