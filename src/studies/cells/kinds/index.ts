import { activeClasses } from './active-classes.ts';
import { active } from './active.ts';
import { calibration } from './beside/calibration.ts';
import { certificate } from './beside/certificate.ts';
import { classes } from './classes.ts';
import { coins } from './coins.ts';
import { costs } from './costs.ts';
import { comparator } from './comparator.ts';
import { displacement } from './displacement.ts';
import { forecast } from './beside/forecast.ts';
import { online } from './online.ts';
import { ranking } from './ranking.ts';
import { regret } from './regret.ts';
import { replay } from './beside/replay.ts';
import { shards } from './beside/shards.ts';

/** The kinds of cells, by the names that studies and the store use. */
export const kinds = {
  active,
  online,
  classes,
  'active-classes': activeClasses,
  costs,
  ranking,
  regret,
  comparator,
  displacement,
  calibration,
  forecast,
  certificate,
  coins,
  replay,
  shards,
};
