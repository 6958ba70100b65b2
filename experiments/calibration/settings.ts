import type { CellResult, MeasurementOf, SpecOf } from '../../src/studies/cells/cell.ts';
import type { Percentage } from '../../src/specs/choices.ts';
import { KEPT } from '../support/criteria.ts';

/** Rows of a pilot that suggests a mellowness. */
export const PILOTS = [500, 2000];
/** Rows of a pilot that forecasts errors. */
export const FORECAST_PILOTS = [300, 1000];
/** For which it does. */
export const BUDGETS: readonly Percentage[] = ['2%', '5%', '10%', '20%', '40%'];

/** Sets on which a mellowness is suggested, as they stand and with fewer rows of one class. */
export const REAL = ['rcv1_ccat', 'reuters21578_acq', 'imdb_binary', 'a9a', 'w8a'];
/** Sets of the forecasts of errors that had no part in fitting how errors fall, by what their labels are. */
export const UNSEEN = {
  numbers: ['abalone', 'cadata', 'cpusmall', 'space_ga'],
  queries: ['ltr_lightgbm_train', 'mq2008_fold1'],
  classes: ['rcv1_4class'],
};
/** Of the sets of the forecasts of errors, those on which it was fitted how errors fall; on the others nothing was. */
export const FITTED = ['a9a', 'imdb_binary', 'w8a', 'reuters21578_acq', 'mushrooms', 'spambase', 'covtype20k'];

/** The end of the names of sets whose rows forecasts of errors take. */
export const OF_ERRORS = ', errors';

/** One pilot, and the errors that it forecast. */
export interface Forecast {
  readonly hash: string;
  readonly dataset: string;
  readonly isFitted: boolean;
  readonly pilot: number;
  readonly found: MeasurementOf<'forecast'>;
}

export function forecastsOf(results: readonly CellResult<'forecast'>[]): Forecast[] {
  return results.flatMap(({ hash, cell: { dataset, run }, outcome }): Forecast[] => {
    if (!('measurement' in outcome)) return [];
    const name = dataset.slice(0, -OF_ERRORS.length);
    return [{ hash, dataset: name, isFitted: FITTED.includes(name), pilot: run.pilot, found: outcome.measurement }];
  });
}

/** A forecast beside the error with which a stream ended. */
export interface Ended {
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  readonly error: number;
}

/** All streams of a pilot, active or passive. */
export function endsOf({ found }: Forecast, which: 'active' | 'passive'): Ended[] {
  return found[which].flatMap(({ value, low, high, errors }) =>
    errors.map((error) => ({ value, low, high, error: error ?? Infinity })),
  );
}

export function isWithin({ low, high, error }: Ended): boolean {
  return low <= error && error <= high;
}

/** One pilot with one rule and one optimizer, its suggestion, and what that bought. */
export interface Trial {
  readonly hash: string;
  readonly dataset: string;
  readonly run: SpecOf<'calibration'>;
  readonly found: MeasurementOf<'calibration'>;
  /** Labels bought over the budget, stream by stream. */
  readonly ratios: readonly number[];
}

/** The trials that found a mellowness. */
export function trialsOf(results: readonly CellResult<'calibration'>[]): Trial[] {
  return results.flatMap(({ hash, cell: { dataset, run }, outcome }): Trial[] => {
    if (!('measurement' in outcome)) return [];
    const found = outcome.measurement;
    return [{ hash, dataset, run, found, ratios: found.bought.map((labels) => labels / found.budget) }];
  });
}

export function of(trials: readonly Trial[], pilot: number): Trial[] {
  return trials.filter(({ run }) => run.pilot === pilot);
}

export function isKept(ratio: number): boolean {
  return Math.abs(ratio - 1) <= KEPT;
}
