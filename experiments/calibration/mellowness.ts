import { z } from 'zod';
import { mean } from '../../src/statistics/small-samples.ts';
import { buildLoss, requireClasses } from '../../src/specs/build-learner.ts';
import { SpecError } from '../../src/specs/choices.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { besideRun, parseBesideRun, type PlainRun } from '../support/beside-run.ts';
import { type Kind, measured, numbers, stored } from '../../src/studies/cells/kinds/kind.ts';

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
  readonly forecast: { readonly mean: number; readonly low: number; readonly high: number };
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
 * A mellowness that a pilot suggested, put to the test: rows that were no part of the pilot are streamed with it, several times, and the
 * labels bought are held against the budget. The search left the toolkit when budgets came to be paced: results that are stored are
 * read, and no new one is measured.
 */
export const calibration: Kind<CalibrationGiven, CalibrationSpec, CalibrationMeasurement> = {
  shape: besideRun(own, WITHOUT),
  parse(given) {
    const { own: fields, run: spec } = parseBesideRun(own, given, { without: WITHOUT });
    return { ...spec, ...fields };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run() {
    throw new SpecError(
      'the search for a mellowness is no longer part of iwal, and its results are stored ones; a budget is paced (kind: forecast)',
    );
  },
  measured: measured({
    poolSize: stored,
    budget: stored,
    mellowness: stored,
    forecast: numbers('mean', 'low', 'high'),
    bought: z.array(stored).min(1),
  }),
  quantities: {
    mellowness: ({ mellowness }) => mellowness,
    'labels bought / budget': ({ bought, budget }) => mean(bought) / budget,
  },
};
