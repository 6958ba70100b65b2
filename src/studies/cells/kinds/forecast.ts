import { z } from 'zod';
import { forecastBudgets } from '../../../calibration/budgets.ts';
import type { ErrorForecast } from '../../../calibration/error-forecast.ts';
import { permutation, randomStream } from '../../../numerics/random.ts';
import { selectRows } from '../../../rows/selection/select-rows.ts';
import { buildLoss } from '../../../specs/build.ts';
import { requireClasses } from '../../../specs/labels-for.ts';
import { parsed } from '../../../specs/learner-spec.ts';
import { SpecError } from '../../../specs/choices.ts';
import { budgetOf, type Percentage } from '../../../specs/pacing.ts';
import { passiveOf } from '../../../specs/passive-of.ts';
import { parseRunSpec, runShape, type GivenRun, type RunSpec } from '../../../specs/run-spec.ts';
import { simulate } from '../simulate.ts';
import type { Kind } from './kind.ts';
import { measured, stored } from './measured.ts';

export interface ForecastSpec extends RunSpec {
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
export type ForecastGiven = Omit<GivenRun, 'oracle' | 'budget' | 'perDecade'> & Pick<ForecastSpec, Own>;

/** A forecast, and the errors on the rows held out with which streams ended. */
interface Tested {
  readonly labels: number;
  /** null where the pilot could not tell. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly errors: readonly (number | null)[];
}

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
};
const LEARNING = [
  'loss',
  'update',
  'optimizer',
  'average',
  'scale',
  'constant',
  'query',
  'floor',
  'explore',
  'warmUp',
  'pace',
  'temper',
  'coins',
  'order',
  'seed',
] as const;

const tested = measured({ labels: stored, value: stored, low: stored, high: stored, errors: z.array(stored).min(1) });

/**
 * The errors that a pilot forecasts (calibration/budgets.ts), put to the test: streams of the pool end with every budget, active and
 * passive, and are judged on rows of which neither pilot nor pool has any.
 */
export const forecast: Kind<ForecastGiven, ForecastSpec, ForecastMeasurement> = {
  shape: { ...Object.fromEntries(LEARNING.map((field) => [field, runShape[field]])), ...own },
  parse(given) {
    const { pilot, holdout, budgets, cuts, streams, ...learning } = parsed(
      z.strictObject({ ...own, ...Object.fromEntries(LEARNING.map((field) => [field, z.unknown().optional()])) }),
      given,
    );
    const spec = parseRunSpec({ ...learning, budget: budgets[0] });
    if (spec.pace === undefined)
      throw new SpecError(`query rule '${spec.query.name}' is not paced, and a forecast is about budgets; expected a pace`);
    return { ...withoutBudget(spec), pilot, holdout, budgets: budgets as Percentage[], cuts, streams };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run({ pilot: size, holdout, budgets, cuts, streams, ...spec }, { train }) {
    const order = permutation(train.rows.length, randomStream(spec.seed, 'pilot, judges and pool'));
    const judges = Math.round(holdout * order.length);
    const part = (from: number, to?: number): typeof train => selectRows(train, order.subarray(from, to).toSorted(), 'part');
    const [test, pilot, pool] = [part(0, judges), part(judges, judges + size), part(judges + size)];
    const poolSize = pool.rows.length;
    const labels = budgets.map((budget) => budgetOf({ budget }, poolSize));
    const { frontier, everyLabel } = forecastBudgets({ spec, pilot, poolSize, budgets: labels, runs: cuts });
    const ends = (labels: number, forecast: ErrorForecast, runOf: (seed: number) => RunSpec): Tested => ({
      labels,
      value: forecast.value ?? null,
      low: forecast.low,
      high: forecast.high,
      errors: Array.from({ length: streams }, (_, s) => {
        const { curve } = simulate(runOf(spec.seed + cuts + s), { train: pool, test }).measurement;
        return curve.at(-1)!.testError;
      }),
    });
    const passive = (labels: number, forecast: ErrorForecast): Tested =>
      ends(labels, forecast, (seed) => ({ ...passiveOf({ ...spec, seed }), budget: labels, perDecade: 1 }));
    return {
      poolSize,
      active: frontier.map(({ budget, error }) => ends(budget, error, (seed) => ({ ...spec, seed, budget, perDecade: 1 }))),
      passive: [...frontier.map(({ budget, passiveError }) => passive(budget, passiveError)), passive(poolSize, everyLabel)],
    };
  },
  measured: measured({ poolSize: stored, active: z.array(tested).min(1), passive: z.array(tested).min(1) }),
};

/** A budget of one's own is what the cell has many of. */
function withoutBudget(spec: RunSpec): RunSpec {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => field !== 'budget')) as unknown as RunSpec;
}
