import { mean, quantile } from '../../src/statistics/small-samples.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { MeasurementOf } from '../../src/studies/cells/cell.ts';
import type { Findings } from '../../src/studies/study.ts';
import { logGrid } from '../support/log-grid.ts';

export const SETS = ['pendigits', 'letter', 'mnist10k'] as const;
export const LOSSES = ['logistic', 'hinge', 'squared'] as const;
export const UPDATES = ['naive', 'invariant'] as const;
/** As figures and tables call them. */
export const METHODS = {
  'scoring-filter-tree': 'tree, recomputed',
  'static-scoring-filter-tree': 'tree, static',
  'filter-tree': 'filter tree',
  'one-against-all': 'one against all',
  'cost-sensitive': 'cost-sensitive',
} as const;
/** Step sizes eta0 / sqrt(t), half a decade apart. */
export const RATES = logGrid(-2, 2, 2);

export type Method = keyof typeof METHODS;
export type Loss = (typeof LOSSES)[number];
export type Update = (typeof UPDATES)[number];
export const TREES = ['scoring-filter-tree', 'static-scoring-filter-tree'] as const;

/** Losses that a method takes: costs are regressed. */
export function lossesOf(method: Method): readonly Loss[] {
  return method === 'cost-sensitive' ? ['squared'] : LOSSES;
}

/** Naive updates are a question to the trees of scores; the others stand beside them. */
export function updatesOf(method: Method): readonly Update[] {
  return (TREES as readonly Method[]).includes(method) ? UPDATES : ['invariant'];
}

/** A method with a loss and an update on a set: all step sizes, and the one with the lowest validation error. */
export interface Line {
  readonly dataset: string;
  readonly method: Method;
  readonly loss: Loss;
  readonly update: Update;
  readonly settings: readonly Setting<'classes'>[];
  /** Undefined where every step size diverged. */
  readonly best: Setting<'classes'> | undefined;
}

export function linesOf({ results }: Findings): Line[] {
  const groups = groupBy(ofKind(results, 'classes'), ({ cell: { dataset, run } }) =>
    [dataset, run.reduction, run.loss.name, run.update].join(' '),
  );
  return [...groups.values()].map((group) => {
    const [{ cell }] = group;
    const settings = settingsOf(group);
    return {
      dataset: cell.dataset,
      method: cell.run.reduction,
      loss: cell.run.loss.name as Loss,
      update: cell.run.update as Update,
      settings,
      best: bestOf(settings, (setting) => meanOf(setting, ({ validation }) => validation!.error)),
    };
  });
}

export function lineOf(lines: readonly Line[], dataset: string, method: Method, loss: Loss, update: Update): Line | undefined {
  return lines.find((line) => line.dataset === dataset && line.method === method && line.loss === loss && line.update === update);
}

/** Mean over seeds; Infinity where a run failed: it has lost. */
export function meanOf(setting: Setting<'classes'>, quantity: (measurement: MeasurementOf<'classes'>) => number): number {
  return setting.failures.length > 0 ? Infinity : mean(setting.measurements.map(quantity));
}

/** The 10th and 90th percentile over seeds. */
export function spreadOf(
  { measurements }: Setting<'classes'>,
  quantity: (measurement: MeasurementOf<'classes'>) => number,
): { readonly low: number; readonly high: number } {
  const numbers = measurements.map(quantity);
  return { low: quantile(numbers, 0.1), high: quantile(numbers, 0.9) };
}

export function progressiveCost({ curve }: MeasurementOf<'classes'>): number {
  return curve.at(-1)!.cost;
}

export function testError({ test }: MeasurementOf<'classes'>): number {
  return test!.error;
}

export function rateOf({ run }: Setting<'classes'>): number {
  return (run.optimizer as { readonly eta0: number }).eta0;
}
