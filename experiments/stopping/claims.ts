import { mean } from '../../src/statistics/small-samples.ts';
import { meanOver, onScale, shareOf } from '../../src/studies/results/cases.ts';
import type { Claim } from '../../src/studies/results/claims.ts';
import { groupBy } from '../../src/studies/results/results.ts';
import { WRONG_CERTIFICATES } from '../support/criteria.ts';
import { percent } from '../support/numbers.ts';
import { chosenRules, labelsOf, pairsOf, type Case, type Rule } from './settings.ts';

export const FILE = 'stopping.png';

/** Whether certificates are true, and what rules need until one is there. */
export function claims(cases: readonly Case[]): Claim[] {
  return [trueClaim(cases), ...chosenRules().map((rule) => fewerClaim(cases, rule))];
}

function trueClaim(cases: readonly Case[]): Claim {
  const ended = cases.flatMap(({ limit, runs }) =>
    runs.filter(({ isCertified }) => isCertified).map((run) => ({ ...run, limit })),
  );
  const wrong = ended.filter(({ trueError, limit }) => trueError > limit).length;
  return {
    claim: `certificates are true: of the runs they ended, at most ${percent(WRONG_CERTIFICATES, 0)} have a true error above the certified one`,
    cases: [{ what: '', ...shareOf(wrong, ended.length, 'run'), unit: 'share', criterion: { atMost: WRONG_CERTIFICATES } }],
    figure: FILE,
    tried: 'Limits, rate and rules were written down before the first run.',
  };
}

function fewerClaim(cases: readonly Case[], rule: Rule): Claim {
  const bySet = groupBy(pairsOf(cases, rule), ([{ dataset }]) => dataset);
  const logs = [...bySet.values()].map((pairs) =>
    mean(pairs.map(([one, random]) => Math.log(labelsOf(one)! / labelsOf(random)!))),
  );
  return {
    claim: `${rule} needs fewer labels than random sampling until an error is certified`,
    cases: [{ what: '', ...onScale(meanOver(logs, 'sets'), Math.exp), unit: 'times', criterion: { below: 1 } }],
    figure: FILE,
    tried: 'Nothing besides: one rate of labels, one learner and the rules of the figure, each named before the runs.',
  };
}
