import { count } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { meanOver, type Measured } from '../../src/studies/results/cases.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import { groupBy } from '../../src/studies/results/results.ts';
import { IN_RANGE_OF_FIVE, KEPT, MOST_KEPT } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import { isKept, of, PILOTS, type Trial } from './settings.ts';

export const BOUGHT = 'bought.png';

/** In a sentence, for all claims. */
const TRIED =
  'Forecasts from the pilot alone were tried before: its rate of purchases extrapolated, and its rows passed as often as the pool is long, remembered, forgotten, and the middle of both.';

/** Whether single streams keep the budget, and lie where the forecast says. */
export function claims(trials: readonly Trial[]): Claim[] {
  return [...PILOTS.map((pilot) => keptClaim(of(trials, pilot), pilot)), betweenClaim(trials)];
}

function keptClaim(trials: readonly Trial[], pilot: number): Claim {
  return {
    claim: `a pilot of ${count(pilot)} rows suggests a mellowness with which a stream keeps the budget within ${percent(KEPT, 0)}, nine times in ten`,
    cases:
      trials.length === 0
        ? []
        : [
            {
              what: '',
              ...overPilots(trials, ({ ratios }) => ratios.map(isKept)),
              unit: 'share',
              criterion: { atLeast: MOST_KEPT },
            },
          ],
    figure: BOUGHT,
    tried: TRIED,
  };
}

/** The range is that of five streams, and says as much. */
function betweenClaim(trials: readonly Trial[]): Claim {
  return {
    claim: `the range of the forecast, of the five streams that it tried, holds another stream as often as such a range should (${percent(IN_RANGE_OF_FIVE, 0)})`,
    cases:
      trials.length === 0
        ? []
        : [
            {
              what: '',
              ...overPilots(trials, ({ found: { bought, forecast } }) =>
                bought.map((labels) => forecast.low <= labels && labels <= forecast.high),
              ),
              unit: 'share',
              criterion: { atLeast: IN_RANGE_OF_FIVE },
            },
          ],
    figure: BOUGHT,
    tried: TRIED,
  };
}

/** The share of the streams of which it is so: streams of one pilot are alike, so that every pilot is one number. */
function overPilots(trials: readonly Trial[], isSo: (trial: Trial) => boolean[]): Measured {
  const pilots = groupBy(trials, ({ dataset, run }) => `${dataset} ${run.pilot} ${run.seed}`);
  const { value, low, high, basis } = meanOver(
    [...pilots.values()].map((group) => mean(group.flatMap(isSo).map(Number))),
    'pilots',
  );
  return { value, low: Math.max(0, low), high: Math.min(1, high), basis };
}
