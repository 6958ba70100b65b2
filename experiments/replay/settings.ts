import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { parseCell, type Cell, type MeasurementOf, type SpecOf } from '../../src/studies/cells/cell.ts';
import { canonical } from '../../src/specs/hash.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

/** Most rows of a pool; every seed draws others. */
export const ROWS = 3000;

type Ledger = SpecOf<'replay'>['ledger'];

/** What the ledgers were kept of: every label, a rule with a knob that is generous, a budget that sets the knob. */
export const LEDGERS = {
  passive: { query: { name: 'passive' } },
  generous: { query: { name: 'iwal-cal', mellowness: 1e-2 } },
  paced: { query: { name: 'soft-margin' }, ...PACED_DEFAULTS, budget: '20%', explore: 0.25 },
} satisfies Readonly<Record<string, Ledger>>;
export type LedgerName = keyof typeof LEDGERS;

/** What is replayed on them: stingier rules, with a knob of their own and paced by half the budget. */
export const REPLAYED = {
  'iwal-cal, mellowness 1e-4': { query: { name: 'iwal-cal', mellowness: 1e-4 } },
  'iwal-cal, 10%': { query: { name: 'iwal-cal' }, ...PACED_DEFAULTS, budget: '10%', explore: 0.25 },
  'soft-margin, 10%': { query: { name: 'soft-margin' }, ...PACED_DEFAULTS, budget: '10%', explore: 0.25 },
  'random, 10%': { query: { name: 'random' }, ...PACED_DEFAULTS, budget: '10%', explore: 0.25 },
} satisfies Readonly<Record<string, Ledger>>;
export type ReplayedName = keyof typeof REPLAYED;

/** The same rule with less of its knob: what a generous ledger is bought for. */
export const STINGIER: ReplayedName = 'iwal-cal, mellowness 1e-4';

export function cellOf(dataset: string, ledger: LedgerName, replayed: ReplayedName, seed: number): Cell {
  const run = parseRunSpec({
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } },
    ...REPLAYED[replayed],
    ...{ coins: 'pool', perDecade: 1, seed },
  });
  return parseCell({ kind: 'replay', dataset, run: { ...run, rows: ROWS, ledger: LEDGERS[ledger] } });
}

/** One replay. */
export interface Replayed {
  readonly hash: string;
  readonly dataset: string;
  readonly ledger: LedgerName;
  readonly rule: ReplayedName;
  readonly measured: MeasurementOf<'replay'>;
}

export function replaysOf({ results }: Findings): Replayed[] {
  return ofKind(results, 'replay').flatMap(({ hash, cell: { dataset, run }, outcome }) => {
    if (!('measurement' in outcome)) return [];
    const ledger = keyOf(LEDGERS, ({ query }) => query.name === run.ledger.query.name)!;
    const rule = keyOf(
      REPLAYED,
      (each) => each.query.name === run.query.name && ('budget' in each ? each.budget : undefined) === run.budget,
    )!;
    return [{ hash, dataset, ledger, rule, measured: outcome.measurement }];
  });
}

function keyOf<T extends object>(registry: T, matches: (value: T[keyof T]) => boolean): keyof T | undefined {
  return (Object.keys(registry) as (keyof T)[]).find((key) => matches(registry[key]));
}

/** Replays of one rule on one kind of ledger, by set. */
export function bySet(replays: readonly Replayed[]): Map<string, Replayed[]> {
  return groupBy(replays, ({ dataset }) => dataset);
}

export function byPair(replays: readonly Replayed[]): Map<string, Replayed[]> {
  return groupBy(replays, ({ ledger, rule }) => canonical([ledger, rule]));
}

/** Requests met of those wanted, over all replays. */
export function metOf(replays: readonly Replayed[]): number {
  const sum = (of: 'met' | 'wanted'): number => replays.reduce((total, { measured }) => total + measured[of], 0);
  return sum('met') / sum('wanted');
}
