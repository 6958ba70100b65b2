import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { canonical } from '../../src/specs/hash.ts';
import { parseRunSpec, type RunSpec } from '../../src/specs/run-spec.ts';
import { mean } from '../../src/statistics/small-samples.ts';
import { final, groupBy, ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

/** Labels a row, half of them spread evenly: every row is asked about with p >= 0.15. */
export const RATE = 0.3;
export const EXPLORE = 0.5;
/** Errors to be certified. */
export const LIMITS = [0.05, 0.1, 0.2];
export const CONFIDENCE = 0.95;

export const RANDOM = 'random';
export const RULES = ['soft-margin', 'iwal-cal', RANDOM] as const;
export type Rule = (typeof RULES)[number];

/** A run that ends when "error <= limit" is certified, or with the stream. */
export function runOf(rule: Rule, limit: number, seed: number): RunSpec {
  return parseRunSpec({
    loss: { name: 'logistic' },
    update: 'invariant',
    optimizer: { name: 'normalized-adaptive' },
    query: { name: rule },
    ...PACED_DEFAULTS,
    pace: { ...PACED_DEFAULTS.pace, rate: RATE },
    explore: EXPLORE,
    stop: { measure: 'error', limit, confidence: CONFIDENCE },
    coins: 'pool',
    perDecade: 1,
    seed,
  });
}

/** All seeds of a rule, a set and a limit. */
export interface Case {
  readonly dataset: string;
  readonly rule: Rule;
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
      limit: cell.run.stop!.limit,
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
export function labelsOf({ runs }: Case): number | undefined {
  return runs.length > 0 && runs.every(({ isCertified }) => isCertified) ? mean(runs.map(({ labels }) => labels)) : undefined;
}

/** All but random sampling, which they are compared with. */
export function chosenRules(): Rule[] {
  return RULES.filter((rule) => rule !== RANDOM);
}

/** A rule and random sampling on the same set and limit, where every seed of both was certified. */
export function pairsOf(cases: readonly Case[], rule: Rule): [Case, Case][] {
  return cases
    .filter((each) => each.rule === rule && labelsOf(each) !== undefined)
    .flatMap((one) => {
      const random = cases.find(
        ({ rule: other, dataset, limit }) => other === RANDOM && dataset === one.dataset && limit === one.limit,
      );
      return random === undefined || labelsOf(random) === undefined ? [] : [[one, random] as [Case, Case]];
    });
}
