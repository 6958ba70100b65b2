import type { Values } from '../../numerics/recipe.ts';
import { keeping } from '../../numerics/state.ts';
import { type RuleContext, committeeRecipe, type RuleActions } from '../query.ts';

/** What rules take that start from a number of labels and then let several learners decide. */
export const committeeParameters = {
  members: { from: 2, to: 1000, whole: true, default: 10, meaning: 'learners that decide together' },
  first: { from: 1, to: 1e6, whole: true, default: 100, meaning: 'labels that are bought before the learners decide' },
  pMin: { above: 0, to: 1, default: 0.1, meaning: 'probability of buying where all learners agree' },
} as const;

function rule(
  { members, first, pMin }: Values<typeof committeeParameters>,
  { newLearner, random }: RuleContext,
): RuleActions<'prediction'> {
  const learners = Array.from({ length: members }, newLearner);
  const kept = { members: learners, random };
  return {
    probability({ queries, prediction }, rows, i) {
      if (queries < first) return 1;
      let allies = 0;
      for (const member of learners) if (member.side(member.margin(rows, i)) === member.side(prediction)) allies++;
      const v = allies / members;
      return pMin + (1 - pMin) * (1 - Math.abs(2 * v - 1));
    },
    settle(_situation, rows, i, label, _h, learned) {
      if (label === undefined) return;
      for (const member of learners) {
        const copies = random.poisson(1);
        if (copies > 0) member.learn(rows, i, label, copies * learned);
      }
    },
    ...keeping(kept),
  };
}

/**
 * Query by committee with online bagging: the closer the members' vote, the surer the label is bought.
 *
 *   p = pMin + (1 - pMin) (1 - |2 v - 1|),   v = share of the members that predict the learner's class
 *
 * The first `first` labels are all bought: members who know nothing agree. A bought label of importance h is learned by every
 * member with h (as the learner learns it) times its own Poisson(1) draw, the online form of a bootstrap sample. Unbiased, for p >= pMin.
 * Keeps `members` learners and costs as many times the learner's work.
 *
 * The knob is pMin, the share bought where all agree; useful range: 0.001 … 0.3.
 *
 * Sources: Seung, Opper & Sompolinsky, Query by committee (1992); Oza & Russell, Online bagging and boosting (2001).
 */
export const committee = committeeRecipe('committee', { reads: 'prediction', ofTwoClasses: true }, committeeParameters, rule);
