import type { queries } from '../queries/index.ts';
import type { reductions } from '../reductions/index.ts';
import type { oracles } from '../streams/oracles/index.ts';
import type { Pace } from '../queries/pacer.ts';
import type { StopGoal } from '../streams/stopping/stopping.ts';
import type { Percentage } from './percentage.ts';
import type { Choice } from './choices.ts';
import type { LearnerSpec, StreamSpec } from './learner-spec.ts';

/**
 * The spec of one run of active learning: everything that decides its result, as plain data. Equal specs on equal data give
 * equal bytes.
 */
export interface RunSpec extends LearnerSpec, StreamSpec {
  readonly query: Choice<typeof queries>;
  /** Smallest probability of buying any label; absent where the rule alone decides. */
  readonly floor?: number;
  /**
   * Labels that are bought with probability 1 first, and more until both classes were seen (queries/warmed-up.ts); absent: none.
   */
  readonly warmUp?: number;
  /** What answers are worth and cost, each on top of the one before; absent where the oracle knows every label. */
  readonly oracle?: readonly Choice<typeof oracles>[];
  /**
   * Cost that may be spent, a label costing 1 unless the oracle sets prices, or "10%": a share of the rows; absent without a
   * limit.
   */
  readonly budget?: number | Percentage;
  /** The budget decides the rule's knob and spends itself over the stream (queries/pacer.ts); absent: it is a hard cap. */
  readonly pace?: Pace;
  /** Share of a paced budget that is spread evenly over all rows; absent: as specs/pacing.ts has it, or the floor where there is one. */
  readonly explore?: number;
  /** a: a label of importance i/P is learned with i (1/P)^a; absent: 1, the importance that keeps the learner unbiased. */
  readonly temper?: number;
  /**
   * The model that a run ends with: a fit of the bought labels, or the best of that and what learned online, by cross-validation
   * (fits/choose.ts); absent: what learned online.
   */
  readonly final?: 'best' | 'fit';
  /** r > 1: the model that asks is fitted anew whenever the labels have grown by this factor (streams/refits.ts); absent: never. */
  readonly refit?: number;
  /** R > 1: every row is met so many times, with a new p each time, until its label is bought (streams/rounds.ts); absent: once. */
  readonly rounds?: number;
  /** When the run ends before its rows and its budget do (streams/stopping/stopping.ts); absent: it does not. */
  readonly stop?: StopGoal;
  /** What the coins are keyed by besides the seed: the pool; absent where the seed is all (streams/coins.ts). */
  readonly coins?: 'pool';
  /** How several classes become one learner (specs/kinds/active-classes.ts); absent: there are two. */
  readonly reduction?: keyof typeof reductions;
  /** How many they are, K, where they are named beforehand; absent: as many as the labels of the data have. */
  readonly classes?: number;
  /** Of several classes the one whose rows are looked for, from 1; absent: none is. */
  readonly positive?: number;
}
