import { z } from 'zod';
import { buildLoss, requireClasses } from '../../../specs/build-learner.ts';
import { activeClassesShape, parseActiveClasses, requireClassesToAsk } from '../../../specs/kinds/active-classes.ts';
import type { ActiveClassesSpec, GivenActiveClasses } from '../../../specs/kinds/active-classes.ts';
import { costsShape, type CostsSpec, type GivenCosts, parseCosts, requireCosts } from '../../../specs/kinds/costs.ts';
import { parsed } from '../../../specs/learner-spec.ts';
import { type GivenRun, parseRunSpec, runShape } from '../../../specs/run-spec.ts';
import type { Measurement } from '../../../streams/measures/measurement.ts';
import { simulate, simulateClasses, simulateCosts } from '../simulate.ts';
import { errorsField } from '../score.ts';
import type { ActiveClassesMeasurement, CostsMeasurement, MeasuredSpec } from '../simulate.ts';
import type { ErrorsWanted } from '../score.ts';
import { passiveKey, passiveRuns } from '../shared-pass.ts';
import { curveOf, type Kind, measured, numbers, type Quantities, stored } from './kind.ts';

/** What is measured alike of two classes and of several. */
const sample = numbers('errorEstimate', 'refusedImportance', 'implied', 'awaited');
const quantities: Quantities<ActiveClassesMeasurement> = {
  'labels bought': ({ curve }) => curve.at(-1)!.queried,
  'test error': ({ curve }) => curve.at(-1)!.testError,
  'progressive error': ({ curve }) => curve.at(-1)!.progressiveError,
};
const score = ({ validationError, curve }: ActiveClassesMeasurement): number => validationError ?? curve.at(-1)!.progressiveError;

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

/** Active learning on a set of several classes: labels bought, importances and errors along the stream (simulate.ts). */
export const activeClasses: Kind<GivenActiveClasses, ActiveClassesSpec, ActiveClassesMeasurement> = {
  shape: activeClassesShape,
  parse: parseActiveClasses,
  admit({ reduction }, data) {
    requireClassesToAsk(data, reduction);
  },
  run: (spec, data) => simulateClasses(spec, data).measurement,
  measured: measured({
    curve: curveOf('examples', 'queried', 'spent', 'importanceSum', 'progressiveError', 'testError'),
    validationError: stored,
    sample,
  }),
  quantities,
  score,
};

/**
 * Cost-sensitive learning of several classes with an oracle that sells single costs: what is bought, and what comes of it
 * (simulate.ts).
 */
export const costs: Kind<GivenCosts, CostsSpec, CostsMeasurement> = {
  shape: costsShape,
  settled: ['loss'],
  parse: parseCosts,
  admit(spec, data) {
    requireCosts(data, spec);
  },
  run: (spec, data) => simulateCosts(spec, data).measurement,
  measured: measured({
    curve: curveOf('examples', 'bought', 'error', 'cost', 'testError'),
    validation: numbers('error', 'cost').nullable(),
    test: numbers('error', 'cost').nullable(),
  }),
  quantities: {
    'costs bought': ({ curve }) => curve.at(-1)!.bought,
    'test error': ({ test }) => test?.error ?? null,
    'progressive error': ({ curve }) => curve.at(-1)!.error,
  },
  score: ({ validation, curve }) => validation?.cost ?? curve.at(-1)!.cost,
};
