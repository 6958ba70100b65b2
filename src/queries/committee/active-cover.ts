import type { SparseRows } from '../../rows/sparse-rows.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { log } from '../../numerics/elementary.ts';
import type { Values } from '../../numerics/recipe.ts';
import { keeping } from '../../numerics/state.ts';
import { pow } from '../../numerics/pow.ts';
import { isInDoubt, largestGap, regionParameters } from '../scalar/disagreement-region.ts';
import { type FlipSituation, type RuleContext, committeeRecipe, type RuleActions } from '../query.ts';

const parameters = {
  ...regionParameters,
  members: { from: 1, to: 1000, whole: true, default: 12, meaning: 'hypotheses in the cover' },
} as const;

const BETA_SQUARED = 10;

function rule({ mellowness, members }: Values<typeof parameters>, { newLearner }: RuleContext): RuleActions<'flip'> {
  const learners = Array.from({ length: members }, newLearner);
  const [num, den] = [new Float64Array(members), new Float64Array(members).fill(1 / 8)];
  return {
    probability(situation, rows, i) {
      if (situation.time < 3) return 1;
      if (!isInDoubt(situation, mellowness)) return 0;
      let q2 = smallest(situation);
      for (let m = 0; m < members; m++) if (disagrees(learners[m], situation, rows, i)) q2 += num[m] / den[m];
      return 1 / (1 + 1 / Math.sqrt(q2));
    },
    settle(situation, rows, i, label, h) {
      const { rowImportance } = situation;
      const inside = isInDoubt(situation, mellowness);
      const r = (2 * largestGap(situation, mellowness) * situation.time) / (mellowness * BETA_SQUARED);
      const side = learners[0].side(situation.prediction);
      const otherSide = learners[0].otherSide(situation.prediction);
      const lesson = label === undefined ? 0 : learners[0].side(label) === side ? -r * h : r * h;
      let q2 = smallest(situation);
      for (let m = 0; m < members; m++) {
        const delta = inside ? lesson - rowImportance + rowImportance / Math.sqrt(q2) : -rowImportance * r;
        if (delta !== 0) learners[m].learn(rows, i, delta > 0 ? otherSide : side, Math.abs(delta));
        if (!disagrees(learners[m], situation, rows, i)) continue;
        num[m] = Math.max(0, num[m] + 2 * delta);
        if (inside) den[m] += rowImportance * pow(q2, -1.5);
        q2 += num[m] / den[m];
      }
    },
    ...keeping({ members: learners, num, den }),
  };
}

function disagrees(member: MarginLearner, { prediction }: FlipSituation, rows: SparseRows, i: number): boolean {
  return member.side(member.margin(rows, i)) !== member.side(prediction);
}

/** 4 pMin^2: what q2 is where nobody disagrees. */
function smallest({ time: t, errorRate }: FlipSituation): number {
  const pMin = t <= 2 ? 1 : Math.min(1 / (Math.sqrt(t * errorRate) + log(t)), 0.5);
  return 4 * pMin * pMin;
}

/**
 * Active Cover: inside the disagreement region labels are bought with a probability that grows with the weight of a small cover
 * of hypotheses which disagree with the learner; outside, the predicted label is learned as if it had been bought.
 *
 *   q2 = 4 pMin^2 + sum over disagreeing members of num / den,   p = sqrt q2 / (1 + sqrt q2)
 *   pMin = min{1 / (sqrt(t L) + ln t), 1/2}, and 1 for t <= 2
 *
 * Members are trained after every example, in order, q2 growing again from 4 pMin^2 as they are passed. With r = 2 T t / (C0
 * beta^2) (T, t, L, C0 as in queries/scalar/disagreement-region.ts, beta^2 = 10, i the importance of the row, h that of the label
 * if it was bought, else 0), a member learns that disagreeing with the learner would cost
 *
 *   delta = 2 r h [the learner was wrong] - r h - i (1 - 1 / sqrt q2) inside,   delta = -i r outside
 *
 * less: it takes the learner's side for delta <= 0, else the other, with importance |delta|. If it disagrees then, num grows by
 * 2 delta, not below 0, den (1/8 at first) by i q2^(-3/2) if inside, and num / den counts into q2.
 *
 * Biased towards the learner outside the region; inside, weighted by 1/p. Reads the flip; losses whose labels are classes only.
 * Keeps K (`members`) learners and trains them on every example, asked or not: K times the work of passive learning. The knob is
 * C0 (the paper's 8); useful range: 0.03 … 8, with the trap that queries/scalar/oracular-cal.ts names below it.
 *
 * Source: Huang, Agarwal, Hsu, Langford & Schapire (2015), algorithm 1 with the online solver of their experiments;
 * alpha = 1.
 */
export const activeCover = committeeRecipe(
  'active-cover',
  { reads: 'flip', whenImplied: 'learn-prediction', unbiased: false, ofTwoClasses: true },
  parameters,
  rule,
);
