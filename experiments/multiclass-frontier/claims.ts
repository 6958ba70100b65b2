import type { Claim } from '../../src/studies/results/claim.ts';
import { BUDGETS, differenceOf, estimateOf, lineOf, RULES, testError, type Line, type Rule } from './settings.ts';

export const FRONTIER = 'frontier.png';

/** The budget that claims are about; the others are in figure and tables. */
const BUDGET = BUDGETS[1];
const TRIED =
  'The defaults of the command line for two classes, which nothing here has tuned: ' +
  `one optimizer, one step size, ${Object.keys(RULES).length} rules, ${BUDGETS.length} budgets.`;

/** What the study claims: every rule that looks at the row against random sampling, on every set. */
export function claims(lines: readonly Line[], sets: readonly string[]): Claim[] {
  const looking = (Object.keys(RULES) as Rule[]).filter((rule) => rule !== 'random');
  return looking.map((rule) => ({
    claim: `${BUDGET} of the labels: ${rule} has a lower test error than random sampling, on every set`,
    cases: sets.flatMap((dataset) => {
      const [own, random] = [lineOf(lines, dataset, rule, BUDGET), lineOf(lines, dataset, 'random', BUDGET)];
      if (own === undefined || random === undefined) return [];
      const errors = [own, random].map((line) => estimateOf(line, testError).value);
      return [
        {
          what: dataset,
          ...differenceOf(own, random, testError),
          basis: `95% interval over ${own.setting.measurements.length} seeds`,
          unit: 'points',
          criterion: { below: 0 },
          compared: { of: [errors[0], errors[1]], unit: 'percent' },
        },
      ];
    }),
    figure: FRONTIER,
    tried: TRIED,
  }));
}
