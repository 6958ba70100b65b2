import type { Loss } from '../losses/loss.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { Stateful } from '../numerics/state.ts';
import type { BlockLearner } from './block-learner.ts';
import type { Depth, Outlook } from './outlook.ts';
import type { Target } from './target.ts';

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
