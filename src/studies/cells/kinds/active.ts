import { z } from 'zod';
import { buildLoss, requireClasses } from '../../../specs/build-learner.ts';
import { parsed } from '../../../specs/learner-spec.ts';
import { type GivenRun, parseRunSpec, runShape } from '../../../specs/run-spec.ts';
import type { Measurement } from '../../../streams/measures/measurement.ts';
import { simulate, type ActiveClassesMeasurement, type MeasuredSpec } from '../simulate.ts';
import { errorsField, type ErrorsWanted } from '../score.ts';
import { passiveKey, passiveRuns } from '../shared-pass.ts';
import { curveOf, type Kind, measured, numbers, type Quantities, stored } from './kind.ts';

/** What is measured alike of two classes and of several. */
export const sample = numbers('errorEstimate', 'refusedImportance', 'implied', 'awaited');
/** Of both, too. */
export const quantities: Quantities<ActiveClassesMeasurement> = {
  'labels bought': ({ curve }) => curve.at(-1)!.queried,
  'test error': ({ curve }) => curve.at(-1)!.testError,
  'progressive error': ({ curve }) => curve.at(-1)!.progressiveError,
};
/** The error on the validation part, or on the way. */
export const score = ({ validationError, curve }: ActiveClassesMeasurement): number =>
  validationError ?? curve.at(-1)!.progressiveError;

/** The same as a study writes it. */
type ActiveGiven = GivenRun & ErrorsWanted;

/**
 * Active learning on a set of two classes: labels bought, importances and errors along the stream (simulate.ts); with `errors: 'by
 * class'` balanced errors and F-scores, too.
 */
export const active: Kind<ActiveGiven, MeasuredSpec, Measurement> = {
  shape: { ...runShape, ...errorsField },
  parse(given) {
    const { errors, ...run } = given as ActiveGiven;
    return errors === undefined ? parseRunSpec(given) : { ...parseRunSpec(run), ...parsed(z.object(errorsField), { errors }) };
  },
  admit(spec, data) {
    requireClasses(buildLoss(spec), data.train);
  },
  run: (spec, data) => simulate(spec, data).measurement,
  shared: { key: passiveKey, run: passiveRuns },
  measured: measured({
    curve: curveOf('examples', 'queried', 'spent', 'importanceSum', 'progressiveLoss', 'progressiveError', 'testError'),
    validationError: stored,
    sample,
  }),
  quantities: {
    ...quantities,
    'balanced error': ({ curve }) => curve.at(-1)!.balancedError,
    'F-score': ({ curve }) => curve.at(-1)!.fScore,
  },
  score,
};
