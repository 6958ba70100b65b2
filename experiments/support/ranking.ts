/** What the studies of ranking have in common: quality at every step size, and the step size that stands for a method. */
import { mean, quantile } from '../../src/statistics/small-samples.ts';
import { bestOf, groupBy, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { CellResult } from '../../src/studies/cells/outcome.ts';
import type { MeasurementOf, SpecOf } from '../../src/studies/cells/cell.ts';

type Run = SpecOf<'ranking'>;

/** A step size: quality over seeds, and over folds where there are some. -Infinity where a run failed: it has lost. */
export interface Trial {
  readonly rate: number;
  readonly validation: number;
  readonly test: number;
  /** The 10th and 90th percentile over seeds of the test quality. */
  readonly low: number;
  readonly high: number;
  readonly cells: readonly string[];
}

/** A method on a set: all step sizes, and the one with the highest validation quality. */
export interface RankedLine {
  readonly set: string;
  readonly method: string;
  readonly trials: readonly Trial[];
  /** Undefined where some run of every step size failed. */
  readonly best: Trial | undefined;
}

/** `setOf`: the set that a dataset is, or is a fold of; `methodOf`: what its runs are called. */
export function rankedLines(
  results: readonly CellResult[],
  setOf: (dataset: string) => string,
  methodOf: (run: Run) => string,
): RankedLine[] {
  const groups = groupBy(ofKind(results, 'ranking'), ({ cell }) => `${setOf(cell.dataset)} ${methodOf(cell.run)}`);
  return [...groups.values()].map((group) => {
    const [{ cell }] = group;
    const trials = settingsOf(group).map(trialOf);
    return {
      set: setOf(cell.dataset),
      method: methodOf(cell.run),
      trials,
      best: bestOf(trials, ({ validation }) => -validation),
    };
  });
}

export function lineOf(lines: readonly RankedLine[], set: string, method: string): RankedLine | undefined {
  return lines.find((line) => line.set === set && line.method === method);
}

/** Test quality at the step size that stands for the method; -Infinity where there is none. */
export function qualityOf(lines: readonly RankedLine[], set: string, method: string): number {
  return lineOf(lines, set, method)?.best?.test ?? -Infinity;
}

/** Step sizes whose test quality is at most so far below the highest of these methods on the set. */
export function goodRates(
  lines: readonly RankedLine[],
  set: string,
  method: string,
  among: readonly string[],
  below: number,
): number {
  const highest = Math.max(...among.flatMap((each) => lineOf(lines, set, each)?.trials.map(({ test }) => test) ?? []));
  return lineOf(lines, set, method)?.trials.filter(({ test }) => test >= highest - below).length ?? 0;
}

function trialOf({ run, measurements, failures, cells }: Setting<'ranking'>): Trial {
  const { eta0 } = run.optimizer as { readonly eta0: number };
  const of = (quantity: (measurement: MeasurementOf<'ranking'>) => number | null): number[] =>
    measurements.map((measurement) => quantity(measurement) ?? NaN);
  if (failures.length > 0) return { rate: eta0, validation: -Infinity, test: -Infinity, low: -Infinity, high: -Infinity, cells };
  const test = of((each) => each.test);
  return {
    rate: eta0,
    validation: mean(of((each) => each.validation)),
    test: mean(test),
    low: quantile(test, 0.1),
    high: quantile(test, 0.9),
    cells,
  };
}
