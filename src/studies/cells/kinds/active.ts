import { buildLoss } from '../../../specs/build.ts';
import { requireClasses } from '../../../specs/labels-for.ts';
import { simulate } from '../simulate.ts';
import { passiveKey, passiveRuns } from '../together/passive-runs.ts';
import type { Measurement } from '../../../streams/measures/measurement.ts';
import { parseRunSpec, runShape, type GivenRun, type RunSpec } from '../../../specs/run-spec.ts';
import type { Kind } from './kind.ts';
import { curveOf, measured, numbers, stored } from './measured.ts';

/** Active learning on a set of two classes: labels bought, importances and errors along the stream (simulate.ts). */
export const active: Kind<GivenRun, RunSpec, Measurement> = {
  shape: runShape,
  parse: parseRunSpec,
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
};
