import { decimals } from '../../src/numerics/display.ts';
import { median } from '../../src/statistics/small-samples.ts';
import { type Claim, meanOver } from '../../src/studies/results/claim.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import type { Findings } from '../../src/studies/study.ts';
import { SAME_ACCURACY, SLIDES_TIME, TENTH } from '../support/criteria.ts';
import { percent, onScale } from '../support/numbers.ts';
import { timeCase, triedForTime } from '../support/pass-times.ts';
import { shareOf, testErrorOf } from '../support/settings.ts';
import { LOSSES, raced, type Loss } from './settings.ts';

export const LAPS = 'laps.png';
export const SETTINGS = 'settings.png';

/** For the test error; beginnings of a sentence. */
const TRIED: Readonly<Record<Loss, string>> = {
  hinge: 'Steps of 64 / sqrt(1 + t) were tried besides, with the mellowness that buys as much',
  logistic: 'No other step size was tried here',
};

/** Times of laps, and what the raced settings buy and how they end. */
export function claims(findings: Findings): Claim[] {
  return [...findings.races.map(ratioClaim), ...LOSSES.map((loss) => settingClaim(findings, loss))];
}

function ratioClaim(result: RaceResult): Claim {
  return {
    claim: `${result.race.title}: an active pass takes at most ${decimals(SLIDES_TIME, 2)} times as long as a passive one`,
    cases: [{ ...timeCase(result), criterion: { atMost: SLIDES_TIME } }],
    figure: LAPS,
    tried: triedForTime(result.race.active.loss.name),
  };
}

/** Passive learning reads the given order without a coin: one run is all there is, and seeds of the other toss coins. */
function settingClaim(findings: Findings, loss: Loss): Claim {
  const { passive, active } = raced(findings, loss);
  const error = median(passive.measurements.map(testErrorOf));
  const errors = active.measurements.map(testErrorOf);
  return {
    claim:
      `${loss}: the raced setting buys ${percent(TENTH.low, 0)} to ${percent(TENTH.high, 0)} of the labels and ends within ` +
      `${decimals(100 * SAME_ACCURACY, 1)} points of passive test error`,
    cases: [
      {
        what: 'labels',
        ...meanOver(active.measurements.map(shareOf), 'seeds'),
        unit: 'share',
        criterion: { within: [TENTH.low, TENTH.high] },
      },
      {
        what: 'error above passive',
        ...onScale(meanOver(errors, 'seeds'), (x) => x - error),
        unit: 'points',
        criterion: { atMost: SAME_ACCURACY },
      },
    ],
    figure: SETTINGS,
    tried:
      `${TRIED[loss]}; the mellowness is set by the labels bought and by nothing else, and last weights are raced, where ` +
      'rcv1-active chooses on a validation part and has the mean of the weights besides.',
  };
}
