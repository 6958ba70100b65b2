import { onlineKey, onlineRuns } from '../shared-pass.ts';
import type { OnlineSpec, OnlineCheckpoint, OnlineMeasurement, Labelled } from '../shared-pass.ts';
import { inOrder } from '../simulate.ts';
import { type Score, errorsField, type ErrorsWanted, byClassOf, evaluatorOf, scoreOn } from '../score.ts';
import { z } from 'zod';
import { type Dataset, columnsOf, type Split, splitWithConstant } from '../../../rows/dataset.ts';
import { inRange, type MarginLearner } from '../../../learners/margin-learner.ts';
import { ProgressiveValidation } from '../../../streams/measures/class-measures.ts';
import { buildLearner, buildLoss, requireComposable, hasClasses, labelsFor } from '../../../specs/build-learner.ts';
import { checkpoints, PER_DECADE } from '../../../streams/measures/measurement.ts';
import { completeLearner, learnerFields, parsed, streamFields } from '../../../specs/learner-spec.ts';
import { curveOf, type Kind, measured, numbers, stored } from './kind.ts';

/** The same as a study writes it. */
export type OnlineGiven = Omit<OnlineSpec, 'passes' | 'order'> & Partial<Pick<OnlineSpec, 'passes' | 'order'>>;

const schema = z.strictObject({ ...learnerFields, passes: z.int().min(1).default(1), ...errorsField, ...streamFields });

/**
 * Online learning with every label: one or several passes of any loss on any labels it takes, measured by the average loss
 * of predictions made before their examples were learned (the online, or progressive, loss of the first pass), by the loss on
 * the parts that judge, and by how many weights are left.
 *
 * A prediction is made once the optimizer has seen the row. With optimizers whose scales grow to it (normalized, normalized-adaptive) its
 * loss is not what `iwal learn` and passive runs of the kind `active` print; weights are the same bit for bit. Stored results were measured
 * so, and a cell means what it did.
 */
export const online: Kind<OnlineGiven, OnlineSpec, OnlineMeasurement> = {
  shape: schema.shape,
  parse(given) {
    const { loss, update, optimizer, average, scale, constant, ...stream } = parsed(schema, given);
    const spec: OnlineSpec = { ...completeLearner({ loss, update, optimizer, average, scale, constant }), ...stream };
    requireComposable(spec);
    return spec;
  },
  admit(spec, data) {
    labelsFor(buildLoss(spec), data.train);
  },
  run(spec, asRead) {
    const data = splitWithConstant(asRead, spec);
    const learner = buildLearner(spec, columnsOf(data), spec.passes * data.train.rows.length);
    const curve = learnPasses(learner, spec, data);
    return {
      curve,
      validation: data.validation === undefined ? null : scoreOf(learner, data.validation, spec),
      test: data.test === undefined ? null : scoreOf(learner, data.test, spec),
      nonZeros: learner.weights().reduce((count, w) => (w === 0 ? count : count + 1), 0),
    };
  },
  shared: { key: onlineKey, run: onlineRuns },
  measured: measured({
    curve: curveOf('examples', 'loss', 'error'),
    validation: numbers('loss', 'error').nullable(),
    test: numbers('loss', 'error').nullable(),
    nonZeros: stored,
  }),
  quantities: {
    'online loss': ({ curve }) => curve.at(-1)!.loss,
    'test loss': ({ test }) => test?.loss ?? null,
    'test error': ({ test }) => test?.error ?? null,
    'weights not 0': ({ nonZeros }) => nonZeros,
  },
  score: ({ validation, curve }) => validation?.error ?? validation?.loss ?? curve.at(-1)!.loss,
};

function learnPasses(learner: MarginLearner, spec: OnlineSpec, asGiven: Split): OnlineCheckpoint[] {
  const { train, order } = inOrder(asGiven.train, spec);
  const labels = labelsFor(learner.loss, train);
  const evaluator = evaluatorOf(spec, learner.loss, labels, train.importances);
  const n = train.rows.length;
  const stream = { ...train, labels, order };
  const withErrors = hasClasses(train);
  let position = 0;
  const curve = checkpoints(n, spec.perDecade ?? PER_DECADE).map((examples): OnlineCheckpoint => {
    learnSeen(learner, stream, evaluator, position, examples);
    position = examples;
    const loss = inRange(examples, 'average loss', evaluator.loss);
    return { examples, loss, error: withErrors ? evaluator.error : null, ...(withErrors && byClassOf(evaluator)) };
  });
  const unread = new ProgressiveValidation(learner.loss, labels, train.importances);
  for (let pass = 1; pass < spec.passes; pass++) {
    learner.beginPass();
    learnSeen(learner, stream, unread, 0, n);
  }
  return curve;
}

/** passiveLearn (streams/passes/passive-learn.ts), but for predictions of rows that the optimizer has seen. */
function learnSeen(
  learner: MarginLearner,
  { rows, labels, importances, order }: Labelled,
  evaluator: ProgressiveValidation,
  from: number,
  to: number,
): void {
  for (let t = from; t < to; t++) {
    const i = order[t];
    evaluator.record(i, learner.learn(rows, i, labels[i], importances === undefined ? 1 : importances[i]));
  }
}

function scoreOf(learner: MarginLearner, part: Dataset, spec: ErrorsWanted): Score {
  const evaluator = evaluatorOf(spec, learner.loss, labelsFor(learner.loss, part), part.importances);
  for (let i = 0; i < part.rows.length; i++) evaluator.record(i, learner.predict(part.rows, i));
  return scoreOn(part, evaluator);
}
