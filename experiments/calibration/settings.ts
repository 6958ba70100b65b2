import type { MeasurementOf, SpecOf } from '../../src/studies/cells/cell.ts';
import type { CellResult } from '../../src/studies/cells/outcome.ts';
import { KEPT } from '../support/criteria.ts';

/** Rows of a pilot. */
export const PILOTS = [500, 2000];

/** One pilot with one rule and one optimizer, its suggestion, and what that bought. */
export interface Trial {
  readonly hash: string;
  readonly dataset: string;
  readonly run: SpecOf<'calibration'>;
  readonly found: MeasurementOf<'calibration'>;
  /** Labels bought over the budget, stream by stream. */
  readonly ratios: readonly number[];
}

/** The trials that found a mellowness. */
export function trialsOf(results: readonly CellResult<'calibration'>[]): Trial[] {
  return results.flatMap(({ hash, cell: { dataset, run }, outcome }): Trial[] => {
    if (!('measurement' in outcome)) return [];
    const found = outcome.measurement;
    return [{ hash, dataset, run, found, ratios: found.bought.map((labels) => labels / found.budget) }];
  });
}

export function of(trials: readonly Trial[], pilot: number): Trial[] {
  return trials.filter(({ run }) => run.pilot === pilot);
}

export function isKept(ratio: number): boolean {
  return Math.abs(ratio - 1) <= KEPT;
}
