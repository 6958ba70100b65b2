import { mean } from '../../src/statistics/small-samples.ts';
import { type Case as CaseOfClaim, type Claim, meanOver, shareOf } from '../../src/studies/results/claim.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { WRONG_CERTIFICATES } from '../support/criteria.ts';
import { percent, onScale } from '../support/numbers.ts';
import {
  ALL_EVEN,
  certifiedPairs,
  chosenRules,
  EXPLORE,
  floorOf,
  isCertified,
  labelsOf,
  pairsOf,
  RANDOM,
  SHARES,
  type Buying,
  type Case,
  type Rule,
} from './settings.ts';
import { exp, log } from '../../src/numerics/elementary.ts';

export const FILES = { stopping: 'stopping.png', floors: 'floors.png' } as const;

/** Whether certificates are true, what rules need until one is there, and what a floor is worth. */
export function claims(cases: readonly Case[]): Claim[] {
  const rules = chosenRules();
  return [trueClaim(cases), ...rules.map((rule) => fewerClaim(cases, rule)), floorClaim(cases), evenClaim(cases)];
}

function trueClaim(cases: readonly Case[]): Claim {
  const ended = cases.flatMap(({ limit, runs }) =>
    runs.filter(({ isCertified }) => isCertified).map((run) => ({ ...run, limit })),
  );
  const wrong = ended.filter(({ trueError, limit }) => trueError > limit).length;
  return {
    claim:
      `certificates are true: of the runs they ended, at most ${percent(WRONG_CERTIFICATES, 0)} have a true error above the ` +
      'certified one',
    cases: [{ what: '', ...shareOf(wrong, ended.length, 'run'), unit: 'share', criterion: { atMost: WRONG_CERTIFICATES } }],
    figure: FILES.stopping,
    tried: 'Limits, rate and rules were written down before the first run.',
  };
}

function fewerClaim(cases: readonly Case[], rule: Exclude<Rule, typeof RANDOM>): Claim {
  const buying = { rule, explore: EXPLORE };
  return {
    claim: `${rule} needs fewer labels than random sampling until an error is certified`,
    cases: [ratioCase('', certifiedPairs(cases, buying, { rule: RANDOM, explore: EXPLORE }))],
    figure: FILES.stopping,
    tried: 'Nothing besides: one rate of labels, one learner and the rules of the figure, each named before the runs.',
  };
}

const FLOORS_TRIED = 'Nothing besides: shares, rules and criteria were written down before the runs.';

/** The highest floor against the lowest, rule by rule. */
function floorClaim(cases: readonly Case[]): Claim {
  const [lowest, highest] = [Math.min(...SHARES), Math.max(...SHARES)];
  return {
    claim:
      `the more evenly labels are spread, the fewer certify an error: p_min ${floorOf({ explore: highest })} needs fewer ` +
      `than p_min ${floorOf({ explore: lowest })} at the same rate`,
    cases: chosenRules().map((rule) => against(cases, { rule, explore: highest }, { rule, explore: lowest })),
    figure: FILES.floors,
    tried: FLOORS_TRIED,
  };
}

/** Every rule at its highest floor against random sampling, whose floor is the rate. */
function evenClaim(cases: readonly Case[]): Claim {
  const random: Buying = { rule: RANDOM, explore: ALL_EVEN };
  const explore = Math.max(...SHARES);
  return {
    claim:
      `choosing labels with p_min ${floorOf({ explore })} needs fewer than random sampling with p = ${floorOf(random)} at ` +
      'every row until an error is certified',
    cases: chosenRules().map((rule) => against(cases, { rule, explore }, random)),
    figure: FILES.floors,
    tried: FLOORS_TRIED,
  };
}

/** A ratio of labels, with what the streams' ends have cut off: a pair of which one side was not certified is in no ratio. */
function against(cases: readonly Case[], one: Buying, other: Buying): CaseOfClaim {
  const pairs = pairsOf(cases, one, other);
  const only = (at: 0 | 1): number => pairs.filter((pair) => isCertified(pair[at]) && !isCertified(pair[1 - at])).length;
  return ratioCase(
    `${one.rule} (of ${pairs.length} sets and limits certified by the first alone ${only(0)}, by the second alone ${only(1)})`,
    certifiedPairs(cases, one, other),
  );
}

/** The ratio of mean labels: a mean of logs a set, an interval over sets. */
function ratioCase(what: string, pairs: readonly (readonly [Case, Case])[]): CaseOfClaim {
  const bySet = groupBy(pairs, ([{ dataset }]) => dataset);
  const logs = [...bySet.values()].map((own) => mean(own.map(([one, other]) => log(labelsOf(one)! / labelsOf(other)!))));
  return { what, ...onScale(meanOver(logs, 'sets'), exp), unit: 'times', criterion: { below: 1 } };
}
