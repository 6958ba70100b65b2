import { budgetOf, type RunSpec, rowsToPace, type Start } from '../../specs/run.ts';
import { PURPOSES } from '../../specs/defaults.ts';
import { ENOUGH_FOR_MODELS } from '../../statistics/error-tally.ts';
import { HALF_WIDTH } from '../../statistics/intervals/score-interval.ts';
import { plural, significant } from '../../numerics/display.ts';

/** What a paced budget of labels means that is enough for all rows of a pool: a line before the first question, or none. */
export function budgetRemarks(spec: RunSpec, rows: number, start: Start | undefined): string[] {
  const budget = budgetOf(spec, rows);
  const open = rowsToPace(rows, start);
  if (spec.pace === undefined || budget === Infinity || budget < open) return [];
  return [`--budget: ${plural(budget, 'label')} for ${plural(open, 'row')}: every row will be asked about`];
}

/** The error of a model for which a forecast is made. */
const ERROR = 0.15;

/**
 * How well the labels of a budget will tell the error of the model that learned them (ErrorTally.ofModel): a line before the first
 * question. Of an error e, by n labels that are spread evenly, to about 1.96 sqrt(e (1 - e) / n) either way. Nothing of runs that have no
 * budget to share, choose no model, go in rounds, or wait for a certificate. `spreadBefore`: by earlier passes over the pool.
 */
export function modelRemarks(spec: RunSpec, rows: number, spreadBefore = 0): string[] {
  const { explore, final, rounds, stop, groups } = spec;
  const budget = budgetOf(spec, rows);
  if (explore === undefined || final === undefined || (rounds ?? stop ?? groups) !== undefined || budget >= rows) return [];
  const spread = explore * budget + spreadBefore;
  const half = 100 * HALF_WIDTH * Math.sqrt((ERROR * (1 - ERROR)) / spread);
  if (spread >= ENOUGH_FOR_MODELS)
    return [
      `these labels will tell how often the final model is wrong: 15%, for example, give or take ${significant(half, 2)} points`,
    ];
  const more = PURPOSES.both! * budget + spreadBefore >= ENOUGH_FOR_MODELS ? '--for both' : '--fresh 50';
  return [`too few of these labels are spread evenly to tell how often the final model is wrong; ${more} tells it`];
}
