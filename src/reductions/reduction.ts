import type { Loss } from '../losses/loss.ts';
import type { Stateful, State } from '../numerics/state.ts';
import type { Dataset } from '../rows/dataset.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { BlockLearner } from './block-learner.ts';

/**
 * A reduction makes a learner of K classes of a block of linear learners. Classes count from 0.
 *
 * Laws (test/laws/stream/classes/reductions.test.ts, whole registry): `learn` returns what `predict` would have; importance 0 changes
 * nothing; `restore(state())` continues bit for bit; the order of ties is that of the classes; `look` changes nothing, its class is that
 * which `learn` returns where averages are not shown, and with the importance it names another class wins.
 */
export interface Reduction extends Stateful {
  readonly learner: BlockLearner;
  /** Number of classes, K. */
  readonly classes: number;
  /** The class of row i; pure. */
  predict(rows: SparseRows, i: number): number;
  /** Learns row i with importance h >= 0; returns the class that was predicted BEFORE the update, among those listed. */
  learn(rows: SparseRows, i: number, target: Target, h: number): number;
  /**
   * What is known of the class of row i before its label, from the weights that learn; pure. Absent where classes meet in matches: no
   * two scores alone say what it takes for another class to win.
   */
  look?(rows: SparseRows, i: number, depth: Depth, out: Outlook): void;
  /**
   * What speaks for class k, a weight a feature, as a fresh array: those of its own learner, positive where they raise its chance.
   * Absent where classes meet in matches: no weights are those of one class.
   */
  weightsOf?(k: number): Float64Array;
  /** out[k]: how much speaks for class k of row i, the most for the class that `predict` says; absent as `weightsOf` is. Pure. */
  scoresOf?(rows: SparseRows, i: number, out: Float64Array): void;
  /** A new pass over the data begins. */
  beginPass(): void;
}

/** What an example has to say: its class (costs of 0 and 1), the costs of some classes, or those of all. */
export type TargetKind = 'a class' | 'some costs' | 'every cost';

/** A reduction of the registry. */
export interface ReductionKind {
  /** One sentence of what it does. */
  readonly meaning: string;
  /** What it needs to learn from. A class is always enough. */
  readonly needs: TargetKind;
  /** Whether members meet in matches of two, one score against the other; absent: each learns alone. */
  readonly matches?: true;
  /** Members of the block for K classes. */
  members(classes: number): number;
  /** Why it cannot use this loss; undefined where it can. */
  unfit(loss: Loss): string | undefined;
  /** The reduction over a fresh block of so many members. */
  build(learner: BlockLearner, classes: number): Reduction;
}

/** What is known of the classes of one example. Classes count from 0 here. */
export interface Target {
  /** Cost of each class where it is listed. */
  readonly costs: Float64Array;
  /** 1 where the cost of the class is known. */
  readonly listed: Uint8Array;
  /** The cheapest class that is listed, the first of several. */
  readonly cheapest: number;
}

/**
 * The targets of a dataset, one instance that is refilled for every example: its costs where it has some, else 0 for the class that
 * its label names, 1 … K, and 1 for every other.
 */
export class Targets {
  readonly #data: Pick<Dataset, 'labels' | 'costs'>;
  readonly #target: { costs: Float64Array; listed: Uint8Array; cheapest: number };

  constructor(data: Pick<Dataset, 'labels' | 'costs'>, classes: number) {
    this.#data = data;
    this.#target = { costs: new Float64Array(classes), listed: new Uint8Array(classes).fill(1), cheapest: 0 };
  }

  /** That of example i; the next call fills it anew. */
  of(i: number): Target {
    const target = this.#target;
    const { labels, costs: table } = this.#data;
    if (table === undefined) {
      target.costs.fill(1);
      target.cheapest = labels[i] - 1;
      target.costs[target.cheapest] = 0;
      return target;
    }
    target.listed.fill(0);
    const { offsets, classes, costs } = table;
    target.cheapest = classes[offsets[i]] - 1;
    for (let k = offsets[i]; k < offsets[i + 1]; k++) {
      const at = classes[k] - 1;
      target.listed[at] = 1;
      target.costs[at] = costs[k];
      const best = target.costs[target.cheapest];
      if (costs[k] < best || (costs[k] === best && at < target.cheapest)) target.cheapest = at;
    }
    return target;
  }
}

/** Why a loss cannot compare two scores by the sign of a margin; undefined where it can. */
export function signed({ name, labels, threshold, domain: [low, high] }: Loss): string | undefined {
  const fits = (labels === 'sign' || labels === 'real') && threshold === 0 && low === -Infinity && high === Infinity;
  return fits ? undefined : `loss '${name}' takes no margins of either sign with the labels -1 and +1; logistic does`;
}

/** How much is to be known of the class of a row: by how much it leads, or also what it takes for another one to win. */
export type Depth = 'margin' | 'importance';

/** What is known of the class of a row before its label; refilled for every row. Classes count from 0. */
export interface Outlook {
  /** The class that `learn` would return. */
  predicted: number;
  /** By how much its score leads that of the second best class. */
  margin: number;
  /** The smallest importance with which a label of another class would make that class win; Infinity where none would. */
  importance: number;
  /** q of the two scores that would meet then, their sum: how far one unit of step moves their margin. */
  sensitivity: number;
}

/** An outlook before the first row. */
export function emptyOutlook(): Outlook {
  return { predicted: 0, margin: 0, importance: 0, sensitivity: 0 };
}

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
    [this.scores, this.importances, this.margins] = Array.from({ length: 3 }, () => new Float64Array(learner.size));
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
