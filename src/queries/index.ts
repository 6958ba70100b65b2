/**
 * The query rules, by the names that specs and the command line use. All are recipes; those with learners of their own are
 * built with a context besides: `queries.committee({ members: 5 }, { newLearner, random })`.
 */
import { activeCover } from './active-cover.ts';
import { bootstrap } from './bootstrap.ts';
import { committee } from './committee.ts';
import { iwalCalWithoutLog } from './iwal-cal-without-log.ts';
import { iwalCal } from './iwal-cal.ts';
import { margin } from './margin.ts';
import { oracularCal } from './oracular-cal.ts';
import { passive } from './passive.ts';
import { random } from './random.ts';
import { selectiveSampling } from './selective-sampling.ts';
import { shrinkingMargin } from './shrinking-margin.ts';
import { slides } from './slides.ts';
import { varianceAware } from './variance-aware.ts';

export const queries = {
  passive,
  random,
  margin,
  'shrinking-margin': shrinkingMargin,
  'selective-sampling': selectiveSampling,
  slides,
  'iwal-cal': iwalCal,
  'iwal-cal-without-log': iwalCalWithoutLog,
  'variance-aware': varianceAware,
  bootstrap,
  committee,
  'oracular-cal': oracularCal,
  'active-cover': activeCover,
};
