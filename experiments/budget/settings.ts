import type { Traced } from '../../src/figures/model/figure.ts';
import { type Estimate, meanInterval } from '../../src/statistics/estimate.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, medianOver, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import type { Findings } from '../../src/studies/study.ts';
import { testErrorOf, validationError } from '../support/settings.ts';
import { knobsOf } from '../support/words.ts';
import { log } from '../../src/numerics/elementary.ts';
import { final } from '../support/numbers.ts';

/** Caps on cost, in labels of a perfect oracle. */
export const BUDGETS = [250, 500];
/** The cap under which oracles are compared. */
export const CAP = 500;
export const FLOORS = [0.01, 0.1];
export const PERFECT = 'perfect';

/** Oracle models, as the protocol describes them. A panel of five errs on 5% to 35% of the rows, a fifth on average. */
export const ORACLES: Readonly<Record<string, NonNullable<RunSpec['oracle']>>> = {
  [PERFECT]: [],
  noisy: [{ name: 'noisy', flipRate: 0.1 }],
  'class noise': [{ name: 'class-noise', flipPositive: 0.2, flipNegative: 0.05 }],
  abstaining: [{ name: 'abstaining', abstainRate: 0.2, fee: 1 }],
  late: [{ name: 'delayed', delay: 200 }],
  'one vote': [{ name: 'majority', votes: 1 }],
  'three votes': [{ name: 'majority', votes: 3 }],
  'votes until 2 ahead': [{ name: 'sequential', lead: 2 }],
  'priced by length': [{ name: 'priced', price: 0.25, perFeature: 0.01 }],
};

export const RULES = ['passive', 'random', 'variance-aware', 'iwal-cal'] as const;
export const DELIBERATE = ['variance-aware', 'iwal-cal'] as const;
export type Rule = (typeof RULES)[number];

/** Checkpoints per power of ten: of passive learning, for savings, and of all other runs, of which the end counts. */
export const DENSE = 20;
export const SPARSE = 1;

/** Labels that a rule should want without a cap, for the cap to be felt. */
export const WANTED = 2 * CAP;
export const CONFIDENCE = 0.95;

/** The settings of one dataset. */
export interface Arena {
  readonly name: string;
  readonly examples: number;
  readonly settings: readonly Setting[];
  /** Passive learning, at many numbers of labels. */
  readonly stopped: readonly Setting[];
}

export function arenasOf({ results, splits }: Findings): Arena[] {
  return [...groupBy(ofKind(results, 'active'), ({ cell }) => cell.dataset)].map(([name, members]) => {
    const settings = settingsOf(members);
    return {
      name,
      examples: splits.get(name)!.train.rows.length,
      settings: settings.filter(({ run }) => run.perDecade === SPARSE),
      stopped: settings.filter(({ run }) => run.perDecade === DENSE),
    };
  });
}

/** What is asked of a run besides its rule. */
export type Terms = Pick<RunSpec, 'budget' | 'floor' | 'oracle'>;

/** The settings of a rule on exactly these terms. */
function onTerms({ settings }: Arena, rule: Rule, { budget, floor, oracle = [] }: Terms): Setting[] {
  return settings.filter(
    ({ run }) => run.query.name === rule && run.budget === budget && run.floor === floor && sameOracle(run.oracle ?? [], oracle),
  );
}

/** Stored chains have every default filled in, so that the written parameters decide. */
function sameOracle(stored: NonNullable<RunSpec['oracle']>, written: NonNullable<RunSpec['oracle']>): boolean {
  return (
    stored.length === written.length &&
    written.every((choice, n) =>
      Object.entries(choice).every(([key, value]) => (stored[n] as Readonly<Record<string, unknown>>)[key] === value),
    )
  );
}

/** The setting that would buy about twice the cap, without one; then the same on other terms. */
export function typical(arena: Arena, rule: Rule, terms: Terms): Setting {
  const uncapped = onTerms(arena, rule, {});
  const chosen = bestOf(uncapped, (setting) => Math.abs(log(medianOver(setting, (run) => final(run).queried) / WANTED)))!;
  return onTerms(arena, rule, terms).find((setting) => knob(arena, setting) === knob(arena, chosen))!;
}

/** At equal cost: the knob with the lowest validation error. */
export function atCost(arena: Arena, rule: Rule, oracle: string): Setting {
  return bestOf(onTerms(arena, rule, { budget: CAP, oracle: ORACLES[oracle] }), validationError)!;
}

/** What tells a setting from the others of its rule. */
export function knob(arena: Arena, { run }: Setting): string {
  return knobsOf(
    run.query,
    arena.settings.flatMap((each) => (each.run.query.name === run.query.name ? [each.run.query] : [])),
  );
}

/** A difference, and the cells it is between. */
export type Gap = Estimate & Traced;

/** Test error of one rule and oracle less that of another, paired by seed. */
export function gap(
  arena: Arena,
  [rule, oracle]: readonly [Rule, string],
  [otherRule, otherOracle]: readonly [Rule, string],
): Gap {
  const [one, other] = [atCost(arena, rule, oracle), atCost(arena, otherRule, otherOracle)];
  const gaps = one.measurements.map((run, seed) => testErrorOf(run) - testErrorOf(other.measurements[seed]));
  return { ...meanInterval(gaps, CONFIDENCE), cells: [...one.cells, ...other.cells] };
}
