import type { MarginLearner } from '../../learners/margin-learner.ts';
import { partIn, type State } from '../../numerics/state.ts';

/** The learners that a rule keeps for itself, and their state. */
export class Members {
  readonly learners: readonly MarginLearner[];

  constructor(count: number, newLearner: () => MarginLearner) {
    this.learners = Array.from({ length: count }, newLearner);
  }

  state(): State {
    return Object.fromEntries(this.learners.map((learner, m) => [m, learner.state()]));
  }

  restore(state: State): void {
    this.learners.forEach((learner, m) => {
      learner.restore(partIn(state, `${m}`));
    });
  }
}
