import { z } from 'zod';
import { mean } from '../../src/statistics/small-samples.ts';
import { type ErrorForecast, forecastBudgets } from '../../src/calibration/error-forecast.ts';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { selectRows } from '../../src/rows/dataset.ts';
import { buildLoss, requireClasses } from '../../src/specs/build-learner.ts';
import { SpecError, type Percentage } from '../../src/specs/choices.ts';
import { budgetOf, type RunSpec } from '../../src/specs/run.ts';
import { passiveOf } from '../../src/specs/run-spec.ts';
import { simulate } from '../../src/studies/cells/simulate.ts';
import { errorsField, type ErrorsWanted } from '../../src/studies/cells/score.ts';
import { besideRun, parseBesideRun, type PlainRun } from '../support/beside-run.ts';
import { type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

/** A forecast of errors from a labelled pilot, beside the errors themselves. */
export interface ForecastSpec extends RunSpec, ErrorsWanted {
  /** Rows of the pilot, drawn by the seed. */
  readonly pilot: number;
  /** Share of the rows, drawn by the seed, that judge; pilot and these aside the rows are the pool. */
  readonly holdout: number;
  /** Of the pool. */
  readonly budgets: readonly Percentage[];
  /** How often the pilot is cut. */
  readonly cuts: number;
  /** Streams of the pool that put every forecast to the test. */
  readonly streams: number;
}

type Own = Exclude<keyof ForecastSpec, keyof RunSpec>;

/** The same as a study writes it. */
export type ForecastGiven = Omit<PlainRun, (typeof WITHOUT)[number]> & Pick<ForecastSpec, Own>;

/** A forecast, and the errors on the rows held out with which streams ended. */
interface Tested {
  readonly labels: number;
  /** null where the pilot could not tell. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly errors: readonly (number | null)[];
  /** Beside the errors, where they are wanted by class. */
  readonly balancedErrors?: readonly (number | null)[];
  readonly fScores?: readonly (number | null)[];
}

/** Forecast and measured errors, passive and of the rule. */
export interface ForecastMeasurement {
  readonly poolSize: number;
  /** Budget by budget. */
  readonly active: readonly Tested[];
  /** Of passive learning, with as many labels and at last with all. */
  readonly passive: readonly Tested[];
}

const own = {
  pilot: z.int().min(10),
  holdout: z.number().positive().lt(1),
  budgets: z.array(z.string().regex(/^\d+(\.\d+)?%$/)).min(1),
  cuts: z.int().min(1),
  streams: z.int().min(1),
  ...errorsField,
};
/** A run has one budget, a cell has several; errors are those of its end. */
const WITHOUT = ['budget', 'perDecade'] as const;

const tested = measured({ labels: stored, value: stored, low: stored, high: stored, errors: z.array(stored).min(1) });

/**
 * The errors that a pilot forecasts (calibration/error-forecast.ts), put to the test: streams of the pool end with every budget, active and
 * passive, and are judged on rows of which neither pilot nor pool has any.
 */
export const forecast: Kind<ForecastGiven, ForecastSpec, ForecastMeasurement> = {
  shape: besideRun(own, WITHOUT),
  parse(given) {
    const { own: fields, run } = parseBesideRun(own, given, {
      without: WITHOUT,
      more: ({ budgets }) => ({ budget: budgets[0] as Percentage }),
    });
    if (run.pace === undefined)
      throw new SpecError(`query rule '${run.query.name}' is not paced, and a forecast is about budgets; expected a pace`);
    return { ...withoutBudget(run), ...fields, budgets: fields.budgets as Percentage[] };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run({ pilot: size, holdout, budgets, cuts, streams, errors, ...spec }, { train }) {
    const order = permutation(train.rows.length, randomStream(spec.seed, 'pilot, judges and pool'));
    const judges = Math.round(holdout * order.length);
    const part = (from: number, to?: number): typeof train => selectRows(train, order.subarray(from, to).toSorted(), 'part');
    const [test, pilot, pool] = [part(0, judges), part(judges, judges + size), part(judges + size)];
    const poolSize = pool.rows.length;
    const labels = budgets.map((budget) => budgetOf({ budget }, poolSize));
    const { frontier, everyLabel } = forecastBudgets({ spec, pilot, poolSize, budgets: labels, runs: cuts });
    const ends = (labels: number, forecast: ErrorForecast, runOf: (seed: number) => RunSpec): Tested => {
      const last = Array.from({ length: streams }, (_, s) => {
        const run = { ...runOf(spec.seed + cuts + s), ...(errors && { errors }) };
        return simulate(run, { train: pool, test }).measurement.curve.at(-1)!;
      });
      return {
        labels,
        value: forecast.value ?? null,
        low: forecast.low,
        high: forecast.high,
        errors: last.map(({ testError }) => testError),
        ...(errors && {
          balancedErrors: last.map(({ balancedError }) => balancedError!),
          fScores: last.map(({ fScore }) => fScore!),
        }),
      };
    };
    const passive = (labels: number, forecast: ErrorForecast): Tested =>
      ends(labels, forecast, (seed) => ({ ...passiveOf({ ...spec, seed }), budget: labels, perDecade: 1 }));
    return {
      poolSize,
      active: frontier.map(({ budget, error }) => ends(budget, error, (seed) => ({ ...spec, seed, budget, perDecade: 1 }))),
      passive: [...frontier.map(({ budget, passiveError }) => passive(budget, passiveError)), passive(poolSize, everyLabel)],
    };
  },
  measured: measured({ poolSize: stored, active: z.array(tested).min(1), passive: z.array(tested).min(1) }),
  quantities: {
    'error forecast with every label': ({ passive }) => passive.at(-1)!.value,
    'error with every label': ({ passive }) => mean(passive.at(-1)!.errors.map((error) => error ?? NaN)),
  },
};

/** The first budget stood in for all, so that the run could be read. */
function withoutBudget({ budget: _budget, ...spec }: RunSpec): RunSpec {
  return spec;
}
