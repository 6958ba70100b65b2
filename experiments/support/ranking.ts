import { mean, quantile } from '../../src/statistics/small-samples.ts';
import { meanDifference, type Case } from '../../src/studies/results/claim.ts';
import { groupBy } from '../../src/numerics/group-by.ts';
import { bestOf, ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { CellResult, MeasurementOf, SpecOf } from '../../src/studies/cells/cell.ts';

type Run = SpecOf<'ranking'>;

/** A step size: quality over seeds, and over folds where there are some. -Infinity where a run failed: it has lost. */
export interface Trial {
  readonly rate: number;
  readonly validation: number;
  readonly test: number;
  /** Test quality of every seed, or of every fold (mean over its seeds) where there are some; none where a run failed. */
  readonly tests: readonly number[];
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
    const trials = settingsOf(group).map((setting) => trialOf(setting, group));
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

/** Test quality at the step size that stands for the method, less that of the other, each a number a seed or fold. */
export function qualityCase(
  lines: readonly RankedLine[],
  set: string,
  [method, other]: readonly [string, string],
  of: 'seeds' | 'folds',
): Case {
  const [own, against] = [method, other].map((each) => lineOf(lines, set, each)?.best);
  return {
    what: set,
    ...meanDifference(own?.tests ?? [-Infinity], against?.tests ?? [-Infinity], of),
    unit: 'fine',
    criterion: { atLeast: 0 },
    compared: { of: [own?.test ?? -Infinity, against?.test ?? -Infinity], unit: 'quality' },
  };
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

function trialOf({ run, measurements, failures, cells }: Setting<'ranking'>, results: readonly CellResult<'ranking'>[]): Trial {
  const { eta0 } = run.optimizer as { readonly eta0: number };
  const of = (quantity: (measurement: MeasurementOf<'ranking'>) => number | null): number[] =>
    measurements.map((measurement) => quantity(measurement) ?? NaN);
  if (failures.length > 0)
    return { rate: eta0, validation: -Infinity, test: -Infinity, tests: [], low: -Infinity, high: -Infinity, cells };
  const test = of((each) => each.test);
  const folds = new Map(results.map(({ hash, cell }) => [hash, cell.dataset]));
  const byFold = groupBy(
    test.map((quality, r) => ({ quality, fold: folds.get(cells[r]) })),
    ({ fold }) => fold,
  );
  return {
    rate: eta0,
    validation: mean(of((each) => each.validation)),
    test: mean(test),
    tests: byFold.size === 1 ? test : [...byFold.values()].map((each) => mean(each.map(({ quality }) => quality))),
    low: quantile(test, 0.1),
    high: quantile(test, 0.9),
    cells,
  };
}
