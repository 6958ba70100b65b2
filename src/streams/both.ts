import type { Observer } from './passes/active-learn.ts';
import type { AnyActiveLearner } from './active-learner.ts';

/** Two observers of one run: each is told what there is to tell, the first one first. */
export function both<A extends AnyActiveLearner>(first: Observer<A>, second: Observer<A>): Observer<A> {
  return {
    considered(active, i) {
      first.considered(active, i);
      second.considered(active, i);
    },
    answered(active, i, answer, refund) {
      first.answered(active, i, answer, refund);
      second.answered(active, i, answer, refund);
    },
  };
}
