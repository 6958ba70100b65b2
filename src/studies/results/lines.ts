import { inShort } from '../../numerics/display.ts';
import type { KindName } from '../cells/cell.ts';
import { flat, type Flat } from '../../specs/flat.ts';
import { canonical } from '../../specs/hash.ts';
import type { CellResult } from '../cells/outcome.ts';
import { kinds } from '../cells/kinds/index.ts';
import type { Kind } from '../cells/kinds/kind.ts';
import { bestOf, groupBy, medianOver, settingsOf, type Setting } from './results.ts';

/**
 * One dataset and one value of everything that a study varies but seeds and the parameters of the optimizer; among those
 * parameters, the best on validation stand for it.
 */
export interface Line<K extends KindName = KindName> {
  readonly kind: K;
  /** Dataset, and kind where the study has several. */
  readonly panel: string;
  readonly label: string;
  /** "eta0 4", of the setting that stands for the line. */
  readonly tuned: string;
  /** Undefined where every setting failed in some run. */
  readonly best: Setting<K> | undefined;
  readonly settings: readonly Setting<K>[];
  readonly runs: readonly CellResult<K>[];
}

/** The results of a study by what it varies. */
export function linesOf(results: readonly CellResult[]): Line[] {
  const rows = results.map((result): Row => ({ result, spec: flat(result.cell.run) }));
  const varied = variedColumns(rows.map(({ spec }) => spec));
  const compared = varied.filter((column) => !isTuned(column));
  const tuned = varied.filter(isTuned);
  const panelOf = panels(results);
  return [...groupBy(rows, ({ result, spec }) => canonical([panelOf(result), only(compared, spec)])).values()].map(
    (group): Line => {
      const [{ result, spec }] = group;
      const { cell } = result;
      const runs = group.map((row) => row.result);
      const settings = settingsOf(runs);
      const best = bestSetting(cell.kind, settings);
      return {
        kind: cell.kind,
        panel: panelOf(result),
        label: labelOf(compared, spec) || ('loss' in cell.run ? cell.run.loss.name : cell.kind),
        tuned: best === undefined ? '' : labelOf(tuned, flat(best.run)),
        best,
        settings,
        runs,
      };
    },
  );
}

/** Those of one kind. */
export function linesOfKind<K extends KindName>(lines: readonly Line[], kind: K): Line<K>[] {
  return lines.filter((line) => line.kind === kind) as unknown as Line<K>[];
}

interface Row {
  readonly result: CellResult;
  readonly spec: Flat;
}

/** Of a result: its dataset, and its kind where the study has several. */
function panels(results: readonly CellResult[]): (result: CellResult) => string {
  const several = new Set(results.map(({ cell }) => cell.kind)).size > 1;
  return ({ cell: { kind, dataset } }) => (dataset === undefined ? kind : several ? `${dataset}, ${kind}` : dataset);
}

function bestSetting(kind: KindName, settings: readonly Setting<KindName>[]): Setting<KindName> | undefined {
  if (settings.length === 1) return settings[0].measurements.length > 0 ? settings[0] : undefined;
  const { score } = kinds[kind] as Partial<Kind<unknown, unknown, unknown>>;
  return score && bestOf(settings, (setting) => medianOver(setting, score));
}

/** The columns that do not have the same value wherever they are; seeds aside. */
function variedColumns(specs: readonly Flat[]): string[] {
  const columns = new Set(specs.flatMap((spec) => Object.keys(spec)));
  return [...columns].filter(
    (column) => column !== 'seed' && new Set(specs.filter((spec) => column in spec).map((spec) => spec[column])).size > 1,
  );
}

function isTuned(column: string): boolean {
  return column.startsWith('optimizer_');
}

function only(columns: readonly string[], spec: Flat): Flat {
  return Object.fromEntries(columns.filter((column) => column in spec).map((column) => [column, spec[column]]));
}

/** "variance-aware, mellowness 0.000001": a choice by its name, a parameter with its own. */
function labelOf(columns: readonly string[], spec: Flat): string {
  return Object.entries(only(columns, spec))
    .map(([column, value]) => (typeof value === 'string' ? value : `${column.replace(/^[^_]*_/, '')} ${inShort(value)}`))
    .join(', ');
}
