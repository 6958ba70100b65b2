import type { Dataset } from '../rows/dataset.ts';
import type { RunSpec } from '../specs/run.ts';
import { PilotForecast, type ErrorForecast } from './error-forecast.ts';
import { pilotCurve, type PilotCurve } from './pilot-curve.ts';

/** What `forecastBudgets` takes. */
export interface BudgetsRequest {
  /** Learner and paced rule. */
  readonly spec: RunSpec;
  /** Rows with labels, -1 and +1. */
  readonly pilot: Dataset;
  /** Rows of the pool, N. */
  readonly poolSize: number;
  /** In labels, each in [1, N]. */
  readonly budgets: readonly number[];
  /** How often the pilot is cut anew. */
  readonly runs: number;
  /** Told after every part of a cut, of four. */
  readonly tried?: (parts: number) => void;
}

/** What a budget would buy: errors of the learner in the end, on rows like those of the pool. */
export interface BudgetForecast {
  readonly budget: number;
  readonly error: ErrorForecast;
  /** Of passive learning that stops after as many labels. */
  readonly passiveError: ErrorForecast;
}

/** What `forecastBudgets` finds. */
export interface Budgets {
  /** In the order of the budgets. */
  readonly frontier: readonly BudgetForecast[];
  /** The error with every label. */
  readonly everyLabel: ErrorForecast;
  /** What the pilot showed. */
  readonly curve: PilotCurve;
}

/**
 * From a labelled pilot to the error that each budget would end with, active and passive, before any of it is paid for.
 *
 * The learner and the rule run on parts of the pilot and are judged on the others (pilot-curve.ts); what lies beyond the pilot follows
 * from that by the way in which errors fall, with a range that says how far it is to be trusted (error-forecast.ts).
 *
 * @throws DivergenceError where learning fails
 */
export function forecastBudgets({ spec, pilot, poolSize, budgets, runs, tried = () => undefined }: BudgetsRequest): Budgets {
  let parts = 0;
  const curve = pilotCurve(spec, pilot, runs, () => {
    tried(++parts);
  });
  const forecast = new PilotForecast(curve, poolSize);
  const frontier = budgets.map((budget) => ({
    budget,
    error: forecast.active(budget),
    passiveError: forecast.passive(budget),
  }));
  return { frontier, everyLabel: forecast.passive(poolSize), curve };
}
