import { mean } from '../../src/statistics/small-samples.ts';
import type { Estimate } from '../../src/statistics/estimate.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import type { Findings } from '../../src/studies/study.ts';
import { CONFIRMATION, DEFAULT_RIVALS, DEVELOPMENT, GENERATED } from '../support/default-sets.ts';
import { logRatio, meanRatio } from '../support/ratios.ts';
import type { Rival } from '../support/rivals.ts';
import { seedsUpTo } from '../support/seeds.ts';
import {
  BUDGETS,
  COMMAND_LINE,
  CONTESTANTS,
  contestantsAt,
  DEVELOPMENT_BUDGETS,
  FEW_SEEDS,
  Ends,
  isWorse,
  RANDOM,
  type Variation,
} from './settings.ts';

/** Everything the report is made from. */
export interface View {
  readonly findings: Findings;
  readonly ends: Ends;
  readonly seeds: readonly number[];
  readonly budgets: readonly Percentage[];
  readonly contestants: readonly string[];
  /** Sets of the confirmation that are there. */
  readonly sets: readonly string[];
  /** What a mean and its interval are over: at full size, where there is one set, its runs. */
  readonly over: 'sets' | 'seeds';
  readonly development: readonly string[];
}

export function viewOf(findings: Findings): View {
  const there = (names: readonly string[]): string[] => names.filter((name) => findings.splits.has(name));
  const sets = there([GENERATED, ...CONFIRMATION]);
  return {
    findings,
    ends: new Ends(findings),
    seeds: seedsUpTo(findings.seeds),
    budgets: BUDGETS,
    contestants: contestantsAt(findings.size),
    sets,
    over: findings.size === 'full' ? 'seeds' : 'sets',
    development: there(DEVELOPMENT),
  };
}

/** Mean over seeds of the log ratios of two variations on a set; undefined where a run is missing. */
function setRatio(
  { ends }: View,
  set: string,
  budget: Percentage,
  seeds: readonly number[],
  [one, other]: readonly [Variation, Variation],
): number | undefined {
  const ratios = seeds.flatMap((seed) => {
    const [a, b] = [ends.of(set, one, budget, seed), ends.of(set, other, budget, seed)];
    return a === undefined || b === undefined ? [] : [logRatio(a.error, b.error)];
  });
  return ratios.length === 0 ? undefined : mean(ratios);
}

/** The mean ratio, less 1, of two contestants' errors over sets, or over the runs on the only one. */
export function ratioOver(view: View, one: string, other: string, budgets: readonly Percentage[]): Estimate {
  const pair = [CONTESTANTS[one], CONTESTANTS[other]] as const;
  const units = view.over === 'sets' ? [view.seeds] : view.seeds.map((seed) => [seed]);
  return meanRatio(
    view.sets.flatMap((set) =>
      units.flatMap((seeds) => {
        const each = budgets.flatMap((budget) => setRatio(view, set, budget, seeds, pair) ?? []);
        return each.length === 0 ? [] : [mean(each)];
      }),
    ),
  );
}

/** The mean ratio, less 1, over sets of the mean errors of the command line's default and of scikit-learn. */
export function rivalRatio({ ends, seeds, sets }: View, how: Rival, budgets: readonly Percentage[]): Estimate {
  return meanRatio(
    sets.flatMap((set) => {
      const each = budgets.flatMap((budget) => {
        const own = seeds.flatMap((seed) => ends.of(set, CONTESTANTS[COMMAND_LINE], budget, seed)?.error ?? []);
        const rivals = DEFAULT_RIVALS.errors(set, how, budget);
        return own.length === 0 || rivals.length === 0 ? [] : [logRatio(mean(own), mean(rivals))];
      });
      return each.length === 0 ? [] : [mean(each)];
    }),
  );
}

/** Sets on which a contestant is worse than the better random sampling of the seed, at some budget, by more than chance. */
export function worseSets({ ends, seeds, budgets, sets }: View, contestant: string): string[] {
  return sets.filter((set) =>
    budgets.some((budget) =>
      isWorse(
        seeds.flatMap((seed) => {
          const one = ends.of(set, CONTESTANTS[contestant], budget, seed);
          const others = RANDOM.flatMap((name) => ends.of(set, CONTESTANTS[name], budget, seed)?.error ?? []);
          return one === undefined || others.length === 0 ? [] : [one.error - Math.min(...others)];
        }),
      ),
    ),
  );
}

/** The mean ratio of two variations over the sets of the development half; undefined for fewer than two sets. */
export function developmentRatio(view: View, one: Variation, other: Variation): Estimate | undefined {
  const seeds = view.seeds.slice(0, FEW_SEEDS);
  const perSet = view.development.flatMap((set) => {
    const each = DEVELOPMENT_BUDGETS.flatMap((budget) => setRatio(view, set, budget, seeds, [one, other]) ?? []);
    return each.length === 0 ? [] : [mean(each)];
  });
  return perSet.length < 2 ? undefined : meanRatio(perSet);
}
