import { z } from 'zod';
import { buildLoss, requireClasses } from '../../src/specs/build-learner.ts';
import { SpecError } from '../../src/specs/choices.ts';
import type { RunSpec } from '../../src/specs/run.ts';
import { type Dataset, columnsOf, splitWithConstant } from '../../src/rows/dataset.ts';
import { ClassMeasures, type ByClass } from '../../src/streams/measures/class-measures.ts';
import { byMass, learnShards, type Learned } from './learn-shards.ts';
import { averageModels } from '../../src/learners/average-models.ts';
import { errorsField, type ErrorsWanted } from '../../src/studies/cells/score.ts';
import { errorOfWeights } from './error-of-weights.ts';
import { besideRun, parseBesideRun, type PlainRun } from '../support/beside-run.ts';
import { type Kind, measured, numbers, stored } from '../../src/studies/cells/kinds/kind.ts';

/** Learners of shards, whose weights are averaged. */
export interface ShardsSpec extends RunSpec, ErrorsWanted {
  /** How many learners share the rows. */
  readonly shards: number;
}

/** The same as a study writes it. */
export type ShardsGiven = PlainRun & Pick<ShardsSpec, 'shards' | 'errors'>;

/** Of the test part, shares of wrong predictions or another measure of them; null where there is none. */
export interface ShardErrors {
  /** The average, a feature's weights counted by what each shard has learned of it where the method keeps that. */
  readonly average: number | null;
  /** The average in which every weight of a shard counts by the importance that the shard has learned. */
  readonly byMass: number | null;
  /** The mean over shards of their own models' errors. */
  readonly alone: number | null;
}

/** The error of the averaged model, and of its shards. */
export interface ShardsMeasurement {
  /** Shards with rows. */
  readonly learners: number;
  /** Sums over the shards. */
  readonly labels: number;
  readonly importanceSum: number;
  /** Of all predictions before their labels, and the estimate of the error from the labels bought. */
  readonly progressiveLoss: number;
  readonly progressiveError: number;
  readonly errorEstimate: number;
  /** Of the average, as in `test`; null where there is no such part. */
  readonly validationError: number | null;
  readonly test: ShardErrors;
  /** With `errors: 'by class'`: what stands beside progressive and validation error, and of the test part. */
  readonly classes?: ByClass<number | null>;
  readonly validationClasses?: ByClass<number | null>;
  readonly testBalancedError?: ShardErrors;
  readonly testFScore?: ShardErrors;
}

/** What weights are worth on a part. */
interface Judged extends ByClass<number | null> {
  readonly error: number;
}

const own = { shards: z.int().min(1).max(65_536), ...errorsField };

/**
 * One pass over shards of the rows (rows/dataset.ts), each with a learner, a rule, a budget and coins of its own (keyed by its
 * rows), and the average of their models (learners/average-models.ts). Every shard is the run `active` of its rows: one shard is that run
 * itself. A budget is a share of the rows, so that all shards together buy what one learner would.
 */
export const shards: Kind<ShardsGiven, ShardsSpec, ShardsMeasurement> = {
  shape: besideRun(own),
  parse(given) {
    const { own: fields, run: spec } = parseBesideRun(own, given, { more: () => ({ coins: 'pool' }) });
    if (typeof spec.budget === 'number')
      throw new SpecError(`shards share a budget by their rows: expected a percentage, "10%", found ${spec.budget}`);
    return { ...spec, ...fields };
  },
  admit(spec, { train }) {
    requireClasses(buildLoss(spec), train);
  },
  run({ shards: count, errors, ...spec }, asRead) {
    const data = splitWithConstant(asRead, spec);
    const loss = buildLoss(spec);
    const classes = errors && new ClassMeasures(loss);
    const learned = learnShards(spec, data.train, count, columnsOf(data), classes);
    const total = (of: (shard: Learned) => number): number => learned.reduce((sum, shard) => sum + of(shard), 0);
    const considered = total(({ considered: importance }) => importance);
    // Of a shard without importance there is no share.
    const share = (of: (shard: Learned) => number): number =>
      total((shard) => (shard.considered === 0 ? 0 : shard.considered * of(shard))) / considered;
    const average = averageModels(learned.map(({ model }) => model));
    const mass = averageModels(learned.map(byMass));
    const judge = (part: Dataset, weights: Float64Array): Judged => {
      const account = new ClassMeasures(loss);
      return { error: errorOfWeights(loss, weights, part, account), ...account.summary };
    };
    const { validation, test } = data;
    const validated = validation && judge(validation, average);
    const tested = test && {
      ...{ average: judge(test, average), byMass: judge(test, mass) },
      alone: learned.map(({ model }) => judge(test, model.weights)),
    };
    const testOf = (measure: keyof Judged): ShardErrors => {
      if (tested === undefined) return { average: null, byMass: null, alone: null };
      const alone = tested.alone.map((each) => each[measure]);
      return {
        average: tested.average[measure],
        byMass: tested.byMass[measure],
        alone: alone.some((each) => each === null) ? null : alone.reduce<number>((sum, each) => sum + each!, 0) / alone.length,
      };
    };
    return {
      learners: learned.length,
      labels: total(({ labels }) => labels),
      importanceSum: total(({ importanceSum }) => importanceSum),
      progressiveLoss: share(({ progressiveLoss }) => progressiveLoss),
      progressiveError: share(({ progressiveError }) => progressiveError),
      errorEstimate: share(({ errorEstimate }) => errorEstimate),
      validationError: validated?.error ?? null,
      test: testOf('error'),
      ...(classes && {
        classes: classes.summary,
        ...(validated && { validationClasses: byClassOf(validated) }),
        ...(tested && { testBalancedError: testOf('balancedError'), testFScore: testOf('fScore') }),
      }),
    };
  },
  measured: measured({
    ...Object.fromEntries(
      ['learners', 'labels', 'importanceSum', 'progressiveLoss', 'progressiveError', 'errorEstimate'].map((name) => [
        name,
        stored,
      ]),
    ),
    validationError: stored,
    test: numbers('average', 'byMass', 'alone'),
  }),
  quantities: {
    'test error of the average': ({ test }) => test.average,
    'test error of a shard alone': ({ test }) => test.alone,
    'labels bought': ({ labels }) => labels,
  },
};

function byClassOf({ smallerClass, balancedError, fScore }: Judged): ByClass<number | null> {
  return { smallerClass, balancedError, fScore };
}
