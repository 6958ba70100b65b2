import { z } from 'zod';
import { buildLoss } from '../../../specs/build-learner.ts';
import { requireClasses } from '../../../specs/traits/labels-for.ts';
import { parsed } from '../../../specs/learner-spec.ts';
import { errorsField, type ErrorsWanted } from '../measures/score.ts';
import { simulate, type MeasuredSpec } from '../simulate.ts';
import { passiveKey, passiveRuns } from '../together/passive-runs.ts';
import type { Measurement } from '../../../streams/measures/measurement.ts';
import { parseRunSpec, runShape, type GivenRun } from '../../../specs/run-spec.ts';
import type { Kind } from './kind.ts';
import { curveOf, measured, numbers, stored } from './measured.ts';

/** The same as a study writes it. */
export type ActiveGiven = GivenRun & ErrorsWanted;

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
    sample: numbers('errorEstimate', 'refusedImportance', 'implied', 'awaited'),
  }),
  quantities: {
    'labels bought': ({ curve }) => curve.at(-1)!.queried,
    'test error': ({ curve }) => curve.at(-1)!.testError,
    'progressive error': ({ curve }) => curve.at(-1)!.progressiveError,
    'balanced error': ({ curve }) => curve.at(-1)!.balancedError,
    'F-score': ({ curve }) => curve.at(-1)!.fScore,
  },
  score: ({ validationError, curve }) => validationError ?? curve.at(-1)!.progressiveError,
};
