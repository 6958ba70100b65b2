import { DEFAULT_EXPLORE } from '../../src/specs/defaults.ts';
import { plural } from '../../src/numerics/display.ts';
import { type Case, type Claim, type Criterion, exactly, type Measured } from '../../src/studies/results/claim.ts';
import { BEATS_RANDOM, BEHIND_POOL, CHOICE_COSTS, CHOSEN_WITHIN } from '../support/criteria.ts';
import { meanRatio, logRatio } from '../support/ratios.ts';
import { CONFIRMATION, DEVELOPMENT } from './sets.ts';
import {
  ALL,
  BEST,
  BUDGETS,
  CHOOSING,
  DEFAULT,
  EXPLORES,
  FIT,
  MEETINGS,
  ONLINE,
  RANDOM,
  ROUNDS,
  RULES,
  SETTINGS,
  SPREAD,
  type Variation,
} from './settings.ts';
import type { View } from './view.ts';
import { claimsOn } from '../support/numbers.ts';

const SEEN = 'Nothing was chosen on these sets, but some of them were looked at while fits were written.';
const DROPPED =
  'With pendigits, a development set that was dropped for the time it takes, variance-aware was ahead by 1.2%, within the ' +
  'limit: soft-margin stayed.';
const DECIDING = 'What the rule of the study takes is decided by these runs, on the development sets alone.';

/** What is said of the default beside scikit-learn, beside random labels, of the choice at the end, and of how it came about. */
export function claims(view: View, figure: string): Claim[] {
  const { confirmation: sets } = view;
  const chosen = SETTINGS[DEFAULT];
  const perBudget = (
    criterion: Criterion,
    measured: (budget: number) => Measured,
    budgets: readonly number[] = BUDGETS,
  ): Case[] => budgets.map((budget) => ({ what: `${budget} labels`, ...measured(budget), unit: 'change', criterion }));
  const perSet = sets.length === 0 ? '' : plural(sets.length, 'set');
  return [
    ...claimsOn(CONFIRMATION, [
      {
        claim:
          `the command line has at most ${100 * BEHIND_POOL}% more error than scikit-learn's uncertainty sampling, in the geometric ` +
          'mean over sets',
        cases: perBudget({ atMost: BEHIND_POOL }, (budget) => view.ratio(chosen, 'uncertainty', sets, [budget])),
        figure,
        tried: SEEN,
      },
      {
        claim:
          `at 200 and 1,000 labels it has at least ${100 * BEATS_RANDOM}% less error than random labels with the same choice of a ` +
          'model, in the geometric mean over sets',
        cases: perBudget(
          { atMost: -BEATS_RANDOM },
          (budget) => view.ratio(chosen, SETTINGS[RANDOM], sets, [budget]),
          [200, 1000],
        ),
        figure,
        tried: SEEN,
      },
      {
        claim: `with all labels the model has at most ${100 * BEHIND_POOL}% more error than cross-validated logistic regression`,
        cases: [
          { what: perSet, ...view.ratio(ALL, 'all', sets, [undefined]), unit: 'change', criterion: { atMost: BEHIND_POOL } },
        ],
        figure,
        tried: SEEN,
      },
      {
        claim:
          `the model that cross-validation prefers has at most ${100 * CHOICE_COSTS}% more error than the better one of fit and online ` +
          'model, from the same labels',
        cases: perBudget({ atMost: CHOICE_COSTS }, (budget) => choiceCost(view, sets, budget)),
        figure,
        tried: `${SEEN} The better one is known by the test part, mean over seeds, which no choice can know.`,
      },
    ]),
    ...claimsOn(DEVELOPMENT, [
      {
        claim: 'the rule for explore takes what the command line has with refits',
        cases: [
          {
            what: 'explore',
            ...exactly(
              taken(view, EXPLORES, (explore) => SPREAD[`explore ${explore}`]),
              'decided by point estimates',
            ),
            unit: 'number',
            criterion: { within: [DEFAULT_EXPLORE, DEFAULT_EXPLORE] },
          },
        ],
        figure,
        tried: DECIDING,
      },
      {
        claim: 'the rule for rounds takes what the command line has with refits',
        cases: [
          {
            what: 'rounds',
            ...exactly(
              taken(view, ROUNDS, (rounds) => MEETINGS[plural(rounds, 'round')]),
              'decided by point estimates',
            ),
            unit: 'number',
            criterion: { within: [1, 1] },
          },
        ],
        figure,
        tried: DECIDING,
      },
      {
        claim: `no other rule has less error than soft-margin with refits by more than ${100 * CHOSEN_WITHIN}%`,
        cases: Object.entries(RULES)
          .slice(1)
          .map(([name, variation]) => ({
            what: `soft-margin over ${name}`,
            ...exactly(decidingRatio(view, variation).value, 'point estimate, which decides'),
            unit: 'change',
            criterion: { atMost: CHOSEN_WITHIN },
          })),
        figure,
        tried: `${DECIDING} ${DROPPED}`,
      },
    ]),
  ];
}

/** The default over a variation where settings are chosen. */
export function decidingRatio(view: View, variation: Variation): Measured {
  return view.ratio(SETTINGS[DEFAULT], variation, view.development, CHOOSING.budgets);
}

/**
 * Of values that were tried, in their order, the first whose mean error is within so much of the least; NaN where nothing ran. `tried` is
 * the run of a value.
 */
function taken(view: View, values: readonly number[], tried: (value: number) => Variation): number {
  // The default over a variation: the largest is that of the least error.
  const ratios = values.map((value) => 1 + decidingRatio(view, tried(value)).value);
  const most = Math.max(...ratios);
  return values.find((_, n) => most / ratios[n] <= 1 + CHOSEN_WITHIN) ?? NaN;
}

/** The errors of the model preferred over those of the better of fit and online model, less 1. */
function choiceCost(view: View, sets: readonly string[], budget: number): Measured {
  return meanRatio(
    sets.flatMap((set) => {
      const [best, fit, online] = [BEST, FIT, ONLINE].map((name) => view.error(set, SETTINGS[name], budget));
      return best === undefined || fit === undefined || online === undefined ? [] : [logRatio(best, Math.min(fit, online))];
    }),
  );
}
