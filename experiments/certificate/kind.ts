import { z } from 'zod';
import { buildLoss, labelsFor, requireClasses } from '../../src/specs/build-learner.ts';
import { minimumOfUnits, minimumProbability } from '../../src/specs/build.ts';
import { SpecError } from '../../src/specs/choices.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { PER_DECADE, checkpoints } from '../../src/streams/measures/measurement.ts';
import { simulate } from '../../src/studies/cells/simulate.ts';
import { errorsField, type ErrorsWanted } from '../../src/studies/cells/score.ts';
import { ClassMeasures, type ByClass } from '../../src/streams/measures/class-measures.ts';
import { CertificateWatch, type CertificateCheckpoint, type Ending } from './certificate-watch.ts';
import { besideRun, drawnPool, parseBesideRun, type PlainRun } from '../support/beside-run.ts';
import { curveOf, type Kind, measured, stored } from '../../src/studies/cells/kinds/kind.ts';

/** A run on a pool whose error is certified along the way. */
export interface CertificateSpec extends RunSpec, ErrorsWanted {
  /** Most rows of the pool, drawn by the seed from the training part. */
  readonly rows: number;
  /** Of the certified band, both sides together. */
  readonly confidence: number;
}

type Own = Exclude<keyof CertificateSpec, keyof RunSpec>;

/** The same as a study writes it. */
export type CertificateGiven = PlainRun & Pick<CertificateSpec, Own>;

/** Certified bounds along the run, beside the truth. */
export interface CertificateMeasurement extends Ending {
  readonly curve: readonly CertificateCheckpoint[];
  /** p_min, known before the first coin. */
  readonly floor: number;
  /** With `errors: 'by class'`: what stands beside the truth in the end. */
  readonly classes?: ByClass<number | null>;
}

const own = { rows: z.int().min(10), confidence: z.number().gt(0).lt(1), ...errorsField };

/**
 * A run whose certificate is watched at every row: does the truth leave the certified band, and how wide is it beside the intervals
 * that are made for one look at the end, which no certificate brings about. Mistakes are those of the predictions on the rows considered.
 */
export const certificate: Kind<CertificateGiven, CertificateSpec, CertificateMeasurement> = {
  shape: besideRun(own),
  parse(given) {
    const { own: fields, run: spec } = parseBesideRun(own, given);
    if (spec.floor === undefined && spec.pace === undefined)
      throw new SpecError('a certificate needs a smallest probability: a floor, or a budget that sets the knob');
    return { ...spec, ...fields };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run({ rows, confidence, errors, ...spec }, { train }) {
    const pool = drawnPool(train, rows, spec.seed);
    const at = checkpoints(pool.rows.length, spec.perDecade ?? PER_DECADE);
    const loss = buildLoss(spec);
    const classes = errors && new ClassMeasures(loss);
    const floor = minimumOfUnits(spec, pool)!;
    const watch = new CertificateWatch({ labels: labelsFor(loss, pool), floor, confidence, at, ...(classes && { classes }) });
    simulate(spec, { train: pool }, undefined, watch);
    return { ...watch.end(), floor: minimumProbability(spec, pool)!, ...(classes && { classes: classes.summary }) };
  },
  measured: measured({
    curve: curveOf('examples', 'truth', 'estimate', 'low', 'high'),
    floor: stored,
    ...Object.fromEntries(
      ['rows', 'labels', 'truth', 'low', 'high', 'scoreLow', 'scoreHigh', 'normalLow', 'normalHigh'].map((name) => [
        name,
        stored,
      ]),
    ),
    wasOutside: z.boolean(),
  }),
  quantities: {
    'true error': ({ truth }) => truth,
    'certified at most': ({ high }) => high,
    'width of the certified band': ({ low, high }) => high - low,
    'labels bought': ({ labels }) => labels,
  },
};
