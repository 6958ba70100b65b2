import type { Dataset } from '../rows/dataset.ts';
import { parseRunSpec, type RunSpec } from '../specs/run-spec.ts';
import { drawnStreams } from './drawn-streams.ts';
import { forecastPassive, forecastStream } from './forecast.ts';
import { spreadOf, type Spread } from './spread.ts';

/** What `forecastBudgets` takes. */
export interface BudgetsRequest {
  /** Learner and paced rule. */
  readonly spec: RunSpec;
  /** Rows with labels, -1 and +1. */
  readonly pilot: Dataset;
  /** All N rows; their labels are not read. */
  readonly pool: Dataset;
  /** In labels, each in [1, N]. */
  readonly budgets: readonly number[];
  /** Streams of the pool that every budget is tried on, each with labels of its own. */
  readonly runs: number;
  /** Told after every value that was tried: of the prior, of the sharpness, and then of the budget. */
  readonly tried?: (values: number) => void;
}

/** What a budget would buy: errors of the learner at the end, on drawn labels, over all streams. */
export interface BudgetForecast {
  readonly budget: number;
  readonly labels: Spread;
  readonly error: Spread;
  /** By the classes likewise: the mean of the errors in both, and 2 TP / (2 TP + FP + FN). */
  readonly balancedError: Spread;
  readonly fScore: Spread;
  /** Of passive learning that stops after as many labels. */
  readonly passiveError: Spread;
}

/** What `forecastBudgets` finds. */
export interface Budgets {
  /** In the order of the budgets. */
  readonly frontier: readonly BudgetForecast[];
  /** The error with every label. */
  readonly everyLabel: Spread;
}

/**
 * From a labelled pilot to the error that each budget would end with, active and passive, before any of it is paid for.
 *
 * The pilot says how likely either label of every row is (pilot-labels.ts); the pool with labels drawn accordingly is streamed with
 * every budget, the same streams with the same coins (forecast.ts). Errors are those of a linear truth that the pilot allows: what
 * the pilot is too small to tell is noise to it.
 *
 * @throws DivergenceError where learning fails
 */
export function forecastBudgets({ spec, pilot, pool, budgets, runs, tried = () => undefined }: BudgetsRequest): Budgets {
  let values = 0;
  const count = (): void => {
    tried(++values);
  };
  const streams = drawnStreams(spec, pilot, pool, runs, count);
  const { loss, update, optimizer, constant, order } = spec;
  const passive = streams.map(({ seed, drawn }) => {
    const plain = parseRunSpec({ loss, update, optimizer, constant, order, seed, query: { name: 'passive' } });
    return (labels: number) => forecastPassive(plain, drawn, labels).error;
  });
  const frontier = budgets.map((budget): BudgetForecast => {
    const ends = streams.map(({ seed, drawn }) => forecastStream({ ...spec, seed }, drawn, budget));
    const forecast = {
      budget,
      labels: spreadOf(ends.map(({ labels }) => labels)),
      error: spreadOf(ends.map(({ error }) => error)),
      balancedError: spreadOf(ends.map(({ balancedError }) => balancedError)),
      fScore: spreadOf(ends.map(({ fScore }) => fScore)),
      passiveError: spreadOf(ends.map(({ labels }, s) => passive[s](labels))),
    };
    count();
    return forecast;
  });
  return { frontier, everyLabel: spreadOf(passive.map((error) => error(pool.rows.length))) };
}
