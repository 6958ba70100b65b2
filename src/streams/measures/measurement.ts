import type { Candidate } from '../../fits/choose.ts';
import type { ByClass } from './class-measures.ts';
import { pow } from '../../numerics/pow.ts';

/**
 * The state of a run after `examples` examples. Errors are shares in [0, 1]; null where there is no such data. Progressive ones are NaN,
 * in JSON null, while all rows so far have the importance 0. What
 * predictions are worth in each class stands beside the last of these errors where it was asked for: on the test set where there is one,
 * else along the stream.
 */
export interface Checkpoint extends Partial<ByClass<number | null>> {
  readonly examples: number;
  /** Labels bought, those on their way included. */
  readonly queried: number;
  /** What all answers cost; the labels bought, unless the oracle sets prices or abstains. */
  readonly spent: number;
  readonly importanceSum: number;
  readonly progressiveLoss: number;
  readonly progressiveError: number;
  readonly testError: number | null;
}

/** What is measured of one run of active learning: its curve along the stream, and what its sample says in the end. Plain data. */
export interface Measurement {
  readonly curve: readonly Checkpoint[];
  readonly validationError: number | null;
  /** What stands beside it where it was asked for. */
  readonly validationClasses?: ByClass<number | null>;
  readonly sample: Sample;
  /** Of the model that the run ends with; absent where that is the one that learned along the way. */
  readonly final?: FinalMeasured;
}

/** What is measured of the model that a run ends with, where models were fitted to its labels. Errors as in Checkpoint. */
export interface FinalMeasured extends Partial<ByClass<number | null>> {
  readonly testError: number | null;
  readonly validationError: number | null;
  /** What was compared by cross-validation; empty where the labels were too few. */
  readonly candidates: readonly Candidate[];
  /** The one of them that the run ends with; null where nothing could be compared: what learned online. */
  readonly chosen: Candidate | null;
}

/** What the bought labels say at the end of a run, and what they cannot say. */
export interface Sample {
  /**
   * Importance-weighted 0/1 error on learned labels over the importance considered: estimates the progressive error where no
   * budget ended. What people are told is ErrorMeter's estimate, which stops with the budget.
   */
  readonly errorEstimate: number;
  /** Sum of the importances that the budget refused. */
  readonly refusedImportance: number;
  /** Importance of the examples the rule left out, P = 0: their number, where the data give no importances. */
  readonly implied: number;
  /** Sum of the importances of all examples; absent where it is their number. */
  readonly consideredImportance?: number;
  /** Labels that were paid for and had not come. */
  readonly awaited: number;
}

/**
 * Log-spaced checkpoints: the positions of a stream at which a curve is measured.
 *
 * @example
 * checkpoints(1000, 3) // => [1, 2, 5, 10, 22, 46, 100, 215, 464, 1000]
 */
export function checkpoints(examples: number, perDecade: number): number[] {
  const positions = new Set<number>();
  for (let step = 0; ; step++) {
    const position = Math.round(pow(10, step / perDecade));
    if (position >= examples) break;
    positions.add(position);
  }
  if (examples > 0) positions.add(examples);
  return [...positions];
}

/** Checkpoints per factor of ten of the stream, unless the spec wants them denser. */
export const PER_DECADE = 5;
