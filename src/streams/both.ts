import type { Observer } from './active-learn.ts';

/** Two observers of one run: each is told what there is to tell, the first one first. */
export function both(first: Observer, second: Observer): Observer {
  return {
    considered(active, i) {
      first.considered(active, i);
      second.considered(active, i);
    },
    answered(active, i, answer) {
      first.answered(active, i, answer);
      second.answered(active, i, answer);
    },
  };
}
