/** The studies, by the names that `iwal reproduce` knows. */
import type { Study } from '../src/studies/study.ts';
import { activeCurves } from './active-curves.ts';
import { budget } from './budget.ts';
import { calibration } from './calibration.ts';
import { flipPicture } from './flip-picture.ts';
import { generalizedImplicit } from './generalized-implicit.ts';
import { labelComplexity } from './label-complexity.ts';
import { labelFrontier } from './label-frontier.ts';
import { rcv1Active } from './rcv1-active.ts';
import { regretGap } from './regret-gap.ts';
import { smallWeights } from './small-weights.ts';
import { speed } from './speed.ts';
import { stepSizeFlavours } from './step-size-flavours.ts';

export const studies: Readonly<Record<string, Study>> = {
  'rcv1-active': rcv1Active,
  'flip-picture': flipPicture,
  'small-weights': smallWeights,
  'generalized-implicit': generalizedImplicit,
  'regret-gap': regretGap,
  'step-size-flavours': stepSizeFlavours,
  'active-curves': activeCurves,
  budget,
  'label-complexity': labelComplexity,
  'label-frontier': labelFrontier,
  speed,
  calibration,
};
