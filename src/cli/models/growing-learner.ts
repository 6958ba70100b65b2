import type { MarginLearner } from '../../learners/margin-learner.ts';
import type { LearnerSpec } from '../../specs/learner-spec.ts';
import { newLearner, resized } from './model.ts';

/** Columns that a learner can have. */
const MOST_COLUMNS = 2 ** 32;

/**
 * A learner whose features are met on the way: as wide as they ask for, and in the end the one that knew all of them from the
 * beginning, bit for bit, because what it has not met is in a state as in a fresh one.
 *
 * Its room doubles when it is full: each feature is copied a few times.
 *
 * Errors: a Failure for more features than fit the memory.
 */
export class GrowingLearner {
  readonly #spec: LearnerSpec;
  #learner: MarginLearner;
  /** Columns that were met, and those there is room for. */
  #met: number;
  #room: number;

  constructor(spec: LearnerSpec, learner: MarginLearner) {
    this.#spec = spec;
    this.#learner = learner;
    this.#met = learner.weights().length;
    this.#room = this.#met;
  }

  /** The learner, which has room for rows with so many columns. */
  reaching(columns: number): MarginLearner {
    this.#met = Math.max(this.#met, columns);
    if (columns > this.#room) this.#resize(Math.min(MOST_COLUMNS, Math.max(columns, 2 * this.#room)));
    return this.#learner;
  }

  /** The learner, with the columns that were met and no more. */
  exact(): MarginLearner {
    if (this.#room !== this.#met) this.#resize(this.#met);
    return this.#learner;
  }

  #resize(columns: number): void {
    this.#learner = resized(this.#learner, newLearner(this.#spec, columns));
    this.#room = columns;
  }
}
