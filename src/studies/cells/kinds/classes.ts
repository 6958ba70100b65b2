import { z } from 'zod';
import { reductions } from '../../../reductions/index.ts';
import type { Reduction, ReductionKind } from '../../../reductions/reduction.ts';
import { type Dataset, columnsOf, type Split } from '../../../rows/dataset.ts';
import { splitWithConstant } from '../../../rows/constant.ts';
import { lookUp } from '../../../specs/choices.ts';
import { buildLoss } from '../../../specs/build-learner.ts';
import {
  choiceSchema,
  completeLearner,
  learnerFields,
  parsed,
  streamFields,
  type StreamSpec,
} from '../../../specs/learner-spec.ts';
import { orderOf } from '../../../specs/run.ts';
import { buildReduction, type ReductionSpec } from '../../../specs/reduction.ts';
import { classesIn, requireClassLabels } from '../../../specs/kinds/targets.ts';
import { checkpoints, PER_DECADE } from '../../../streams/measures/checkpoints.ts';
import { classLearn } from '../../../streams/passes/class-learn.ts';
import { ClassValidation, judgedOn } from '../../../streams/measures/class-validation.ts';
import { type ClassScore, classScore } from '../measure.ts';
import { canOverrun, countSteps } from '../overruns.ts';
import { curveOf, type Kind, measured, numbers, stored } from './kind.ts';

/** A run of several classes: what learns, how classes become one, the stream, and how often it is read. */
export interface ClassesSpec extends Omit<ReductionSpec, 'average' | 'scale'>, StreamSpec {
  readonly passes: number;
}

/** The same as a study writes it. */
export type ClassesGiven = Omit<ClassesSpec, 'passes' | 'order'> & Partial<Pick<ClassesSpec, 'passes' | 'order'>>;

/** After so many examples. */
export interface ClassCheckpoint extends ClassScore {
  readonly examples: number;
}

/** What a run of several classes measures. */
export interface ClassesMeasurement {
  /** The first pass, every prediction made before its example is learned. */
  readonly curve: readonly ClassCheckpoint[];
  readonly validation: ClassScore | null;
  readonly test: ClassScore | null;
  /** Steps of members an example, all passes. */
  readonly steps: number;
  /** Share of matches whose margin a step carried over its label (cells/overruns.ts); null where there are none. */
  readonly overruns: number | null;
}

const schema = z.strictObject({
  reduction: z.string(),
  loss: choiceSchema,
  update: z.string(),
  optimizer: choiceSchema,
  constant: learnerFields.constant,
  passes: z.int().min(1).default(1),
  ...streamFields,
});

/**
 * Online learning of several classes with every label: one or several passes of a reduction (src/reductions), measured by the
 * error and mean cost of predictions made before their examples were learned, and on the parts that judge.
 */
export const classes: Kind<ClassesGiven, ClassesSpec, ClassesMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { reduction, loss, update, optimizer, constant, ...stream } = parsed(schema, given);
    lookUp('reduction', reductions, reduction);
    const spec: ClassesSpec = {
      reduction: reduction as ReductionSpec['reduction'],
      ...completeLearner({ loss, update, optimizer, constant }),
      ...stream,
    };
    buildReduction(spec, 2, 1);
    return spec;
  },
  admit({ reduction }, data) {
    requireClassLabels(data, reduction);
  },
  run(spec, asRead) {
    const data = splitWithConstant(asRead, spec);
    const reduction = buildReduction(spec, classesIn(data), columnsOf(data));
    const counts = countSteps(reduction.learner.block);
    const curve = learnPasses(reduction, spec, data);
    const { steps, matches, overruns } = counts;
    const kind: ReductionKind = reductions[spec.reduction];
    const hasMatches = kind.matches === true && matches > 0 && canOverrun(buildLoss(spec));
    const scoreOn = (part: Dataset | undefined): ClassScore | null =>
      classScore(part && judgedOn(reduction, part, reduction.classes));
    return {
      curve,
      validation: scoreOn(data.validation),
      test: scoreOn(data.test),
      steps: steps / reduction.learner.learned,
      overruns: hasMatches ? overruns / matches : null,
    };
  },
  measured: measured({
    curve: curveOf('examples', 'error', 'cost'),
    validation: numbers('error', 'cost').nullable(),
    test: numbers('error', 'cost').nullable(),
    steps: stored,
    overruns: stored,
  }),
  quantities: {
    'progressive cost': ({ curve }) => curve.at(-1)!.cost,
    'progressive error': ({ curve }) => curve.at(-1)!.error,
    'test error': ({ test }) => test?.error ?? null,
  },
  score: ({ validation, curve }) => validation?.cost ?? curve.at(-1)!.cost,
};

function learnPasses(reduction: Reduction, spec: ClassesSpec, { train }: Split): ClassCheckpoint[] {
  const n = train.rows.length;
  const stream = { ...train, order: orderOf(spec, n) };
  const evaluator = new ClassValidation(train, reduction.classes);
  let position = 0;
  const curve = checkpoints(n, spec.perDecade ?? PER_DECADE).map((examples): ClassCheckpoint => {
    classLearn(reduction, stream, evaluator, position, examples);
    position = examples;
    return { examples, error: evaluator.error, cost: evaluator.cost };
  });
  for (let pass = 1; pass < spec.passes; pass++) {
    reduction.beginPass();
    classLearn(reduction, stream, new ClassValidation(train, reduction.classes), 0, n);
  }
  return curve;
}
