import type { Point } from '../../src/figures/model/figure.ts';
import type { CellResult, MeasurementOf } from '../../src/studies/cells/cell.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Findings } from '../../src/studies/study.ts';
import { average } from '../support/shuffles.ts';
import { METHODS } from '../generalized-implicit/settings.ts';

/** Penalty on |w|^2 / 2 of the comparator, against a sum over all examples. */
export const RIDGE = 1e-3;

export type Update = keyof typeof METHODS;
export const UPDATES = Object.keys(METHODS) as Update[];
export const AWARE = ['truncated', 'invariant', 'implicit'] as const;

/** How lambda moves, and what the plain gradient step is then called. */
export const LAMBDAS = {
  'gradient-descent': { words: 'constant lambda', plain: 'online gradient descent' },
  'implicit-ftrl': { words: 'lambda = sqrt(t) / eta0', plain: 'FTRL with linearised losses' },
} as const;
export type Lambda = keyof typeof LAMBDAS;

type Comparator = MeasurementOf<'comparator'>;

/** All runs on one set with one kind of lambda. */
export interface Arena {
  readonly dataset: string;
  readonly lambda: Lambda;
  readonly loss: string;
  readonly examples: number;
  readonly comparator: Comparator;
  readonly settings: readonly Setting<'regret'>[];
}

export function arenasOf({ results, splits }: Findings): Arena[] {
  const regrets = ofKind(results, 'regret');
  return ofKind(results, 'comparator').flatMap(({ cell: { dataset, run }, outcome }) => {
    if (!('measurement' in outcome)) return [];
    const own = regrets.filter(({ cell }) => cell.dataset === dataset);
    const common = {
      dataset,
      loss: run.loss.name,
      examples: splits.get(dataset)!.train.rows.length,
      comparator: outcome.measurement,
    };
    return (Object.keys(LAMBDAS) as Lambda[]).map((lambda) => ({
      ...common,
      lambda,
      settings: settingsOf(own.filter(isWith(lambda))),
    }));
  });
}

function isWith(lambda: Lambda): (result: CellResult<'regret'>) => boolean {
  return ({ cell }) => cell.run.optimizer.name === lambda;
}

export function settings(arena: Arena, update: Update): Setting<'regret'>[] {
  return arena.settings.filter(({ run }) => run.update === update);
}

export function etaOf({ run }: Setting<'regret'>): number {
  return (run.optimizer as { readonly eta0: number }).eta0;
}

/** Regret an example against step size; Infinity where a run diverged. */
export function regretLine(arena: Arena, update: Update): Point[] {
  return settings(arena, update).map((setting) => ({
    x: etaOf(setting),
    ...average(regretsOf(arena, setting)),
    cells: setting.cells,
  }));
}

/** Regrets an example, shuffle by shuffle; all Infinity where one diverged. */
export function regretsOf(arena: Arena, { measurements, failures, cells }: Setting<'regret'>): number[] {
  if (failures.length > 0) return cells.map(() => Infinity);
  return measurements.map(({ curve }) => (curve.at(-1)!.loss - arena.comparator.loss) / arena.examples);
}

export function optimum(line: readonly Point[]): Point {
  return line.reduce((lowest, point) => (point.y < lowest.y ? point : lowest));
}
