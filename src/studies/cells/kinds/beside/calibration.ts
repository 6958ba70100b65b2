import { z } from 'zod';
import { selectRows } from '../../../../rows/selection/select-rows.ts';
import { permutation, randomStream } from '../../../../numerics/random.ts';
import { buildLoss } from '../../../../specs/build-learner.ts';
import { calibrate, requireMellow } from '../../../../calibration/calibrate.ts';
import { labelsBought } from '../../../../calibration/forecast.ts';
import type { Spread } from '../../../../calibration/spread.ts';
import { requireClasses } from '../../../../specs/traits/labels-for.ts';
import { parseRunSpec } from '../../../../specs/run-spec.ts';
import type { RunSpec } from '../../../../specs/run.ts';
import { besideRun, parseBesideRun, type PlainRun } from './beside-run.ts';
import type { Kind } from '../kind.ts';
import { measured, numbers, stored } from '../measured.ts';

/** A run with the knob that a pilot found for a budget. */
export interface CalibrationSpec extends RunSpec {
  /** Rows of the pilot, drawn by the seed. */
  readonly pilot: number;
  /** Labels to buy, as a share of the other rows. */
  readonly fraction: number;
  /** Drawn labellings of the other rows, each with a stream of its own, that every mellowness is tried on. */
  readonly draws: number;
  /** Streams of the other rows that put the suggestion to the test. */
  readonly streams: number;
}

type Own = Exclude<keyof CalibrationSpec, keyof RunSpec>;

/** The same as a study writes it. */
export type CalibrationGiven = Omit<PlainRun, (typeof WITHOUT)[number]> & Pick<CalibrationSpec, Own>;

/** The knob that was found, and the labels that runs with it buy. */
export interface CalibrationMeasurement {
  readonly poolSize: number;
  readonly budget: number;
  /** Suggested. */
  readonly mellowness: number;
  /** Forecast for it. */
  readonly forecast: Spread;
  /** Labels that the streams bought with it. */
  readonly bought: readonly number[];
}

const own = {
  pilot: z.int().min(10),
  fraction: z.number().positive().max(1),
  draws: z.int().min(1),
  streams: z.int().min(1),
};
/** What a calibration finds, and fields that it has no use for. */
const WITHOUT = ['budget', 'perDecade', 'explore', 'pace', 'temper'] as const;

/**
 * A calibration put to the test: a pilot of the training rows suggests a mellowness for the others (calibrate.ts), which are
 * then streamed with it, several times; the labels bought are held against the budget, which ends a warm-up in forecast and streams
 * alike. No order or coin of these streams was part of the forecast.
 */
export const calibration: Kind<CalibrationGiven, CalibrationSpec, CalibrationMeasurement> = {
  shape: besideRun(own, WITHOUT),
  parse(given) {
    const { own: fields, run: spec } = parseBesideRun(own, given, { without: WITHOUT });
    requireMellow(spec);
    return { ...spec, ...fields };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run({ pilot: size, fraction, draws, streams, ...spec }, { train }) {
    const order = permutation(train.rows.length, randomStream(spec.seed, 'pilot of the pool'));
    const pilot = selectRows(train, order.subarray(0, size).toSorted(), 'pilot');
    const pool = selectRows(train, order.subarray(size).toSorted(), 'pool');
    const poolSize = pool.rows.length;
    const budget = Math.round(fraction * poolSize);
    const { mellowness, labels } = calibrate({ spec, pilot, pool, budget, runs: draws }).suggestion;
    const suggested = { ...spec, query: { ...spec.query, mellowness } };
    const bought = Array.from({ length: streams }, (_, s) =>
      labelsBought(parseRunSpec({ ...suggested, seed: spec.seed + draws + s }), pool, budget),
    );
    return { poolSize, budget, mellowness, forecast: labels, bought };
  },
  measured: measured({
    poolSize: stored,
    budget: stored,
    mellowness: stored,
    forecast: numbers('mean', 'low', 'high'),
    bought: z.array(stored).min(1),
  }),
};
