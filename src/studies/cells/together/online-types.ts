import type { Score } from '../measures/score.ts';
import type { ErrorsWanted } from '../measures/by-class.ts';
import type { LearnerSpec, StreamSpec } from '../../../specs/learner-spec.ts';

/** Passive online learning with a loss of any kind. */
export interface OnlineSpec extends LearnerSpec, StreamSpec, ErrorsWanted {
  readonly passes: number;
}

/** The scores after so many examples. */
export interface OnlineCheckpoint extends Score {
  readonly examples: number;
}

/** Scores along the stream, and afterwards on what was held out. */
export interface OnlineMeasurement {
  /** The first pass. */
  readonly curve: readonly OnlineCheckpoint[];
  readonly validation: Score | null;
  readonly test: Score | null;
  /** Weights that are not 0 in the end. */
  readonly nonZeros: number;
}
