import type { QueryRule, Reads, RuleReading } from './query.ts';
import { present } from '../numerics/present.ts';

/**
 * A rule around another: what `own` does not say is what the inner rule is and does. Everything is asked of the inner rule itself,
 * so that it may be of any make: an object, or one of a class with fields that nobody else sees.
 */
export function around<R extends Reads>(rule: QueryRule<R>, own: Partial<RuleReading<R>>): QueryRule<R> {
  const { name, reads, weighting, whenImplied, unbiased, ofTwoClasses, endsWithBudget, knob } = rule;
  return {
    ...{ name, reads, weighting, whenImplied, unbiased },
    ...present({ ofTwoClasses, endsWithBudget, knob }),
    ...(rule.consider && {
      consider: (situation, rows, i) => {
        rule.consider!(situation, rows, i);
      },
    }),
    ...(rule.foresee && {
      foresee: (situation, ahead) => {
        rule.foresee!(situation, ahead);
      },
    }),
    probability: (situation, rows, i) => rule.probability(situation, rows, i),
    settle: (situation, rows, i, label, h, learned) => {
      rule.settle(situation, rows, i, label, h, learned);
    },
    state: () => rule.state(),
    restore: (state) => {
      rule.restore(state);
    },
    ...own,
  };
}
