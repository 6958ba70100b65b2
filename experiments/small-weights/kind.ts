import { z } from 'zod';
import { inRange, type MarginLearner } from '../../src/learners/margin-learner.ts';
import { type Dataset, columnsOf, type Split, splitWithConstant } from '../../src/rows/dataset.ts';
import { buildLearner, buildLoss, requireComposable, hasClasses, labelsFor } from '../../src/specs/build-learner.ts';
import {
  completeLearner,
  learnerFields,
  parsed,
  streamFields,
  type LearnerSpec,
  type StreamSpec,
} from '../../src/specs/learner-spec.ts';
import { type ByClass, ProgressiveValidation, TwoClassValidation } from '../../src/streams/measures/class-measures.ts';
import { checkpoints, PER_DECADE } from '../../src/streams/measures/measurement.ts';
import { curveOf, type Kind, measured, numbers, stored } from '../../src/studies/cells/kinds/kind.ts';
import { errorsField, type ErrorsWanted } from '../../src/studies/cells/score.ts';
import { Members, passKey, type Labelled } from '../../src/studies/cells/shared-pass.ts';
import { inOrder } from '../../src/studies/cells/simulate.ts';

/** Passive online learning with a loss of any kind. */
export interface OnlineSpec extends LearnerSpec, StreamSpec, ErrorsWanted {
  readonly passes: number;
}

/** The scores after so many examples. */
export interface OnlineCheckpoint extends Score {
  readonly examples: number;
}

/** Scores along the stream, and afterwards on what was held out. */
export interface OnlineMeasurement {
  /** The first pass. */
  readonly curve: readonly OnlineCheckpoint[];
  readonly validation: Score | null;
  readonly test: Score | null;
  /** Weights that are not 0 in the end. */
  readonly nonZeros: number;
}

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

/** The passKey of a run of the kind `online`. */
export function onlineKey(spec: OnlineSpec): string | undefined {
  return passKey(spec, ['passes']);
}

/** Runs with one key, all at once: what the kind `online` measures of each, or undefined where learning left the range of numbers. */
export function onlineRuns(specs: readonly OnlineSpec[], asRead: Split): (OnlineMeasurement | undefined)[] {
  const data = splitWithConstant(asRead, specs[0]);
  const members = new Members(specs, columnsOf(data));
  const curves = learnTogether(members, specs, data);
  const scoresOn = (part: Dataset | undefined): ((m: number) => Score | null) => {
    if (part === undefined) return () => null;
    const evaluators = evaluatorsOf(members, specs.length, part);
    members.score({ ...part, labels: labelsFor(members.loss, part) }, evaluators);
    return (m) => scoreOn(part, evaluators[m]);
  };
  const [validation, test] = [scoresOn(data.validation), scoresOn(data.test)];
  return members.map((m) => ({
    curve: curves[m],
    validation: validation(m),
    test: test(m),
    nonZeros: members.weights(m).reduce((count, w) => (w === 0 ? count : count + 1), 0),
  }));
}

function learnTogether(members: Members, specs: readonly OnlineSpec[], data: Split): OnlineCheckpoint[][] {
  const [{ passes, perDecade = PER_DECADE }] = specs;
  const { train, order } = inOrder(data.train, specs[0]);
  const stream = { ...train, labels: labelsFor(members.loss, train), order };
  const evaluators = evaluatorsOf(members, specs.length, train);
  const withErrors = hasClasses(train);
  const curves = specs.map((): OnlineCheckpoint[] => []);
  let position = 0;
  for (const examples of checkpoints(train.rows.length, perDecade)) {
    members.learn(stream, evaluators, position, examples);
    position = examples;
    members.map((m) => {
      const { loss, error } = evaluators[m];
      curves[m].push({ examples, loss: inRange(examples, 'average loss', loss), error: withErrors ? error : null });
    });
  }
  for (let pass = 1; pass < passes; pass++) {
    members.beginPass();
    members.learn(stream, [], 0, train.rows.length);
  }
  return curves;
}

function evaluatorsOf({ loss }: Members, size: number, part: Dataset): ProgressiveValidation[] {
  const labels = labelsFor(loss, part);
  return Array.from({ length: size }, () => new ProgressiveValidation(loss, labels, part.importances));
}

/**
 * Average loss and share of mistakes; null for what was not asked or makes no sense (mistakes where labels are numbers). With `errors:
 * 'by class'` balanced error and F-score, too.
 */
interface Score extends Partial<ByClass<number | null>> {
  readonly loss: number;
  readonly error: number | null;
}

/**
 * The score of the predictions that an evaluator was told, one for each row of a part that judges.
 *
 * @throws DivergenceError where their average loss is no number.
 */
function scoreOn(part: Dataset, evaluator: ProgressiveValidation): Score {
  return {
    loss: inRange(part.rows.length, 'average loss on a judging part', evaluator.loss),
    error: hasClasses(part) ? evaluator.error : null,
    ...(hasClasses(part) && byClassOf(evaluator)),
  };
}

/** Judges predictions as `errors` wants it. */
function evaluatorOf(
  { errors }: ErrorsWanted,
  ...judged: ConstructorParameters<typeof ProgressiveValidation>
): ProgressiveValidation {
  return errors === undefined ? new ProgressiveValidation(...judged) : new TwoClassValidation(...judged);
}

/** What an evaluator says beside the error; nothing where it was not asked. */
function byClassOf(evaluator: ProgressiveValidation): ByClass<number | null> | undefined {
  return evaluator instanceof TwoClassValidation ? evaluator.classes?.summary : undefined;
}
