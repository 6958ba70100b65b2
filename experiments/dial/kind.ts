import { z } from 'zod';
import { permutation, randomStream } from '../../src/numerics/random.ts';
import { finished } from '../../src/numerics/work.ts';
import { type Dataset, selectRows } from '../../src/rows/dataset.ts';
import { buildLoss, requireClasses } from '../../src/specs/build-learner.ts';
import { DEFAULT_FINAL, DEFAULT_REFIT, DEFAULTS, PACED_DEFAULTS } from '../../src/specs/defaults.ts';
import { parsed } from '../../src/specs/learner-spec.ts';
import { parseRunSpec } from '../../src/specs/run-spec.ts';
import { ruleTraits } from '../../src/specs/traits/rule-traits.ts';
import { ENOUGH_FOR_ASSISTANCE } from '../../src/statistics/assisted-shares.ts';
import type { ErrorEstimate } from '../../src/statistics/error-estimate.ts';
import { halfWidthOfModel } from '../../src/statistics/error-tally.ts';
import { mean, median } from '../../src/statistics/small-samples.ts';
import { ErrorMeter } from '../../src/streams/measures/error-meter.ts';
import { type Kind, numbers } from '../../src/studies/cells/kinds/kind.ts';
import { simulate } from '../../src/studies/cells/simulate.ts';
import { LEARNER } from '../assisted/guessers.ts';

const schema = z.strictObject({
  /** a: share of the budget that is spread evenly. */
  explore: z.number().gt(0).max(1),
  budget: z.int().min(20),
  /** Runs of this cell; those of seed s are the ones from (s - 1) runs on. */
  runs: z.int().min(1),
  seed: z.int().min(1),
});
type Spec = Readonly<z.infer<typeof schema>>;

/** Over the runs of a cell; half-widths and errors are shares. */
export interface DialMeasurement {
  /** Mean error of the final model on rows that no run has met. */
  readonly testError: number;
  /** Runs that tell the error of the final model, and of these the medians of the half-width and of the forecast for its error. */
  readonly told: number;
  readonly half: number | null;
  readonly forecast: number | null;
  /** Of these the runs whose half-width kept the forecast, the one for an error of 15% and the one for the error of the model. */
  readonly keptSaid: number;
  readonly keptOwn: number;
  /** Of these the runs whose interval held the error on other rows. */
  readonly covered: number;
  /** Median half-width of the share of positives, and runs whose interval held it. */
  readonly shareHalf: number;
  readonly shareCovered: number;
}

/** The error that `iwal label` says its forecast for. */
export const SAID = 0.15;
/** Rows of a pool, at most half of the set, and of the part that judges models. */
export const ROWS = { pool: 4000, test: 8000 } as const;

/** What labels will tell of an error: its half-width (modelRemarks in src/cli/label/run.ts). */
export function forecastHalf(error: number, { explore, budget }: Pick<Spec, 'explore' | 'budget'>): number {
  return halfWidthOfModel(error, explore * budget, budget);
}

/** What a share of evenly spread labels costs a model, and what it makes known: the run of the command line with --explore. */
export const dial: Kind<Spec, Spec, DialMeasurement> = {
  shape: schema.shape,
  parse: (given) => parsed(schema, given),
  admit: (_, { train }) => {
    requireClasses(buildLoss(LEARNER), train);
  },
  run(spec, { train }) {
    const { runs, seed } = spec;
    const ends = Array.from({ length: runs }, (_, r) => endOf(spec, train, (seed - 1) * runs + r + 1));
    const told = ends.filter(({ error }) => error.kind !== 'nothing');
    const halves = told.map(({ error }) => halfOf(error));
    const forecasts = told.map(({ testError }) => forecastHalf(testError, spec));
    const kept = (limit: (n: number) => number): number => halves.filter((half, n) => half <= limit(n)).length;
    const none = told.length === 0;
    return {
      testError: mean(ends.map(({ testError }) => testError)),
      told: told.length,
      half: none ? null : median(halves),
      forecast: none ? null : median(forecasts),
      keptSaid: kept(() => forecastHalf(SAID, spec)),
      keptOwn: kept((n) => forecasts[n]),
      covered: told.filter(({ error, testError }) => isWithin(error, testError)).length,
      shareHalf: median(ends.map(({ share }) => halfOf(share))),
      shareCovered: ends.filter(({ share, positives }) => isWithin(share, positives)).length,
    };
  },
  measured: numbers(...['testError', 'told', 'half', 'forecast', 'keptSaid', 'keptOwn', 'covered', 'shareHalf', 'shareCovered']),
  quantities: {
    'test error': ({ testError }) => testError,
    'half-width of the error of the model': ({ half }) => half,
    'half-width of the share of positives': ({ shareHalf }) => shareHalf,
  },
};

function halfOf({ low, high }: ErrorEstimate): number {
  return ((high ?? 1) - (low ?? 0)) / 2;
}

function isWithin({ low, high }: ErrorEstimate, truth: number): boolean {
  return (low ?? 0) - 1e-9 <= truth && truth <= (high ?? 1) + 1e-9;
}

/** One run on a pool and a test part of its own. */
function endOf({ explore, budget }: Spec, set: Dataset, seed: number) {
  const rows = permutation(set.rows.length, randomStream(seed, 'parts'));
  const size = Math.min(ROWS.pool, rows.length >> 1);
  const part = (name: string, from: number, to: number): Dataset => selectRows(set, rows.slice(from, to).toSorted(), name);
  const split = { train: part('pool', 0, size), test: part('test', size, size + ROWS.test) };
  const run = parseRunSpec({
    ...{ ...LEARNER, ...PACED_DEFAULTS, query: { name: DEFAULTS.query }, refit: DEFAULT_REFIT, final: DEFAULT_FINAL },
    ...{ explore, budget, coins: 'pool', perDecade: 1, seed },
  });
  const meter = new ErrorMeter({ classes: 2, assistance: explore * budget >= ENOUGH_FOR_ASSISTANCE ? 1 : 0 });
  const met: number[] = [];
  const { measurement, mistakes } = simulate(run, split, undefined, {
    considered(active, i) {
      if (active.situation.labelsLeft >= 1) met.push(i);
      meter.considered(active, i);
    },
    answered(active, i, answer) {
      meter.answered(active, i, answer);
    },
  });
  const judged = { query: ruleTraits(run), judge: { classes: 2 }, rounds: undefined };
  return {
    testError: measurement.final!.testError!,
    error: meter.ofModel(judged, finished(mistakes!()), 'over'),
    share: meter.shares('over')[1],
    positives: mean(met.map((i) => Number(split.train.labels[i] > 0))),
  };
}
