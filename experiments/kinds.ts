import { addKinds } from '../src/studies/cells/kinds/index.ts';
import { assisted } from './assisted/kind.ts';
import { forecast } from './calibration/kind.ts';
import { calibration } from './calibration/mellowness.ts';
import { coins } from './certificate/coins.ts';
import { certificate } from './certificate/kind.ts';
import { costs } from './coal/kind.ts';
import { comparison } from './compare-two/kind.ts';
import { dial } from './dial/kind.ts';
import { displacement } from './flip-picture/kind.ts';
import { dyadic } from './dyadic/kind.ts';
import { exactWay, integrator } from './flow/kinds.ts';
import { gap } from './gap/kind.ts';
import { importanceUses } from './importance-uses/kind.ts';
import { activeClasses } from './multiclass-frontier/kind.ts';
import { ranking } from './ndcg/kind.ts';
import { comparator } from './regret-gap/comparator.ts';
import { rates } from './rates/kind.ts';
import { regretBound } from './regret-bound/kind.ts';
import { regret } from './regret-gap/regret.ts';
import { replay } from './replay/kind.ts';
import { classes } from './scoring-filter-tree/kind.ts';
import { online } from './small-weights/kind.ts';
import { shards } from './shards/kind.ts';
import { treeScores } from './tree-scores/kind.ts';

const kinds = {
  online,
  classes,
  'active-classes': activeClasses,
  costs,
  ranking,
  regret,
  bound: regretBound,
  comparator,
  displacement,
  gap,
  integrator,
  way: exactWay,
  importances: importanceUses,
  calibration,
  forecast,
  certificate,
  coins,
  rates,
  replay,
  shards,
  assisted,
  dial,
  comparison,
  dyadic,
  'tree-scores': treeScores,
};
type StudyKinds = typeof kinds;

declare module '../src/studies/cells/kinds/index.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- adds members to what is there
  interface Kinds extends StudyKinds {}
}

/** Adds the kinds of runs that these studies bring to those that can be named. */
export function addStudyKinds(): void {
  addKinds(kinds);
}
