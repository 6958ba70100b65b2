import { rounded } from '../../src/numerics/display.ts';
import type { Point } from '../../src/figures/model/figure.ts';
import type { CellResult } from '../../src/studies/cells/cell.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Size } from '../../src/studies/study.ts';
import { average } from '../support/shuffles.ts';

/** The paper's names of the updates, linearised losses first. */
export const METHODS = { naive: 'linear', truncated: 'aProx', invariant: 'IWA', implicit: 'proximal' } as const;
export type Update = keyof typeof METHODS;
export const UPDATES = Object.keys(METHODS) as Update[];
export const LOSSES = ['squared', 'logistic'] as const;
export type Loss = (typeof LOSSES)[number];
/** Sets by the loss they are learned with. */
export const SETS: Readonly<Record<Size, Readonly<Record<Loss, readonly string[]>>>> = {
  default: { squared: ['abalone', 'cadata', 'cpusmall'], logistic: ['a9a', 'covtype20k', 'w8a'] },
  full: {
    squared: ['abalone', 'cadata', 'cpusmall', 'housing', 'mpg', 'space_ga'],
    logistic: ['a9a', 'covtype20k', 'w8a', 'german_scale', 'mushrooms', 'spambase'],
  },
};
/** The three that know the loss beyond its slope. */
export const AWARE = ['truncated', 'invariant', 'implicit'] as const;

/** Loss against step size of one update on one set, in order of step sizes; Infinity where a shuffle diverged. */
export type Line = readonly Point[];

export interface Panel {
  readonly dataset: string;
  readonly loss: string;
  /** Means over shuffles. */
  readonly lines: Readonly<Record<Update, Line>>;
  /** The same of every shuffle. */
  readonly shuffles: readonly Readonly<Record<Update, Line>>[];
}

export type Lambda = 'implicit-ftrl' | 'implicit-ftrl-adaptive';

/** Of the figure of a loss. */
export function fileOf(loss: string, lambda: Lambda = 'implicit-ftrl'): string {
  return `${loss}${lambda === 'implicit-ftrl' ? '' : '-adaptive'}.png`;
}

export function panels(results: readonly CellResult<'online'>[], lambda: Lambda): Panel[] {
  const chosen = results.filter(({ cell }) => cell.run.optimizer.name === lambda);
  return [...groupBy(chosen, ({ cell }) => cell.dataset)].map(([dataset, own]) => {
    const byUpdate = groupBy(settingsOf(own), ({ run }) => run.update);
    const lines = (point: (setting: Setting<'online'>) => Point): Panel['lines'] => ({
      naive: byUpdate.get('naive')!.map(point),
      truncated: byUpdate.get('truncated')!.map(point),
      invariant: byUpdate.get('invariant')!.map(point),
      implicit: byUpdate.get('implicit')!.map(point),
    });
    const shuffles = byUpdate
      .get('naive')![0]
      .cells.map((_, s) => lines((setting) => ({ x: etaOf(setting), y: lossesOf(setting)[s] })));
    return { dataset, loss: own[0].cell.run.loss.name, lines: lines(pointOf), shuffles };
  });
}

export function isOf(loss: string): (panel: Panel) => boolean {
  return (panel) => panel.loss === loss;
}

function pointOf(setting: Setting<'online'>): Point {
  return { x: etaOf(setting), ...average(lossesOf(setting)), cells: setting.cells };
}

/** Shuffle by shuffle; Infinity for all where one diverged, of which it is not known which. */
function lossesOf({ measurements, failures, cells }: Setting<'online'>): number[] {
  return failures.length > 0 ? cells.map(() => Infinity) : measurements.map(({ curve }) => curve.at(-1)!.loss);
}

function etaOf({ run }: Setting<'online'>): number {
  return (run.optimizer as { readonly eta0: number }).eta0;
}

export function best(lines: readonly Line[]): number {
  return Math.min(...lines.flatMap((line) => line.map(({ y }) => y)));
}

/** The point with the lowest loss. */
export function optimum(line: Line): Point {
  return line.reduce((lowest, point) => (point.y < lowest.y ? point : lowest));
}

/** The step sizes whose loss is at most so many times the lowest of all methods. */
export function range({ lines }: Pick<Panel, 'lines'>, update: Update, times: number): Point[] {
  const goal = times * best(Object.values(lines));
  return lines[update].filter(({ y }) => y <= goal);
}

/** Three significant digits; "diverged" for what is no number any more. */
export function digits(value: number): string {
  if (!Number.isFinite(value)) return 'diverged';
  return `${rounded(value, 3)}`;
}
