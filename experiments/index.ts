import type { Study } from '../src/studies/study.ts';
import { budgetFrontier } from './budget-frontier/study.ts';
import { activeCurves } from './active-curves/study.ts';
import { assisted } from './assisted/study.ts';
import { aucRanking } from './auc-ranking/study.ts';
import { budget } from './budget/study.ts';
import { calibration } from './calibration/study.ts';
import { certificate } from './certificate/study.ts';
import { replay } from './replay/study.ts';
import { coalStudy } from './coal/study.ts';
import { compareTwo } from './compare-two/study.ts';
import { defaults } from './defaults/study.ts';
import { dial } from './dial/study.ts';
import { dyadic } from './dyadic/study.ts';
import { finalFit } from './final-fit/study.ts';
import { flipPicture } from './flip-picture/study.ts';
import { flow } from './flow/study.ts';
import { gap } from './gap/study.ts';
import { generalizedImplicit } from './generalized-implicit/study.ts';
import { importanceUses } from './importance-uses/study.ts';
import { addStudyKinds } from './kinds.ts';
import { labelComplexity } from './label-complexity/study.ts';
import { labelFrontier } from './label-frontier/study.ts';
import { multiclassFrontier } from './multiclass-frontier/study.ts';
import { ndcg } from './ndcg/study.ts';
import { onePass } from './one-pass/study.ts';
import { queryCurves } from './query-curves/study.ts';
import { rates } from './rates/study.ts';
import { rcv1Active } from './rcv1-active/study.ts';
import { regretBound } from './regret-bound/study.ts';
import { regretGap } from './regret-gap/study.ts';
import { scoringFilterTree } from './scoring-filter-tree/study.ts';
import { severalClasses } from './several-classes/study.ts';
import { shards } from './shards/study.ts';
import { smallWeights } from './small-weights/study.ts';
import { speed } from './speed/study.ts';
import { stopping } from './stopping/study.ts';
import { stepSizeFlavours } from './step-size-flavours/study.ts';
import { treeScores } from './tree-scores/study.ts';

addStudyKinds();

const all: readonly Study[] = [
  rcv1Active,
  queryCurves,
  budgetFrontier,
  defaults,
  finalFit,
  severalClasses,
  flipPicture,
  flow,
  smallWeights,
  importanceUses,
  generalizedImplicit,
  regretGap,
  regretBound,
  rates,
  stepSizeFlavours,
  onePass,
  activeCurves,
  gap,
  budget,
  labelComplexity,
  labelFrontier,
  speed,
  calibration,
  stopping,
  certificate,
  assisted,
  compareTwo,
  dial,
  replay,
  shards,
  scoringFilterTree,
  treeScores,
  dyadic,
  coalStudy,
  multiclassFrontier,
  aucRanking,
  ndcg,
];

/** The studies, by the names that `iwal reproduce` knows. */
export const studies: Readonly<Record<string, Study>> = Object.fromEntries(all.map((study) => [study.id, study]));
