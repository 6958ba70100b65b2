import { mean } from '../../src/statistics/small-samples.ts';
import type { CellResult } from '../../src/studies/cells/cell.ts';
import { settingsOf, type Setting } from '../../src/studies/results/results.ts';
import { GOOD_ACCURACY } from '../support/criteria.ts';

export const LOSSES = ['squared', 'logistic', 'hinge'] as const;
export type Loss = (typeof LOSSES)[number];

/** What stands against the plain step. */
export const OTHERS: Readonly<Record<Loss, readonly Update[]>> = {
  squared: ['invariant', 'implicit'],
  logistic: ['invariant', 'implicit'],
  hinge: ['invariant'],
};
export type Update = 'naive' | 'invariant' | 'implicit';
/** One schedule: mean accuracies over seeds; 0 where a run diverged, which leaves nothing to predict with. */
export interface Trial {
  readonly power: number;
  readonly eta0: number;
  readonly validation: number;
  readonly test: number;
  /** Test accuracies, seed by seed. */
  readonly tests: readonly number[];
  readonly cells: readonly string[];
}

/** One set with one loss; the updates' trials in one order of schedules. */
export interface Field {
  readonly dataset: string;
  readonly loss: Loss;
  readonly trials: ReadonlyMap<Update, readonly Trial[]>;
}

export function field(dataset: string, loss: Loss, results: readonly CellResult<'online'>[]): Field {
  const settings = settingsOf(results.filter(({ cell }) => cell.run.loss.name === loss));
  const updates: Update[] = ['naive', ...OTHERS[loss]];
  return {
    dataset,
    loss,
    trials: new Map(updates.map((update) => [update, settings.filter(({ run }) => run.update === update).map(trial)])),
  };
}

function trial({ run, measurements, failures, cells }: Setting<'online'>): Trial {
  const { power, eta0 } = run.optimizer as { readonly power: number; readonly eta0: number };
  const accuracies = (part: 'validation' | 'test'): number[] =>
    failures.length > 0 ? cells.map(() => 0) : measurements.map((measurement) => 1 - measurement[part]!.error!);
  const tests = accuracies('test');
  return { power, eta0, validation: mean(accuracies('validation')), test: mean(tests), tests, cells };
}

/** Chosen by validation accuracy. */
export function best({ trials }: Field, update: Update): Trial {
  return trials.get(update)!.reduce((highest, each) => (each.validation > highest.validation ? each : highest));
}

/** Good step sizes of one schedule exponent. */
export function goodSteps({ trials }: Field, update: Update, power: number): number[] {
  const alike = (each: Update): Trial[] => trials.get(each)!.filter((trial) => trial.power === power);
  const goal = Math.max(...[...trials.keys()].flatMap(alike).map(({ test }) => test)) - GOOD_ACCURACY;
  return alike(update)
    .filter(({ test }) => test >= goal)
    .map(({ eta0 }) => eta0);
}

export function powersOf({ trials }: Field): number[] {
  return [...new Set(trials.get('naive')!.map(({ power }) => power))];
}
