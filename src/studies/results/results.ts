import { groupBy } from '../../numerics/group-by.ts';
import { median } from '../../statistics/small-samples.ts';
import type { CellResult, KindName, MeasurementOf, SpecOf } from '../cells/cell.ts';
import { canonical } from '../../specs/hash.ts';

/** One setting: what was measured with every seed, and how many runs failed. */
export interface Setting<K extends KindName = 'active'> {
  readonly run: SpecOf<K>;
  readonly measurements: readonly MeasurementOf<K>[];
  readonly failures: readonly string[];
  /** Hashes of all its runs. */
  readonly cells: readonly string[];
}

/** The results of one kind of cells. */
export function ofKind<K extends KindName>(results: readonly CellResult[], kind: K): CellResult<K>[] {
  return results.filter(({ cell }) => cell.kind === kind) as CellResult<K>[];
}

/** Groups results by everything but the seed (and the dataset, which the caller has chosen), in order of appearance. */
export function settingsOf<K extends KindName>(results: readonly CellResult<K>[]): Setting<K>[] {
  const groups = groupBy(results, ({ cell }) => canonical({ ...cell.run, seed: 0 }));
  return [...groups.values()].map((group) => ({
    run: group[0].cell.run,
    measurements: group.flatMap(({ outcome }) => ('measurement' in outcome ? [outcome.measurement] : [])),
    failures: group.flatMap(({ outcome }) => ('failure' in outcome ? [outcome.failure] : [])),
    cells: group.map(({ hash }) => hash),
  }));
}

/** Median over seeds of a quantity of the whole run; Infinity where a run of this setting failed: it has lost. */
export function medianOver<K extends KindName>(setting: Setting<K>, quantity: (measurement: MeasurementOf<K>) => number): number {
  return setting.failures.length > 0 ? Infinity : median(setting.measurements.map(quantity));
}

/** The setting with the smallest score; undefined where there is none with a finite score. */
export function bestOf<S>(settings: readonly S[], score: (setting: S) => number): S | undefined {
  const scored = settings.map((setting) => ({ setting, score: score(setting) })).filter((each) => Number.isFinite(each.score));
  return scored.length === 0 ? undefined : scored.reduce((best, each) => (each.score < best.score ? each : best)).setting;
}
