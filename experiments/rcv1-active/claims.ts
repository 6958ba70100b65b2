import { mean } from '../../src/statistics/small-samples.ts';
import { type Case, type Claim, meanDifference, meanOver, outcomeOf } from '../../src/studies/results/claim.ts';
import type { RaceResult } from '../../src/studies/run/race.ts';
import type { Findings, Size } from '../../src/studies/study.ts';
import { SAME_ACCURACY, TENTH, WHOLE } from '../support/criteria.ts';
import { percent, final } from '../support/numbers.ts';
import { timeCase, triedForTime } from '../support/pass-times.ts';
import { shareOf, testErrorOf } from '../support/settings.ts';
import { gridInWords } from '../support/words.ts';
import { AVERAGED, FILES, IWAL_CAL, NAIVE, VARIANCE_AWARE, type Arena } from './settings.ts';

/** Of the settings that buy about a tenth of the labels, and of the time that they take. */
export function claims(arenas: readonly Arena[], { size, races }: Findings): Claim[] {
  return [
    ...arenas.map((each) => tenthClaim(each, size)),
    ...arenas.map(naiveClaim),
    ...arenas.map(unbiasedClaim),
    ...races.map(speedClaim),
  ];
}

/** A case a rule: its error, where it buys about a tenth of the labels; where that is open or not so, its labels. */
function tenthClaim(arena: Arena, size: Size): Claim {
  const rules = [VARIANCE_AWARE, AVERAGED, IWAL_CAL];
  return {
    claim: `${arena.title}: some rule buys 8 to 14% of the labels and ends within 0.4 points of passive test error`,
    cases: rules.flatMap((method): Case[] => {
      const setting = arena.chosen(method);
      if (setting === undefined) return [];
      const shares = setting.measurements.map(shareOf);
      const labels: Case = {
        what: `${method.label}, labels`,
        ...meanOver(shares, 'seeds'),
        unit: 'share',
        criterion: { within: [TENTH.low, TENTH.high] },
      };
      const error: Case = {
        what: `${method.label} with ${percent(mean(shares))} of the labels, error above passive`,
        ...meanOver(arena.excess(method, setting), 'seeds'),
        unit: 'points',
        criterion: { atMost: SAME_ACCURACY },
      };
      return [outcomeOf(labels) === 'met' || outcomeOf(error) === 'failed' ? error : labels];
    }),
    atLeast: 1,
    figure: FILES.frontier,
    tried:
      `We searched ${rules.flatMap((rule) => arena.settings(rule)).length} settings of these ${rules.length} methods, in ` +
      'ranges set by exploratory runs at full ' +
      `size${size === 'default' ? '; the claim is about that size, at which rcv1-active-full measures it' : ''}.`,
  };
}

function naiveClaim(arena: Arena): Claim {
  const [invariant, naive] = [VARIANCE_AWARE, NAIVE].map((method) => {
    const setting = arena.chosen(method);
    return setting === undefined || setting.failures.length > 0 ? [Infinity] : setting.measurements.map(testErrorOf);
  });
  return {
    claim: `${arena.title}: with the same rule, invariant updates end at a lower test error than naive ones`,
    cases: [
      {
        what: '',
        ...meanDifference(invariant, naive, 'seeds'),
        unit: 'points',
        criterion: { below: 0 },
        compared: { of: [mean(invariant), mean(naive)], unit: 'percent' },
      },
    ],
    figure: FILES.curves,
    tried:
      `We searched ${gridInWords(arena.settings(NAIVE))} for naive updates, ${gridInWords(arena.settings(VARIANCE_AWARE))} ` +
      'for invariant ones.',
  };
}

function unbiasedClaim(arena: Arena): Claim {
  const setting = arena.chosen(VARIANCE_AWARE);
  return {
    claim: `${arena.title}: the importances of the labels bought sum to the number of examples, within ${percent(WHOLE, 0)}`,
    cases:
      setting === undefined
        ? []
        : [
            {
              what: 'sum / n',
              ...meanOver(
                setting.measurements.map((each) => final(each).importanceSum / final(each).examples),
                'seeds',
              ),
              unit: 'number',
              criterion: { within: [1 - WHOLE, 1 + WHOLE] },
            },
          ],
    figure: FILES.curves,
    tried: 'Nothing was tried: it is a property of the setting that was chosen for its error.',
  };
}

function speedClaim(result: RaceResult): Claim {
  return {
    claim: `${result.race.title}: an active pass takes no longer than a passive one`,
    cases: [{ ...timeCase(result), criterion: { atMost: 1 } }],
    figure: FILES.speed,
    tried: triedForTime(result.race.active.loss.name),
  };
}
