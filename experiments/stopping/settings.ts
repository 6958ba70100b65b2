import { rounded } from '../../src/numerics/display.ts';
import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { canonical } from '../../src/specs/hash.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { final } from '../support/numbers.ts';

/** Labels a row. */
export const RATE = 0.3;
/** The share of them that is spread evenly where rules are compared with each other: every row is asked about with p >= 0.15. */
export const EXPLORE = 0.5;
/** Shares for the question what a floor is worth: p_min is RATE times the share, 0.03, 0.075 and 0.15. */
export const SHARES = [0.1, 0.25, EXPLORE];
/** All of it: random sampling whose floor is the rate. */
export const ALL_EVEN = 1;
/** Errors to be certified. */
export const LIMITS = [0.05, 0.1, 0.2];
export const CONFIDENCE = 0.95;

export const RANDOM = 'random';
export const RULES = ['soft-margin', 'iwal-cal', RANDOM] as const;
export type Rule = (typeof RULES)[number];

/** A rule, and the share of its labels that is spread evenly. */
export interface Buying {
  readonly rule: Rule;
  readonly explore: number;
}

export const BUYINGS: readonly Buying[] = [
  ...RULES.map((rule) => ({ rule, explore: EXPLORE })),
  ...chosenRules().flatMap((rule) => SHARES.filter((share) => share !== EXPLORE).map((explore) => ({ rule, explore }))),
  { rule: RANDOM, explore: ALL_EVEN },
];

/** p_min: no row is asked about with less. */
export function floorOf({ explore }: Pick<Buying, 'explore'>): number {
  return rounded(RATE * explore, 3);
}

/** A run that ends when "error <= limit" is certified, or with the stream. */
export function runOf({ rule, explore }: Buying, limit: number, seed: number): RunSpec {
  return parseRunSpec({
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'normalized-adaptive' },
    query: { name: rule },
    ...PACED_DEFAULTS,
    pace: { ...PACED_DEFAULTS.pace, rate: RATE },
    explore,
    stop: { measure: 'error', limit, confidence: CONFIDENCE },
    coins: 'pool',
    perDecade: 1,
    seed,
  });
}

/** All seeds of a way of buying, a set and a limit. */
export interface Case extends Buying {
  readonly dataset: string;
  readonly limit: number;
  readonly runs: readonly End[];
  readonly cells: readonly string[];
}

/** Where one run ended. */
export interface End {
  /** Whether the certificate ended it, and not the stream. */
  readonly isCertified: boolean;
  readonly labels: number;
  /** Of the predictions on the rows considered, by their true labels. */
  readonly trueError: number;
}

export function casesOf({ results, splits }: Findings): Case[] {
  const groups = groupBy(ofKind(results, 'active'), ({ cell }) => `${cell.dataset} ${canonical({ ...cell.run, seed: 0 })}`);
  return [...groups.values()].map((group) => {
    const [{ cell }] = group;
    const rows = splits.get(cell.dataset)!.train.rows.length;
    return {
      dataset: cell.dataset,
      rule: cell.run.query.name as Rule,
      explore: cell.run.explore!,
      limit: cell.run.stop!.limit!,
      cells: group.map(({ hash }) => hash),
      runs: group.flatMap(({ outcome }): End[] => {
        if (!('measurement' in outcome)) return [];
        const { examples, queried, progressiveError } = final(outcome.measurement);
        return [{ isCertified: examples !== rows, labels: queried, trueError: progressiveError }];
      }),
    };
  });
}

/** Mean labels where every seed was certified; undefined elsewhere. */
export function labelsOf(one: Case): number | undefined {
  return isCertified(one) ? mean(one.runs.map(({ labels }) => labels)) : undefined;
}

/** Whether every seed was: a mean over those that were would be one of the short runs. */
export function isCertified({ runs }: Case): boolean {
  return runs.length > 0 && runs.every((run) => run.isCertified);
}

/** All but random sampling, which they are compared with. */
export function chosenRules(): Exclude<Rule, typeof RANDOM>[] {
  return RULES.filter((rule) => rule !== RANDOM);
}

/** Cases of one way of buying, each with that of another one on the same set and limit. */
export function pairsOf(cases: readonly Case[], one: Buying, other: Buying): [Case, Case][] {
  const isOf =
    ({ rule, explore }: Buying) =>
    (each: Case): boolean =>
      each.rule === rule && each.explore === explore;
  return cases.filter(isOf(one)).flatMap((first) => {
    const second = cases.find((each) => isOf(other)(each) && each.dataset === first.dataset && each.limit === first.limit);
    return second === undefined ? [] : [[first, second] as [Case, Case]];
  });
}

/** Those of which every seed of both was certified. */
export function certifiedPairs(cases: readonly Case[], one: Buying, other: Buying): [Case, Case][] {
  return pairsOf(cases, one, other).filter(([first, second]) => isCertified(first) && isCertified(second));
}
