import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/cell.ts';
import { settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Size } from '../../src/studies/study.ts';

/** Vowpal Wabbit's words for the optimizers. */
export const FLAVOURS = {
  'gradient-descent': 'sgd',
  'ada-grad': 'adaptive',
  normalized: 'normalized',
  'normalized-adaptive': 'normalized adaptive',
} as const;
export type Flavour = keyof typeof FLAVOURS;
export const ALL = Object.keys(FLAVOURS) as Flavour[];
export const UPDATES = ['naive', 'invariant'] as const;
export type Update = (typeof UPDATES)[number];

/** Sets whose features are scaled badly, to learn numbers and classes from. */
export const NUMBERS: Readonly<Record<Size, readonly string[]>> = {
  default: ['abalone', 'cadata', 'cpusmall', 'housing'],
  full: ['abalone', 'cadata', 'cpusmall', 'housing', 'mpg', 'space_ga'],
};
export const CLASSES = ['covtype20k', 'skin_nonskin', 'spambase'];

/** One rate of one flavour on one set: mean loss over seeds, Infinity where a run diverged. */
export interface Trial {
  readonly rate: number;
  readonly loss: number;
  /** Shuffle by shuffle; all Infinity where one diverged. */
  readonly losses: readonly number[];
  readonly cells: readonly string[];
}

type Trials = Readonly<Record<Update, Readonly<Record<Flavour, readonly Trial[]>>>>;

export interface Field {
  readonly dataset: string;
  readonly trials: Trials;
  /** Of all flavours and updates. */
  readonly lowest: number;
}

export function fileOf(update: Update): string {
  return `rates-${update}.png`;
}

export function field(dataset: string, results: readonly CellResult<'online'>[]): Field {
  const settings = settingsOf(results);
  const trials = (update: Update, flavour: Flavour): Trial[] =>
    settings.filter(({ run }) => run.update === update && run.optimizer.name === flavour).map(trial);
  const flavours = (update: Update): Trials[Update] => ({
    'gradient-descent': trials(update, 'gradient-descent'),
    'ada-grad': trials(update, 'ada-grad'),
    normalized: trials(update, 'normalized'),
    'normalized-adaptive': trials(update, 'normalized-adaptive'),
  });
  const lowest = Math.min(...settings.map((setting) => trial(setting).loss));
  return { dataset, trials: { naive: flavours('naive'), invariant: flavours('invariant') }, lowest };
}

function trial({ run, measurements, failures, cells }: Setting<'online'>): Trial {
  const { eta0 } = run.optimizer as { readonly eta0: number };
  const losses = failures.length > 0 ? cells.map(() => Infinity) : measurements.map(({ curve }) => curve.at(-1)!.loss);
  return { rate: eta0, loss: mean(losses), losses, cells };
}

export function best<T extends Pick<Trial, 'loss'>>(trials: readonly T[]): T {
  return trials.reduce((lowest, each) => (each.loss < lowest.loss ? each : lowest));
}

/** Decades between the smallest and the largest best rate over all sets. */
export function spread(fields: readonly Field[], update: Update, flavour: Flavour): number {
  const powers = fields.map(({ trials }) => Math.log10(best(trials[update][flavour]).rate));
  return Math.max(...powers) - Math.min(...powers);
}
