import { decimals } from '../../src/numerics/display.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { type Case, type Claim, CONFIDENCE } from '../../src/studies/results/claim.ts';
import { DEFAULT, NAMED, UNBIASED } from './paced.ts';
import { HEADLINE, learnerText, type Ends, type Savings } from './saving.ts';
import { GOAL, WITHIN } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';

/** What is said of the rule chosen on other documents, and was said of the named rule before it ran. */
export function savingClaims(savings: Savings, figure: string, factorFigure: string): Claim[] {
  const { name: chosen } = savings.choice;
  const unbiased = savings.of(UNBIASED, HEADLINE);
  const end = endText(savings);
  const tried = `Rule, learner and budgets were named before. ${end}`;
  const onOthers =
    'The rule was chosen on other documents, before any run of it on these; learner and budgets were named before. ' + end;
  const atGoal = savings.all.filter(({ budget }) => budget === GOAL.budget);
  return [
    ...(chosen === NAMED ? [] : ruleClaims(savings, chosen, onOthers, figure, factorFigure)),
    ...ruleClaims(savings, NAMED, tried, figure, factorFigure),
    ...ruleClaims(savings, DEFAULT, `Its settings were chosen by other studies, on other sets. ${end}`, figure, factorFigure),
    ...(unbiased === undefined
      ? []
      : [
          {
            claim:
              `${UNBIASED}: with ${HEADLINE} of the labels, every one learned with importance 1/p, it saves labels too: ` +
              'the saving factor is above 1',
            cases: [savingCase(unbiased)],
            figure: factorFigure,
            tried,
          },
        ]),
    ...(atGoal.length === 0
      ? []
      : [
          {
            claim:
              `some paced rule ends within ${decimals(100 * GOAL.above, 1)} points of the best passive learner with ` +
              `${GOAL.budget} of the labels (the goal of this project)`,
            cases: atGoal.map((each) => excessCase(savings, each, each.contestant, GOAL.above)),
            atLeast: 1,
            figure,
            tried,
          },
        ]),
  ];
}

function ruleClaims(savings: Savings, rule: string, tried: string, figure: string, factorFigure: string): Claim[] {
  const headline = savings.of(rule, HEADLINE);
  if (headline === undefined) return [];
  return [
    {
      claim:
        `${rule}: with ${HEADLINE} of the labels it saves labels against the best passive learner: ` +
        'the saving factor is above 1',
      cases: [savingCase(headline)],
      figure: factorFigure,
      tried,
    },
    ...WITHIN.flatMap(([budget, above]): Claim[] => {
      const each = savings.of(rule, budget);
      if (each === undefined) return [];
      return [
        {
          claim:
            `${rule}: with ${budget} of the labels it ends within ${decimals(100 * above, 1)} points of the best passive ` +
            'learner with all, in the mean over seeds',
          cases: [excessCase(savings, each, '', above)],
          figure,
          tried,
        },
      ];
    }),
  ];
}

function savingCase({ saving, ends }: Ends): Case {
  return { what: 'saving factor', ...saving, basis: basisOf(ends), unit: 'tenths', criterion: { above: 1 } };
}

function excessCase({ passive }: Savings, { excess, ends }: Ends, what: string, above: number): Case {
  return {
    what,
    ...excess,
    basis: basisOf(ends),
    unit: 'points',
    criterion: { atMost: above },
    compared: { of: [mean(ends.map(({ error }) => error)), mean(passive.at(-1)!.errors)], unit: 'percent' },
  };
}

function basisOf(ends: Ends['ends']): string {
  return `${100 * CONFIDENCE}% interval over ${ends.length} seeds`;
}

function endText({ passive, grid }: Savings): string {
  const { errors, setting } = passive.at(-1)!;
  return (
    `The best of ${grid} passive learners ends at ${percent(mean(errors), 2)} (${learnerText(setting)}); ` +
    'it is chosen on the test part, in its favour.'
  );
}
