import { PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import type { Cell, CellResult, MeasurementOf } from '../../src/studies/cells/cell.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { ofKind } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';

export const CONFIDENCE = 0.95;
/** Most rows of a pool; every seed draws others. */
export const ROWS = 4000;

/** Streams of coins a setting, and their rows. */
export const STREAMS = 1000;
export const STREAM_ROWS = 2000;
export const FLOORS = [0.02, 0.1, 0.3];
export const SHARES = [0.02, 0.1, 0.3];
export const POLICIES = ['even', 'adaptive', 'adversarial'] as const;

/** How labels are bought: a rule, a budget, and the share of it that is spread evenly. */
export interface Buying {
  readonly rule: 'soft-margin' | 'iwal-cal' | 'random';
  readonly budget: number;
  readonly explore: number;
}

/** floor * budget = n p_min is 40 at least: below, a band says next to nothing. */
export const BUYINGS: readonly Buying[] = [
  { rule: 'soft-margin', budget: 400, explore: 0.25 },
  { rule: 'iwal-cal', budget: 400, explore: 0.25 },
  { rule: 'random', budget: 400, explore: 1 },
  { rule: 'soft-margin', budget: 400, explore: 0.1 },
  { rule: 'soft-margin', budget: 160, explore: 0.25 },
];

/** "soft-margin, 400 labels, explore 0.25" */
export function nameOf({ rule, budget, explore }: Buying): string {
  return `${rule}, ${budget} labels, explore ${explore}`;
}

export function cellOf(dataset: string, { rule, budget, explore }: Buying, seed: number): Cell {
  const run = parseRunSpec({
    ...{ loss: { name: 'logistic' }, update: 'invariant', optimizer: { name: 'normalized-adaptive' } },
    query: { name: rule },
    ...PACED_DEFAULTS,
    ...{ budget, explore, coins: 'pool', perDecade: 3, seed },
  });
  return { kind: 'certificate', dataset, run: { ...run, rows: ROWS, confidence: CONFIDENCE } };
}

export function coinCells(): Cell[] {
  return POLICIES.flatMap((probabilities) =>
    FLOORS.flatMap((floor) =>
      SHARES.map((share): Cell => {
        const stream = { streams: STREAMS, rows: STREAM_ROWS, confidence: CONFIDENCE, seed: 1 };
        return { kind: 'coins', run: { ...stream, share, floor, probabilities } };
      }),
    ),
  );
}

/** A run, or a setting of streams, with the cell that it is from. */
export interface From<K extends 'certificate' | 'coins'> {
  readonly hash: string;
  readonly run: CellResult<K>['cell']['run'];
  readonly dataset: string;
  readonly measured: MeasurementOf<K>;
}

export function runsOf<K extends 'certificate' | 'coins'>({ results }: Findings, kind: K): From<K>[] {
  return ofKind(results, kind).flatMap(({ hash, cell, outcome }): From<K>[] => {
    if (!('measurement' in outcome)) return [];
    return [{ hash, run: cell.run, dataset: cell.dataset ?? '', measured: outcome.measurement }];
  });
}

/** The runs of each way of buying, in the order in which they are named. */
export function byBuying(
  runs: readonly From<'certificate'>[],
): { readonly buying: Buying; readonly runs: From<'certificate'>[] }[] {
  return BUYINGS.flatMap((buying) => {
    const own = runs.filter(
      ({ run: { query, budget, explore } }) =>
        query.name === buying.rule && budget === buying.budget && explore === buying.explore,
    );
    return own.length === 0 ? [] : [{ buying, runs: own }];
  });
}

export function bySet(runs: readonly From<'certificate'>[]): Map<string, From<'certificate'>[]> {
  return groupBy(runs, ({ dataset }) => dataset);
}

/** Whether the truth is within the score interval, or within the normal one, at the end of a run. */
export function isCovered({ measured }: From<'certificate'>, by: 'score' | 'normal'): boolean {
  const [low, high] = by === 'score' ? [measured.scoreLow, measured.scoreHigh] : [measured.normalLow, measured.normalHigh];
  // Stored numbers have seven digits.
  const slack = 1e-6 * Math.max(measured.truth, high);
  return measured.truth >= low - slack && measured.truth <= high + slack;
}
