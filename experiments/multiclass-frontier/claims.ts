import type { Claim } from '../../src/studies/results/claims.ts';
import { decided } from '../support/decided.ts';
import { percent, points } from '../support/numbers.ts';
import { BUDGETS, differenceOf, estimateOf, lineOf, RULES, testError, type Line, type Rule } from './settings.ts';

export const FRONTIER = 'frontier.png';

/** The budget that claims are about; the others are in figure and tables. */
const BUDGET = BUDGETS[1];
const TRIED = `The defaults of the command line for two classes, which nothing here has tuned: one optimizer, one step size, ${Object.keys(RULES).length} rules, ${BUDGETS.length} budgets.`;

/** What the study claims: every rule that looks at the row against random sampling, on every set. */
export function claims(lines: readonly Line[], sets: readonly string[]): Claim[] {
  const looking = (Object.keys(RULES) as Rule[]).filter((rule) => rule !== 'random');
  return looking.flatMap((rule) => sets.map((dataset) => againstRandom(lines, dataset, rule)));
}

function againstRandom(lines: readonly Line[], dataset: string, rule: Rule): Claim {
  const [own, random] = [lineOf(lines, dataset, rule, BUDGET), lineOf(lines, dataset, 'random', BUDGET)];
  return decided({
    claim: `${dataset}, ${BUDGET} of the labels: ${rule} has a lower test error than random sampling`,
    estimate: differenceOf(own, random, testError),
    criterion: { kind: 'below', bound: 0 },
    print: points,
    unit: 'points',
    beside: `${percent(estimateOf(own, testError).value, 2)} against ${percent(estimateOf(random, testError).value, 2)}`,
    figure: FRONTIER,
    tried: TRIED,
  });
}
