import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { Values } from '../../numerics/recipe.ts';
import { keeping } from '../../numerics/state.ts';
import { committeeParameters } from './committee.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { type RuleContext, committeeRecipe, type RuleActions } from '../query.ts';

function rule(
  { members, first, pMin }: Values<typeof committeeParameters>,
  { newLearner, random }: RuleContext,
): RuleActions<'prediction'> {
  const learners = Array.from({ length: members }, newLearner);
  const [judge] = learners;
  /** Of the first bought rows their numbers, labels and importances. */
  const [rowsOf, labels, importances] = Array.from({ length: 3 }, () => new Float64Array(first));
  const kept = { members: learners, random, rows: rowsOf, labels, importances, bought: 0 };
  const train = (rows: SparseRows): void => {
    for (const member of learners) {
      for (let draw = 0; draw < first; draw++) {
        const d = random.below(first);
        member.learn(rows, rowsOf[d], labels[d], importances[d]);
      }
    }
  };
  return {
    probability({ prediction }, rows, i) {
      if (kept.bought < first) return 1;
      const stake = Math.max(
        rangeOf(learners, rows, i, judge.side(prediction)),
        rangeOf(learners, rows, i, judge.otherSide(prediction)),
      );
      return pMin + (1 - pMin) * stake;
    },
    settle(_situation, rows, i, label, _h, learned) {
      if (label === undefined || kept.bought === first) return;
      rowsOf[kept.bought] = i;
      labels[kept.bought] = label;
      importances[kept.bought] = learned;
      kept.bought++;
      if (kept.bought === first) train(rows);
    },
    ...keeping(kept),
  };
}

/** Largest difference of two predictors' losses, in [0, 1], should the label be y. */
function rangeOf(members: readonly MarginLearner[], rows: SparseRows, i: number, y: number): number {
  let least = 1;
  let most = 0;
  for (const member of members) {
    const { loss } = member;
    const share = Math.min(1, loss.excess(member.margin(rows, i), y) / loss.excess(loss.threshold!, y));
    least = Math.min(least, share);
    most = Math.max(most, share);
  }
  return most - least;
}

/**
 * Bootstrap IWAL, a loss-weighting rule: the first b labels are bought, H predictors are trained on bootstrap samples of them,
 * and from then on, unchanged, they say how much the label could matter:
 *
 *   p = pMin + (1 - pMin) max over classes y, predictors i and j of l(h_i, y) - l(h_j, y)
 *
 * The paper takes losses in [0, 1]; ours is the loss above its infimum, in units of what it is on the threshold, cut at 1:
 * predictors that agree on the class differ a little, opposed ones by up to 1. Unbiased, for p >= pMin. Keeps H (`members`)
 * learners, each trained once over b (`first`) rows drawn with replacement, and remembers those rows by their numbers.
 *
 * The knob is pMin (the paper's 0.1), the share bought where all agree; useful range: 0.001 … 0.3.
 *
 * Source: Beygelzimer, Dasgupta & Langford, Importance weighted active learning (2009), the bootstrap scheme.
 */
export const bootstrap = committeeRecipe('bootstrap', { reads: 'prediction', ofTwoClasses: true }, committeeParameters, rule);
