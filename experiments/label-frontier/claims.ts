import { decimals } from '../../src/numerics/display.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { type Case, type Claim, type Criterion, meanOver } from '../../src/studies/results/claim.ts';
import { mostOf } from '../../src/studies/results/claims.ts';
import { bestOf, type Setting } from '../../src/studies/results/results.ts';
import { canonical } from '../../src/specs/hash.ts';
import type { Size } from '../../src/studies/study.ts';
import { NO_CHANGE, SAME_ACCURACY, TENTH } from '../support/criteria.ts';
import { percent, final } from '../support/numbers.ts';
import { bestPassive, savingOf } from '../support/saving.ts';
import { share, shareOf, validationError } from '../support/settings.ts';
import { excess, inWords, isAccurate, thriftiest, type Field } from './fields.ts';
import { BUDGETS, CONSTANT_LEARNER, CONSTANTS, NAMED } from './settings.ts';

/** What the frontier says of the slides' share, of the rule that was named beforehand, of tempering and of the constant feature. */
export function claims(fields: readonly Field[], size: Size, figure: string): Claim[] {
  return [
    ...fields.map((field) => belowClaim(field, size, figure)),
    ...fields.map((field) => savingClaim(field, figure)),
    ...fields.map((field) => temperClaim(field, figure)),
    ...fields.map((field) => constantClaim(field, figure)),
  ];
}

/** The best rule is chosen on validation, and held against the slides on the test part. */
function belowClaim({ title, passive, rules }: Field, size: Size, figure: string): Claim {
  const candidates = [...rules].flatMap(([rule, settings]) => {
    const setting = thriftiest(settings, passive);
    return setting !== undefined && isAccurate(setting, passive) ? [{ rule, setting, settings }] : [];
  });
  const tried = [...rules].flatMap(([rule, settings]) => (rule === 'passive' ? [] : [settings]));
  const { rule, setting, settings } = bestOf(candidates, (each) => share(each.setting))!;
  return {
    claim:
      `${title}: the thriftiest rule on validation needs fewer labels than the ${percent(TENTH.slides, 2)} of the slides ` +
      `and ends within ${decimals(100 * SAME_ACCURACY, 1)} points of passive test error`,
    cases: [
      {
        what: `${rule} (${inWords(setting, settings)}), labels`,
        ...meanOver(setting.measurements.map(shareOf), 'seeds'),
        unit: 'share',
        criterion: { below: TENTH.slides },
      },
      {
        what: 'error above passive',
        ...meanOver(excess(setting, passive), 'seeds'),
        unit: 'points',
        criterion: { atMost: SAME_ACCURACY },
      },
    ],
    figure,
    tried:
      `The grid of the study is all that was tried, ${tried.flat().length} settings of ${tried.length} ` +
      `rules${size === 'default' ? '; the claim is about the full size, at which label-frontier-full measures it' : ''}.`,
  };
}

/** Labels of the best passive learner over labels bought, at the setting of the named rule that validation takes. */
function savingClaim({ title, passive, allPassive, rules }: Field, figure: string): Claim {
  const settings = rules.get(NAMED) ?? [];
  const setting = thriftiest(settings, passive);
  const ends = setting?.measurements.map((each) => ({ labels: final(each).queried, error: final(each).testError! })) ?? [];
  return {
    claim:
      `${title}: ${NAMED}, which was named beforehand, ends with an error for which the best passive learner of the whole ` +
      'grid needs more labels',
    cases:
      setting === undefined || ends.length < 2
        ? []
        : [
            {
              what: `${inWords(setting, settings)}: saving factor`,
              ...savingOf(bestPassive(allPassive), ends),
              basis: `95% interval over ${ends.length} seeds`,
              unit: 'times',
              criterion: { above: 1 },
            },
          ],
    figure,
    tried: 'Passive learning is chosen on the test part, at every number of labels anew, which favours it.',
  };
}

/** The learner with the least validation error at a budget. */
function atBudget(settings: readonly Setting[] | undefined, budget: Percentage): Setting | undefined {
  return bestOf(settings?.filter(({ run }) => run.budget === budget) ?? [], validationError);
}

/** Test errors of the first less the second, paired by seed. */
function difference(what: string, one: Setting | undefined, other: Setting | undefined, criterion: Criterion): Case[] {
  if (one === undefined || other === undefined) return [];
  return [{ what, ...meanOver(excess(one, other), 'seeds'), unit: 'points', criterion }];
}

function temperClaim({ title, rules }: Field, figure: string): Claim {
  const tempered = rules.get(NAMED);
  const whole = rules.get(`${NAMED}, temper 1`);
  return {
    claim:
      `${title}: ${NAMED} has less error when every label is learned with importance 1 (temper 0) than with 1/p (temper 1), ` +
      'at most budgets',
    ...mostOf(BUDGETS.flatMap((budget) => difference(budget, atBudget(tempered, budget), atBudget(whole, budget), { below: 0 }))),
    figure,
    tried: 'The learner is chosen on the validation part at every budget, of the same ones for both.',
  };
}

/** Only with the learner that was tried with other constants. */
function constantClaim({ title, rules }: Field, figure: string): Claim {
  const named = (rules.get(NAMED) ?? []).filter(({ run }) => run.optimizer.name === CONSTANT_LEARNER.name);
  const learner = named.find(({ run }) => run.constant === CONSTANTS[0])?.run.optimizer;
  const withConstant = (constant: number | 'none', budget: Percentage): Setting | undefined =>
    named.find(
      ({ run }) => run.constant === constant && run.budget === budget && canonical(run.optimizer) === canonical(learner),
    );
  return {
    claim:
      `${title}: a constant feature of ${CONSTANTS[1]}, or none, changes the error of ${NAMED} by at most ` +
      `${decimals(100 * NO_CHANGE, 1)} points, at every budget`,
    cases: CONSTANTS.flatMap((constant) =>
      BUDGETS.flatMap((budget) =>
        difference(
          `${constant === 'none' ? 'none' : `constant ${constant}`} at ${budget}`,
          withConstant(constant, budget),
          withConstant(1, budget),
          { within: [-NO_CHANGE, NO_CHANGE] },
        ),
      ),
    ),
    figure,
    tried: 'One learner, ada-grad with eta0 0.5.',
  };
}
