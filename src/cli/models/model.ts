import { caught } from '../../numerics/iwal-error.ts';
import { z } from 'zod';
import type { ModelChoice } from '../../fits/choose.ts';
import { DataError } from '../../files/data-error.ts';
import { SCALINGS } from '../../learners/feature-units.ts';
import type { MarginLearner } from '../../learners/margin-learner.ts';
import { load, save, type Model } from '../../learners/model-file.ts';
import type { State, Stateful } from '../../numerics/state.ts';
import { reductions } from '../../reductions/index.ts';
import type { Reduction } from '../../reductions/reduction.ts';
import { isConstant, type Constant } from '../../rows/dataset.ts';
import { buildLearner, buildReduction, type ReductionSpec } from '../../specs/build-learner.ts';
import { lookUp, SpecError } from '../../specs/choices.ts';
import { completePairs, type RankingSpec } from '../../specs/kinds/ranking.ts';
import { averageSchema, completeLearner, type GivenLearner, type LearnerSpec } from '../../specs/learner-spec.ts';
import { PartsError, partsUsedBy, requireRecordedParts } from '../../specs/parts/recorded.ts';
import type { ErrorEstimate } from '../../statistics/error-estimate.ts';
import {
  calibratedClasses,
  type FittedCalibration,
  type FittedSoftmax,
  softmax,
} from '../../statistics/probability-calibration.ts';
import { estimateFields } from '../../streams/measures/error-words.ts';
import type { FinalMeasured } from '../../streams/measures/measurement.ts';
import { Failure, inMemory, requireMemory } from '../terminal/failure.ts';
import { Space, type FeatureSpace } from './feature-space.ts';
import { requireColumns, requireFinite, requireFit } from './fitting-state.ts';

/** What the models of a labelling session say of who made them. */
export const LABELLED = 'iwal label';

/** Columns that a learner can have. */
const MOST_COLUMNS = 2 ** 32;

const Choice = z.object({ name: z.string() }).catchall(z.number());
const FIELDS = {
  loss: Choice,
  update: z.string(),
  optimizer: Choice,
  average: averageSchema.optional(),
  scale: z.string().optional(),
  constant: z.custom<Constant>(isConstant).optional(),
  parts: z.record(z.string(), z.string()).optional(),
  space: Space,
  columns: z.int().min(0).max(MOST_COLUMNS),
  madeBy: z.literal(LABELLED).exactOptional(),
};
const Bin = z.object({ labels: z.int().min(1), predicted: z.number(), positive: z.number(), low: z.number(), high: z.number() });
const Calibrated: z.ZodType<FittedCalibration> = z.object({
  slope: z.number(),
  intercept: z.number(),
  labels: z.int().min(1),
  reliability: z.array(Bin),
});
const Candidate: z.ZodType<FinalMeasured['candidates'][number]> = z.object({
  name: z.enum(['online', 'fit']),
  passes: z.int().exactOptional(),
  strength: z.number().exactOptional(),
  // JSON has no Infinity.
  loss: z
    .number()
    .nullable()
    .transform((loss) => loss ?? Infinity),
  error: z.number(),
});
const share = z.number().nullable();
const OfModel = z.object({ errorEstimate: share, errorLow: share, errorHigh: share, errorText: z.string() });
const compared = z
  .object({ candidates: z.array(Candidate), chosen: Candidate.nullable(), ofModel: OfModel.exactOptional() })
  .exactOptional();
/** The specs in model files, by their kind. */
const Spec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('linear'), ...FIELDS, calibration: Calibrated.exactOptional(), compared }),
  z.object({
    ...{ kind: z.literal('classes'), ...FIELDS, reduction: z.string(), classes: z.array(z.string()).min(2) },
    ...{ softmax: z.object({ slope: z.number(), labels: z.int().min(1) }).exactOptional(), compared },
    calibrations: z.array(Calibrated).exactOptional(),
  }),
  z.object({ kind: z.literal('ranking'), ...FIELDS, pairs: Choice }),
]);

/** What was compared, which of them the model is, and what its own labels say of its error; absent where they say nothing. */
export interface Compared extends Pick<FinalMeasured, 'candidates' | 'chosen'> {
  readonly ofModel?: z.infer<typeof OfModel>;
}

/** The same of a choice. */
export function comparedIn({ candidates, chosen }: ModelChoice, estimate?: ErrorEstimate): Compared {
  return { candidates, chosen: chosen ?? null, ...(estimate && { ofModel: estimateFields(estimate) }) };
}

/**
 * Models of `iwal learn` and `iwal label`: the learner's spec, the feature space its weights belong to, and the state it has reached.
 *
 * Files that number their features leave open how many there are: a model is widened for data that goes on further, by what a
 * fresh learner has there, so that learning a file in two parts ends in the same state as learning it at once.
 *
 * Errors: Failure for a model of another kind, for data of another feature space and for one that does not fit the memory;
 * DataError for a spec that is wrong and a state that does not fit it.
 */
interface AnyModel<Kind, S> {
  readonly kind: Kind;
  /** Where it was read, for what is said of it. */
  readonly file: string;
  readonly spec: S;
  readonly space: FeatureSpace;
  readonly columns: number;
  readonly state: State;
  /** Absent where `iwal learn` made it, as it is once that learns on. */
  readonly madeBy?: typeof LABELLED;
  /** Absent where the model was not chosen among several. */
  readonly compared?: Compared;
}

/** A model of two classes or of numbers: one weight vector. */
export interface LinearModel extends AnyModel<'linear', LearnerSpec> {
  /** How its scores become probabilities; absent where nobody has calibrated it. What learns on loses it. */
  readonly calibration?: FittedCalibration;
}

/** A model of several classes, with their names. */
export interface ClassModel extends AnyModel<'classes', ReductionSpec> {
  readonly classes: readonly string[];
  /** How the scores of the classes become probabilities; absent where nobody has calibrated them. */
  readonly softmax?: FittedSoftmax;
  /** The same of earlier versions, one a class. */
  readonly calibrations?: readonly FittedCalibration[];
}

/** What the probabilities of its classes are by their scores; undefined where nobody has calibrated them. */
export function probabilitiesOf(
  model: Pick<ClassModel, 'softmax' | 'calibrations'>,
): ((scores: ArrayLike<number>) => number[]) | undefined {
  const { softmax: slope, calibrations } = model;
  if (slope !== undefined) return (scores) => softmax(slope, scores);
  return calibrations && ((scores) => calibratedClasses(calibrations, scores));
}

/** A model of orders: one weight vector that gives scores, and what its pairs weigh. */
export type RankingModel = AnyModel<'ranking', RankingSpec>;

/** A model of any kind. */
export type LearnedModel = LinearModel | ClassModel | RankingModel;

/** What a file is not that holds another kind, and what to do. */
const NOT = {
  linear: (file: string) => `that iwal learn wrote of two classes or of numbers; iwal model show ${file} says what it is`,
  classes: () => 'of several classes; iwal learn --reduction writes one',
  ranking: () => 'of a ranking; iwal learn --reduction pairwise-ranking writes one',
};

/** Writes a model; the file appears whole or not at all. */
export async function saveModel(path: string, model: MadeModel): Promise<void> {
  await save(path, written(model));
}

/** A model that no file holds yet. */
export type MadeModel = DistributiveOmit<LearnedModel, 'file'>;

/** What its file says. */
export function written(model: MadeModel): Model {
  const { kind, spec, space, columns, state, madeBy, compared, ...others } = model;
  const { classes, ...calibrated }: Partial<Pick<ClassModel, 'classes' | 'calibrations'> & LinearModel> = others;
  const reported = { ...(madeBy && { madeBy }), ...calibrated, ...(compared && { compared }) };
  return { spec: { kind, ...spec, ...(classes && { classes }), space, columns, ...reported }, state };
}

type DistributiveOmit<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/**
 * Reads a model of this kind.
 *
 * @throws Failure for a model of another kind; DataError for another file.
 */
export function loadModel<K extends LearnedModel['kind']>(file: string, kind: K): Extract<LearnedModel, { kind: K }> {
  const model = modelIn(file, load(file));
  if (model?.kind === kind) return model as Extract<LearnedModel, { kind: K }>;
  throw new Failure(`${file} is no model ${NOT[kind](file)}`);
}

/** The model in a model file; undefined where it holds what neither `iwal learn` nor `iwal label` makes. */
export function modelIn(file: string, contents: Model): LearnedModel | undefined {
  const { spec: written, state: earlier } = leading(contents);
  const { success, data } = Spec.safeParse(written);
  if (!success) return undefined;
  const { loss, update, optimizer, average, scale, constant, parts, ...own } = data;
  const read = { file, state: ofUnits(earlier) };
  try {
    requireRecordedParts({ loss, update, optimizer, parts });
    if (scale !== undefined) lookUp('scale', SCALINGS, scale);
    const spec = learnerSpec({ loss, update, optimizer, average, scale: scale as LearnerSpec['scale'], constant });
    switch (own.kind) {
      case 'linear':
        return { ...own, ...read, spec };
      case 'classes': {
        const { reduction: named, ...model } = own;
        const { classes, calibrations = classes } = model;
        lookUp('reduction', reductions, named);
        if (calibrations.length !== classes.length)
          throw new SpecError(`${calibrations.length} calibrations of ${classes.length} classes`);
        return { ...model, ...read, spec: { ...spec, reduction: named as ReductionSpec['reduction'] } };
      }
      case 'ranking': {
        const { pairs, ...model } = own;
        return { ...model, ...read, spec: { ...spec, pairs: completePairs(pairs) } };
      }
    }
  } catch (error) {
    if (error instanceof PartsError) throw error.of(file);
    if (!(error instanceof SpecError)) throw error;
    throw new DataError({ file, found: `a model whose spec is wrong: ${error.message}`, legal: 'a model that iwal learn wrote' });
  }
}

/** The spec with every default filled in; throws SpecError for names and parameters that do not exist. */
export function learnerSpec({ loss, update, optimizer, average, scale, constant }: GivenLearner): LearnerSpec {
  return {
    ...completeLearner({ loss, update, optimizer, average, scale, constant }),
    ...partsUsedBy({ loss, update, optimizer }),
  };
}

/** Bytes a feature: the weights, and the copies of them in a state and in a model that is read or written. */
const BYTES = 3 * Float64Array.BYTES_PER_ELEMENT;

/**
 * A fresh learner of the spec.
 *
 * @throws Failure where the machine has no memory for so many features.
 */
export function newLearner(spec: LearnerSpec, columns: number, labels?: number): MarginLearner {
  requireMemory(BYTES * columns, `${columns} features`);
  return inMemory(columns, () => buildLearner(spec, columns, labels));
}

/** A fresh learner of K classes; a member has sums and scales beside its weights. */
export function newReduction(spec: ReductionSpec, classes: number, columns: number, labels?: number): Reduction {
  const members = lookUp('reduction', reductions, spec.reduction).members(classes);
  requireMemory(3 * BYTES * columns * members, `${columns} features of ${members} learners`);
  return inMemory(columns, () => buildReduction(spec, classes, columns, labels));
}

/** The learner of a model for rows with so many columns, with what it has learned. */
export function continuedLearner(model: LinearModel | RankingModel, columns: number): MarginLearner {
  const learner = continued(model, columns, 1, (wide) => newLearner(model.spec, wide));
  requireFinite(model.file, learner.weights());
  return learner;
}

/** The same of several classes. */
export function continuedReduction(model: ClassModel, columns: number): Reduction {
  const { file, spec, classes } = model;
  const members = reductions[spec.reduction].members(classes.length);
  const reduction = continued(model, columns, members, (wide) => newReduction(spec, classes.length, wide));
  for (let m = 0; m < members; m++) requireFinite(file, reduction.learner.block.weights(m));
  return reduction;
}

function continued<L extends Stateful>(
  { file, columns: known, state }: LearnedModel,
  columns: number,
  members: number,
  build: (columns: number) => L,
): L {
  requireColumns(file, state, known, members);
  const wide = Math.max(known, columns);
  const learner = build(wide);
  const fresh = learner.state();
  requireFit(state, { file, fresh, columns: { fresh: wide, model: known }, members });
  const restore = (): void => learner.restore(widened(state, fresh));
  // A state of the right form may still say what no learner has left, a leader that there is not: that is a fault of the file.
  caught(RangeError, restore, ({ message }) => {
    throw new DataError({ file, found: message, legal: 'the state of the learner that the model names' });
  });
  return learner;
}

/** The state with its arrays continued by those of a fresh learner that has more columns, or cut where it has fewer. */
function widened(state: State, fresh: State): State {
  const widen = (value: State[string], wider: State[string]): State[string] => {
    if (typeof value === 'number' || typeof wider === 'number') return value;
    if (!(value instanceof Float64Array)) return widened(value, wider as State);
    const array = (wider as Float64Array).slice();
    array.set(value.subarray(0, array.length));
    return array;
  };
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, widen(value, fresh[name])]));
}

/** The state of a learner of versions up to 0.2 that was shown rows in units, as that of one whose optimizer is; every other as it is. */
function ofUnits(state: State): State {
  const { units, learner, ...rest } = state as Readonly<Record<'units' | 'learner', State | undefined>>;
  return units === undefined || learner === undefined ? state : { ...rest, optimizer: { units, scaled: learner.optimizer } };
}

/** Begins the names of the states of step sizes that learned next to each other. */
const STEP = 'step ';
const Former = z.looseObject({ optimizer: z.looseObject({ eta0: z.literal('auto') }) });

/**
 * A model of versions up to 0.2 whose step sizes learned next to each other (`--eta auto`), as the model of the step size that
 * predicts; every other model as it is.
 */
function leading({ spec, state }: Model): Model {
  const former = Former.safeParse(spec).data;
  if (former === undefined) return { spec, state };
  const { learner = state } = state as Readonly<Record<string, State>>;
  const steps = Object.keys(learner).filter((each) => each.startsWith(STEP));
  const name = steps.find((_, k) => k === learner.leader);
  if (name === undefined) return { spec, state };
  const { learner: alone } = learner[name] as { readonly learner: State };
  return {
    spec: { ...former, optimizer: { ...former.optimizer, eta0: Number(name.slice(STEP.length)) } },
    state: learner === state ? alone : { ...state, learner: alone },
  };
}

/**
 * A learner whose features are met on the way: as wide as they ask for, and in the end the one that knew all of them from the
 * beginning, bit for bit, because what it has not met is in a state as in a fresh one.
 *
 * Its room doubles when it is full: each feature is copied a few times.
 *
 * Errors: a Failure for more features than fit the memory.
 */
export function growingLearner(spec: LearnerSpec, begun: MarginLearner) {
  let learner = begun;
  /** Columns that were met, and those there is room for. */
  let met = begun.weights().length;
  let room = met;
  const resize = (columns: number): MarginLearner => {
    const fresh = newLearner(spec, columns);
    fresh.restore(widened(learner.state(), fresh.state()));
    [learner, room] = [fresh, columns];
    return fresh;
  };
  return {
    /** The learner, which has room for rows with so many columns. */
    reaching(columns: number): MarginLearner {
      met = Math.max(met, columns);
      return columns > room ? resize(Math.min(MOST_COLUMNS, Math.max(columns, 2 * room))) : learner;
    },
    /** The learner, with the columns that were met and no more. */
    exact: (): MarginLearner => (room === met ? learner : resize(met)),
  };
}
