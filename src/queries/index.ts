import { byName } from '../numerics/recipe.ts';
import { activeCover } from './committee/active-cover.ts';
import { bootstrap } from './committee/bootstrap.ts';
import { committee } from './committee/committee.ts';
import { iwalCalWithoutLog } from './scalar/iwal-cal-without-log.ts';
import { iwalCal } from './scalar/iwal-cal.ts';
import { margin } from './scalar/margin.ts';
import { mistake } from './scalar/mistake.ts';
import { oracularCal } from './scalar/oracular-cal.ts';
import { passive } from './scalar/passive.ts';
import { random } from './scalar/random.ts';
import { selectiveSampling } from './scalar/selective-sampling.ts';
import { shrinkingMargin } from './scalar/shrinking-margin.ts';
import { softMargin } from './scalar/soft-margin.ts';
import { slides } from './scalar/slides.ts';
import { varianceAware } from './scalar/variance-aware.ts';

/**
 * The query rules, by the names that specs and the command line use. All are recipes; those with learners of their own are
 * built with a context besides: `queries.committee({ members: 5 }, { newLearner, random })`.
 */
export const queries = byName(
  passive,
  random,
  margin,
  softMargin,
  mistake,
  shrinkingMargin,
  selectiveSampling,
  slides,
  iwalCal,
  iwalCalWithoutLog,
  varianceAware,
  bootstrap,
  committee,
  oracularCal,
  activeCover,
);
