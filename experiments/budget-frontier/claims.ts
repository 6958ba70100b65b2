import { plural } from '../../src/numerics/display.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import { type Case, type Claim, type Criterion, exactly } from '../../src/studies/results/claim.ts';
import { BEATS_RANDOM, BEHIND, BEHIND_AT_MOST, BEHIND_POOL, SAVES, WORSE_SETS } from '../support/criteria.ts';
import { CONFIRMATION, DEVELOPMENT } from '../support/default-sets.ts';
import { percent, claimsOn } from '../support/numbers.ts';
import type { Rival } from '../support/rivals.ts';
import { COMMAND_LINE, HARD, RANDOM, SCREENING, TAKEN } from './settings.ts';
import { developmentRatio, ratioOver, rivalRatio, worseSets, type View } from './view.ts';

/** Whether the default saves, on how many sets it is worse, what unbiased learning costs, and what the screening says of the choice. */
export function claims(
  view: View,
  figures: { readonly frontier: string; readonly rivals: string; readonly screening: string },
): Claim[] {
  const from5 = view.budgets.filter((budget) => ['5%', '10%', '20%'].includes(budget));
  const units = view.over === 'sets' ? view.sets.length : view.seeds.length;
  const against = (one: string, others: readonly string[], criterion: Criterion): Case[] =>
    others.map((other) => ratioCase(`against ${other}`, ratioOver(view, one, other, from5), `${units} ${view.over}`, criterion));
  const behind = ratioOver(view, 'default', HARD, from5);
  const figure = figures.frontier;
  const tried =
    view.over === 'sets'
      ? `Nothing was chosen on these ${view.sets.length} sets; they are few for a mean over sets.`
      : 'Nothing was chosen on these documents; the interval knows of the order and the coins, not of other test parts.';
  const unseen: Claim[] = [
    {
      claim:
        `at 5 to 20% of the labels the default has at least ${percent(SAVES, 0)} less error than random sampling, learned ` +
        `either way, in the mean over ${view.over}`,
      cases: against('default', RANDOM, { atMost: -SAVES }),
      figure,
      tried,
    },
    {
      claim:
        'at 5 to 20% of the labels the default has less error than random sampling, learned either way, in the mean over ' +
        view.over,
      cases: against('default', RANDOM, { below: 0 }),
      figure,
      tried,
    },
    {
      claim: 'it is worse than the better of both, at some budget and by more than chance, on at most one set in ten',
      cases: [
        {
          what: `of ${plural(view.sets.length, 'set')}`,
          ...exactly(
            worseSets(view, 'default').length / view.sets.length,
            `one-sided t tests at 97.5%, paired over ${view.seeds.length} seeds`,
          ),
          unit: 'share',
          criterion: { atMost: WORSE_SETS },
        },
      ],
      figure,
      tried,
    },
    {
      claim:
        `it is within ${percent(BEHIND, 0)} of hard margin sampling in the mean over ${view.over}, the upper end of the ` +
        `interval within ${percent(BEHIND_AT_MOST, 0)}, while every row keeps p >= p_min > 0`,
      cases: [
        { what: 'mean', ...exactly(behind.value, 'point estimate'), unit: 'change', criterion: { atMost: BEHIND } },
        {
          what: 'upper end',
          ...exactly(behind.high, `95% interval over ${units} ${view.over}`),
          unit: 'change',
          criterion: { atMost: BEHIND_AT_MOST },
        },
      ],
      figure,
      tried,
    },
    {
      claim:
        'learned with the whole importance 1/p (temper 1) the same rule has less error than random sampling, learned either ' +
        `way, in the mean over ${view.over}`,
      cases: against('temper 1', RANDOM, { below: 0 }),
      figure,
      tried,
    },
  ];
  const besideRival = (how: Rival, criterion: Criterion): Case[] => [
    ratioCase('mean over sets', rivalRatio(view, how, from5), `${units} ${view.over}`, criterion),
  ];
  const rivals: Claim[] = [
    {
      claim:
        `at 5 to 20% of the labels the ${COMMAND_LINE} has at most ${percent(BEHIND_POOL, 0)} more error than scikit-learn's ` +
        'uncertainty sampling, in the geometric mean over sets',
      cases: besideRival('uncertainty', { atMost: BEHIND_POOL }),
      figure: figures.rivals,
      tried,
    },
    {
      claim:
        `at 5 to 20% of the labels the ${COMMAND_LINE} has at least ${percent(BEATS_RANDOM, 0)} less error than scikit-learn with ` +
        'random labels, in the geometric mean over sets',
      cases: besideRival('random', { atMost: -BEATS_RANDOM }),
      figure: figures.rivals,
      tried,
    },
  ];
  return view.over === 'seeds'
    ? unseen
    : [...claimsOn(CONFIRMATION, [...rivals, ...unseen]), ...claimsOn(DEVELOPMENT, [choiceClaim(view, figures.screening)])];
}

/** A mean ratio less 1 as a case. */
function ratioCase(what: string, ratio: Estimate, over: string, criterion: Criterion): Case {
  return { what, ...ratio, basis: `95% interval over ${over}`, unit: 'change', criterion };
}

/** What the screening says of the rule that was taken before: the error of the default over that of every other, over sets. */
function choiceClaim(view: View, figure: string): Claim {
  const cases = Object.entries(SCREENING).flatMap(([name, other]): Case[] => {
    const ratio = name === TAKEN ? undefined : developmentRatio(view, SCREENING[TAKEN], other);
    return ratio === undefined ? [] : [ratioCase(`less ${name}`, ratio, `${view.development.length} sets`, { atMost: 0 })];
  });
  return {
    claim: `the screening finds no variation with less error than ${TAKEN}, which is the default`,
    cases,
    figure,
    tried:
      `The rule was taken after the trial; ${cases.length} other variations were screened on ${view.development.length} ` +
      'sets.',
  };
}
